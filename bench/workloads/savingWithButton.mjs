import { createElement } from 'react'
import { savingAllOf } from '../support/savingAll.mjs'

export const workload = {
  title: 'saving all that is edited, with its button on screen',
  work: 'As “saving all that is edited”, with a button on screen that says how many posts are edited and whether anything is being saved.',
  unit: 'ms',
  sizes: [500, 2000],
  sizeIs: 'edited posts',
  needsPage: true,
  expected: 1,
  isOwn: true,
  run: (given) =>
    savingAllOf(given, (desk) => [
      createElement(function Save() {
        const { dirty, isSaving } = desk.useDirty()
        return createElement('button', { disabled: isSaving }, `Save ${dirty.length}`)
      }),
    ]),
}
