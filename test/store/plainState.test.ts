import {
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  fetchRevisions,
  invalidate,
  redo,
  RestError,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  undo,
} from 'copydesk'
import { createEntityRecord, memoryStorage } from 'copydesk/durable'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { person } from '../support/person'

/** Where a value holds what JSON does not have: the places of all that is `undefined`. */
function undefinedPlaces(value: unknown, place = 'state'): readonly string[] {
  if (value === undefined) return [place]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => undefinedPlaces(one, `${place}.${name}`))
}

/** Opens a store of a site, and looks at its state after every change. */
function watchedStore(isDurable: boolean) {
  const site = createMockSite({ posts: [1, 2, 3].map((id) => ({ id, title: `Post ${id}` })) })
  let isCut = false
  const found = new Set<string>()
  const made = person({
    network: {
      fetcher: async (request) => {
        if (isCut) throw new RestError({ code: 'fetch_error', message: 'The connection is cut.' })
        return site.fetcher(request)
      },
    },
    store: { collectAfter: false },
    durability: isDurable ? { storage: memoryStorage() } : undefined,
  })
  made.store.subscribe(() => undefinedPlaces(made.getState()).forEach((place) => found.add(place)))
  return { ...made, found, cut: (is: boolean) => void (isCut = is) }
}

describe('the state is plain JSON', () => {
  it.each([false, true])(
    'whatever is edited, saved, undone, refused and read, nothing in it is undefined, durable: %s',
    async (isDurable) => {
      const { dispatch, durability, found, cut } = watchedStore(isDurable)
      await durability.ready
      const edit = (title: string, isCached?: boolean) =>
        dispatch(
          editEntityRecord(
            'root',
            'site',
            undefined,
            { title },
            isCached ? { isCached } : { undoIgnore: true },
          ),
        )
      await dispatch(fetchEntityRecord('root', 'site', undefined))
      const [post] = (await dispatch(fetchEntityRecords('postType', 'post', { per_page: 2 }))) ?? []
      const id = Number(post?.id)
      edit('Typed', true)
      dispatch(editEntityRecord('root', 'site', undefined, { title: 'Done' }))
      dispatch(undo())
      dispatch(redo())
      edit('Unseen')
      await dispatch(saveEditedEntityRecord('root', 'site', undefined))
      await dispatch(fetchEntityRecord('postType', 'post', id))
      dispatch(editEntityRecord('postType', 'post', id, { title: 'One', meta: { subtitle: 'Two' } }))
      dispatch(editEntityRecord('postType', 'post', id, { blocks: [], content: () => 'Text' }))
      cut(true)
      await dispatch(saveDirtyEntityRecords())
      await dispatch(fetchEntityRecord('postType', 'post', 4711)).catch(() => undefined)
      cut(false)
      await dispatch(saveDirtyEntityRecords())
      await dispatch(fetchRevisions('postType', 'post', id))
      await dispatch(fetchPermissions({ kind: 'postType', name: 'post', id }))
      await dispatch(fetchEntityRecord('postType', 'post', 4712)).catch(() => undefined)
      const made = await dispatch(saveEntityRecord('postType', 'post', { title: 'New' }))
      if (isDurable) {
        const draft = dispatch(createEntityRecord('postType', 'post', { title: 'Draft' }))
        dispatch(editEntityRecord('postType', 'post', draft, { title: 'Draft, typed' }))
        await dispatch(saveEditedEntityRecord('postType', 'post', draft))
      }
      await dispatch(deleteEntityRecord('postType', 'post', Number(made?.id)))
      dispatch(invalidate())
      dispatch(undo())
      expect([...found]).toEqual([])
    },
  )
})
