import { createReduxStore } from '@wordpress/data'
import { describe, expect, it, vi } from 'vitest'
import { selectEntityBlocks, type StorePlugin } from 'copydesk'
import { copydeskOf } from 'copydesk/wordpress-data/store'
import { quiet, registryOf } from './registryOf'

describe('a store named core', () => {
  it('reads a record when a selector is called for it first', async () => {
    const { select, sent } = registryOf()
    expect(select.getEntityRecord?.('postType', 'post', 1)).toBeUndefined()
    expect(select.hasStartedResolution?.('getEntityRecord', ['postType', 'post', 1])).toBe(false)
    await quiet()
    expect(select.getEntityRecord?.('postType', 'post', 1)).toMatchObject({ id: 1 })
    expect(sent()).toEqual(['GET /wp/v2/posts/1?context=edit'])
  })

  it('gives by resolveSelect what is known then', async () => {
    const { resolve, select } = registryOf()
    expect(await resolve.getEntityRecords?.('postType', 'post')).toHaveLength(3)
    expect(select.hasFinishedResolution?.('getEntityRecord', ['postType', 'post', 2])).toBe(true)
    expect(select.hasFinishedResolution?.('getEntityRecord', ['postType', 'post', 7])).toBe(false)
  })

  it('edits, undoes and saves', async () => {
    const { resolve, select, dispatch, sent } = registryOf()
    await resolve.getEntityRecord?.('postType', 'post', 1)
    await dispatch.editEntityRecord?.('postType', 'post', 1, { title: 'New' })
    expect(select.getEditedEntityRecord?.('postType', 'post', 1)).toMatchObject({ title: 'New' })
    expect(select.__experimentalGetDirtyEntityRecords?.()).toMatchObject([{ key: 1 }])
    await dispatch.undo?.()
    expect(select.hasEditsForEntityRecord?.('postType', 'post', 1)).toBe(false)
    await dispatch.redo?.()
    expect(await dispatch.saveEditedEntityRecord?.('postType', 'post', 1)).toMatchObject({ id: 1 })
    expect(sent().at(-1)).toBe('PUT /wp/v2/posts/1')
    expect(select.hasEditsForEntityRecord?.('postType', 'post', 1)).toBe(false)
  })

  it('stays where core-data registers its own afterwards, and nothing is logged', () => {
    const { registry, store } = registryOf()
    const logged = vi.spyOn(console, 'error')
    const second = createReduxStore('core', { reducer: () => ({}), selectors: { isTheSecond: () => true } })
    registry.register(second)
    registry.register(createReduxStore('another', { reducer: () => ({}) }))
    expect(registry.select('core')).not.toHaveProperty('isTheSecond')
    expect(registry.select('another')).toBeDefined()
    expect(copydeskOf(registry)).toBe(store)
    expect(logged).not.toHaveBeenCalled()
    registry.register(createReduxStore('another', { reducer: () => ({}) }))
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  })

  it('takes what else its entity store is made with', async () => {
    const blocks = {
      parse: (text: string) => [{ name: 'core/freeform', attributes: { content: text }, innerBlocks: [] }],
      serialize: () => '',
    }
    const actions: string[] = []
    const plugin: StorePlugin = () => (action) => {
      actions.push(action.type)
      return action
    }
    const { store, resolve, dispatch, select } = registryOf(undefined, {
      storeOptions: { blocks, plugins: [plugin] },
    })
    await resolve.getEntityRecord?.('postType', 'post', 1)
    expect(selectEntityBlocks(store.getState(), 'postType', 'post', 1)).toMatchObject([
      { name: 'core/freeform' },
    ])
    const before = select.getReferenceByDistinctEdits?.()
    await dispatch.editEntityRecord?.('postType', 'post', 1, { title: 'New' })
    expect(actions).toContain('edits/recordEdited')
    expect(select.getReferenceByDistinctEdits?.()).not.toBe(before)
  })
})
