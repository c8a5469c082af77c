import {
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchAutosaves,
  fetchCurrentUser,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchRevisions,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  type StoreDefaults,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it, vi } from 'vitest'

async function opened(defaults: StoreDefaults) {
  const site = createMockSite({ posts: [{ id: 1, title: 'Tides' }] })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false, defaults })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  return { site, ...store }
}

describe('What a store is told to do with every error', () => {
  it('hears once of each read, save and deletion that a session has no right to any more', async () => {
    const onError = vi.fn<NonNullable<StoreDefaults['onError']>>()
    const { site, dispatch, getState } = await opened({ onError })
    dispatch(editEntityRecord('postType', 'post', 1, { title: 'Ebb' }))
    site.signIn(null)
    await dispatch(saveEditedEntityRecord('postType', 'post', 1))
    await dispatch(deleteEntityRecord('postType', 'post', 1))
    await dispatch(fetchEntityRecord('root', 'user', 2)).catch(() => undefined)
    await dispatch(fetchEntityRecords('postType', 'page'))
    await dispatch(fetchCurrentUser()).catch(() => undefined)
    expect(onError.mock.calls.map(([error, failed]) => [Object(error).status, failed])).toEqual([
      [401, { operation: 'save', kind: 'postType', name: 'post', id: 1 }],
      [401, { operation: 'delete', kind: 'postType', name: 'post', id: 1 }],
      [401, { operation: 'read', kind: 'root', name: 'user', id: 2 }],
      [401, { operation: 'read', kind: 'postType', name: 'page', id: undefined }],
      [401, { operation: 'read', kind: undefined, name: undefined, id: undefined }],
    ])
    expect(selectEditedEntityRecord(getState(), 'postType', 'post', 1)?.title).toBe('Ebb')
  })

  it('hears of which record it was that its autosaves and revisions could not be read', async () => {
    const onError = vi.fn<NonNullable<StoreDefaults['onError']>>()
    const { site, dispatch } = await opened({ onError })
    site.fail(/posts/, { status: 500 }, 2)
    await dispatch(fetchAutosaves('post', 1)).catch(() => undefined)
    await dispatch(fetchRevisions('postType', 'post', 1)).catch(() => undefined)
    const post = { operation: 'read', kind: 'postType', name: 'post', id: 1 }
    expect(onError.mock.calls.map(([, failed]) => failed)).toEqual([post, post])
  })

  it('hears nothing of what was given up, nor of bad input', async () => {
    const onError = vi.fn()
    const { dispatch } = await opened({ onError })
    dispatch(editEntityRecord('postType', 'post', 1, { title: 'Ebb' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', 1, { signal: AbortSignal.abort() }))
    await dispatch(saveEditedEntityRecord('postType', 'post', undefined)).catch(() => undefined)
    expect(onError).not.toHaveBeenCalled()
  })

  it('fails nothing when it throws itself, and the page hears of that', async () => {
    const thrown = new Error('from onError')
    const onError = () => {
      throw thrown
    }
    const { site, dispatch } = await opened({ onError })
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    site.fail(/pages/, { status: 500 })
    expect(await dispatch(fetchEntityRecords('postType', 'page'))).toBeNull()
    expect(told).toHaveBeenCalledWith(thrown)
    told.mockRestore()
  })
})

describe('The defaults of a store', () => {
  it.each([
    [{ staleTime: -1 }, 'defaults.staleTime is -1. Pass milliseconds from 0 up.'],
    [{ staleTime: Number.NaN }, 'Pass milliseconds'],
    [{ refetchOnFocus: 'yes' }, 'defaults.refetchOnFocus is "yes". Pass true or false.'],
    [{ onError: 5 }, 'defaults.onError is 5. Pass a function.'],
    [{ stale: 5 }, 'stale is no option of defaults. There are staleTime, refetchOnFocus, onError.'],
  ])('are checked: %j', (defaults, message) => {
    const { fetcher } = createMockSite()
    expect(() => createEntityStore({ fetcher, defaults: defaults as StoreDefaults })).toThrow(message)
  })
})
