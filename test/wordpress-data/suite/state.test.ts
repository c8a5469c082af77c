import { describe, expect, it } from 'vitest'
import { post } from '../../support/fakeServer'
import { smallSite } from '../registryOf'
import { coreOf, coreWithPosts, first, posts } from './coreOf'

describe('the entities of a store', () => {
  it('are there from the start, without records [state 1]', () => {
    const { ask } = coreOf()
    expect(ask('getEntityConfig', 'root', 'postType')).toMatchObject({ kind: 'root', key: 'slug' })
    expect(ask('__experimentalGetDirtyEntityRecords')).toEqual([])
    expect(ask('getEntityRecords', 'root', 'user')).toBeNull()
  })

  it('keep what is received by its key, beside what was there [state 2, 3]', async () => {
    const { ask, act } = coreOf()
    const type = (slug: string) => ({ slug, name: slug })
    await act('receiveEntityRecords', 'root', 'postType', [type('post'), type('page')])
    const before = ask('getPostType', 'post')
    await act('receiveEntityRecords', 'root', 'postType', [type('block')])
    expect(before).toEqual(type('post'))
    expect(ask('getPostType', 'post')).toBe(before)
    expect(ask('getPostType', 'block')).toEqual(type('block'))
  })

  it('come to be more, of kinds that were known and of others [state 4]', async () => {
    const { ask, act } = coreOf()
    await act('addEntities', [
      { kind: 'shop', name: 'book', baseURL: '/shop/books' },
      { kind: 'root', name: 'shelf', baseURL: '/shop/shelves' },
    ])
    expect(ask('getEntitiesConfig', 'shop')).toMatchObject([{ name: 'book' }])
    expect(ask('getEntityConfig', 'root', 'shelf')).toMatchObject({ baseURL: '/shop/shelves' })
    expect(ask('getEntityConfig', 'root', 'user')).toMatchObject({ name: 'user' })
  })
})

describe('revisions', () => {
  const revision = (id: number, parent = 1) => ({ id, parent, slug: `${parent}-revision` })
  const query = { per_page: 3 }
  async function received(...groups: readonly [parent: number, ...ids: number[]][]) {
    const core = await coreWithPosts(smallSite)
    await core.act('receiveEntityRecords', ...posts, [post(1), post(2)])
    for (const [parent, ...ids] of groups) {
      const rows = ids.map((id) => revision(id, parent))
      await core.act('receiveRevisions', ...posts, parent, rows, query, false, { totalItems: rows.length })
    }
    return core
  }

  it('are none at first [state 5]', async () => {
    const { ask } = await received()
    expect(ask('getRevisions', ...first, query)).toBeNull()
    expect(ask('hasRevision', ...first, 11)).toBe(false)
  })

  it('are those of their record, apart from those of others [state 6, 7]', async () => {
    const { ask } = await received([1, 11, 12], [2, 21])
    expect(ask('getRevisions', ...first, query)).toEqual([revision(11), revision(12)])
    expect(ask('getRevisions', ...posts, 2, query)).toEqual([revision(21, 2)])
    expect(ask('hasRevision', ...first, 21)).toBe(false)
  })

  it('are joined by those that come later [state 8]', async () => {
    const { ask, act } = await received([1, 11])
    await act('receiveRevisions', ...first, [revision(12), revision(13)])
    expect([11, 12, 13].map((id) => ask('hasRevision', ...first, id))).toEqual([true, true, true])
    expect(ask('getRevisions', ...first, query)).toEqual([revision(11)])
  })

  it('go with their record [state 9]', async () => {
    const { ask, act } = await received([1, 11], [2, 21])
    await act('deleteEntityRecord', ...first, { force: true })
    expect(ask('hasRevision', ...first, 11)).toBe(false)
    expect(ask('hasRevision', ...posts, 2, 21)).toBe(true)
  })
})

describe('what else is kept', () => {
  it('is nothing at first [state 10, 12, 14, 17]', () => {
    const { ask } = coreOf()
    expect(ask('getEmbedPreview', 'https://example.org/')).toBeUndefined()
    expect(ask('canUser', 'create', 'media')).toBeUndefined()
    expect(ask('getAutosaves', 'post', 1)).toBeUndefined()
    expect(ask('getCurrentUser')).toEqual({})
  })

  it('is an embed by its address, each for itself [state 11]', async () => {
    const { ask, act } = coreOf()
    await act('receiveEmbedPreview', 'https://example.org/a', { html: 'a' })
    await act('receiveEmbedPreview', 'https://example.org/b', { html: 'b' })
    expect(ask('getEmbedPreview', 'https://example.org/a')).toEqual({ html: 'a' })
  })

  it('is a permission, beside those that were there, and it may change [state 13]', async () => {
    const { ask, act } = coreOf()
    await act('receiveUserPermission', 'create/media', true)
    await act('receiveUserPermission', 'create/pages', true)
    await act('receiveUserPermission', 'create/media', false)
    expect([ask('canUser', 'create', 'media'), ask('canUser', 'create', 'pages')]).toEqual([false, true])
  })

  it('is the autosaves of each post, of which later ones take the place [state 15, 16]', async () => {
    const { ask, act } = coreOf(() => [])
    await act('receiveAutosaves', 1, [{ id: 4, author: 1 }])
    await act('receiveAutosaves', 2, [{ id: 5, author: 1 }])
    await act('receiveAutosaves', 1, [{ id: 6, author: 2 }])
    expect(ask('getAutosaves', 'post', 1)).toEqual([{ id: 6, author: 2 }])
    expect(ask('getAutosaves', 'post', 2)).toEqual([{ id: 5, author: 1 }])
  })

  it('is who is signed in, and another one after that [state 18, 19]', async () => {
    const { ask, act } = coreOf()
    await act('receiveCurrentUser', { id: 1, name: 'Ada' })
    expect(ask('getCurrentUser')).toEqual({ id: 1, name: 'Ada' })
    await act('receiveCurrentUser', { id: 2 })
    expect(ask('getCurrentUser')).toEqual({ id: 2 })
  })

  it('is one undo manager, whatever else is received [state 20]', async () => {
    const { ask, act } = coreOf()
    const before = ask('getUndoManager')
    await act('receiveCurrentUser', { id: 1 })
    expect(ask('getUndoManager')).toBe(before)
  })
})
