import {
  defineEntity,
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  type Fetcher,
} from 'copydesk'
import { selectSaveConflict } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab } from '../queue/office'

/** A tab that has read a theme with an object of styles, on a server that others write to. */
async function themeShown(styles: object) {
  const plain = openOffice()
  const theme = { id: 1, title: 'Theme', styles }
  const fetcher: Fetcher = async (request) => {
    const { path = '', method = 'GET', data } = request
    if (!path.startsWith('/shop/')) return plain.fetcher(request)
    if (method !== 'GET') Object.assign(theme, data)
    const body = path.startsWith('/shop/themes/1') ? theme : [theme]
    return { data: structuredClone(body), status: 200, headers: new Headers() }
  }
  const themes = defineEntity({
    ...{ kind: 'shop', name: 'theme', baseURL: '/shop/themes', key: 'id' },
  } as never)
  const tab = await openTab({ ...plain, fetcher }, { entities: [themes] })
  const read = () =>
    tab.dispatch(fetchEntityRecord<string, string>('shop', 'theme', 1, undefined, { force: true }))
  await read()
  return {
    read,
    theme,
    edit: (edits: object) => tab.dispatch(editEntityRecord<string, string>('shop', 'theme', 1, edits)),
    save: () => tab.dispatch(saveEditedEntityRecord<string, string>('shop', 'theme', 1)),
    shown: () => selectEditedEntityRecord<string, string>(tab.getState(), 'shop', 'theme', 1)?.styles,
    dirty: () => selectDirtyEntityRecords(tab.getState()),
    conflict: () => selectSaveConflict(tab.getState(), 'shop', 'theme', 1),
  }
}

describe('An object that somebody else has changed while it was edited', () => {
  it.each([
    [
      'a part was added',
      { color: 'blue' },
      { color: 'red' },
      { color: 'blue', size: 5 },
      { color: 'red', size: 5 },
    ],
    [
      'a part was taken out',
      { color: 'blue', size: 5 },
      { color: 'red', size: 5 },
      { color: 'blue' },
      { color: 'red' },
    ],
    [
      'a part was changed',
      { color: 'blue', size: 5 },
      { color: 'red', size: 5 },
      { color: 'blue', size: 6 },
      { color: 'red', size: 6 },
    ],
  ])('is saved with that, also where it was read since: %s', async (how, before, mine, theirs, both) => {
    for (const isRead of [false, true]) {
      const { theme, edit, read, save, shown, dirty, conflict } = await themeShown(before)
      edit({ styles: mine })
      theme.styles = theirs
      if (isRead) await read()
      await save()
      expect(theme.styles).toEqual(both)
      expect(shown()).toEqual(both)
      expect(dirty()).toEqual([])
      expect(conflict()).toBeUndefined()
    }
  })
})
