import {
  receiveEntityRecords,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecord,
  selectEntityRecordEdits,
  selectEntityRecords,
} from 'copydesk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { post } from '../support/fakeServer'
import { longestLaw } from '../support/lawRuns'
import { postStore } from '../support/postStore'
import { seeds } from '../support/seeds'

const value = fc.constantFrom('old', 'x', 'y')
const told = fc.record({ slug: value, title: value, a: value })
const typed = fc.record({ slug: value, title: value, meta: fc.record({ a: value }) }, { requiredKeys: [] })

describe('receiving twice', () => {
  it.each(seeds(3000, 300))(
    'is receiving once, $seeded: nothing that is shown changes, not even its identity',
    { timeout: longestLaw },
    async ({ parameters }) => {
      const { store, edit } = await postStore({ posts: [] })
      const shown = () => [
        selectEntityRecord(store.getState(), 'postType', 'post', 1),
        selectEditedEntityRecord(store.getState(), 'postType', 'post', 1),
        selectEntityRecordEdits(store.getState(), 'postType', 'post', 1),
        selectDirtyEntityRecords(store.getState()),
        selectEntityRecords(store.getState(), 'postType', 'post'),
      ]
      fc.assert(
        fc.property(told, typed, fc.boolean(), ({ slug, title, a }, edits, isSaved) => {
          edit(1, edits)
          const receive = () => {
            const record = post(1, { slug, title: { raw: title, rendered: title }, meta: { a, b: 2 } })
            const options = isSaved ? { persistedEdits: edits } : {}
            store.dispatch(receiveEntityRecords('postType', 'post', [record], {}, options))
          }
          receive()
          const before = shown()
          receive()
          shown().forEach((one, i) => {
            if (one !== before[i]) expect(one).toBe(before[i])
          })
        }),
        parameters,
      )
    },
  )
})
