import { renderHook } from '@testing-library/react'
import { editEntityRecord, saveEditedEntityRecord, selectDirtyEntityRecords } from 'copydesk'
import { createEntityRecord, isLocalId, selectCurrentId } from 'copydesk/durable'
import { EntityStoreProvider, useEntityRecord } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { only, person } from '../../support/person'
import { after } from '../../support/screen'

async function desk() {
  const site = createMockSite({ posts: [{ id: 7, title: 'Honey' }, { id: 8 }] })
  const { store } = person({ site, durability: only({}) })
  const { dispatch, getState } = store
  const wrapper = ({ children }: { children: ReactNode }) => (
    <EntityStoreProvider store={store}>{children}</EntityStoreProvider>
  )
  const { result } = renderHook(() => useEntityRecord('postType', 'post', 7), { wrapper })
  await after()
  const edit = (id: number, edits: object) => dispatch(editEntityRecord('postType', 'post', id, edits))
  return {
    site,
    dispatch,
    getState,
    edit,
    post: () => result.current,
    make: (name: string, fields: object) => Number(dispatch(createEntityRecord('taxonomy', name, fields))),
    dirty: () => selectDirtyEntityRecords(getState()),
    writes: () =>
      site.requests
        .filter(({ method, path }) => method !== 'GET' && method !== 'OPTIONS' && !path.includes('/batch/'))
        .map(({ method, path }) => `${method} ${path}`),
  }
}

describe('A save with what the record refers to', () => {
  it('sends a new category, and the new one above it, before the post, and nothing that it does not need', async () => {
    const { make, edit, post, writes, dirty, getState } = await desk()
    const insects = make('category', { name: 'Insects' })
    const bees = make('category', { name: 'Bees', parent: insects })
    make('category', { name: 'Of nobody' })
    await after(() => edit(7, { categories: [bees] }))
    edit(8, { title: 'Another post' })
    let saved: unknown
    await after(async () => void (saved = await post().save({ with: 'references' })))
    expect(writes()).toEqual(['POST /wp/v2/categories', 'POST /wp/v2/categories', 'PUT /wp/v2/posts/7'])
    const id = selectCurrentId(getState(), 'taxonomy', 'category', bees)
    expect(isLocalId(id)).toBe(false)
    expect(saved).toMatchObject({ status: 'saved', record: { id: 7, categories: [id] } })
    expect(dirty().map(({ title }) => title)).toEqual(expect.arrayContaining(['Of nobody', 'Another post']))
    expect(dirty()).toHaveLength(2)
  })

  it('sends a picture that is only named in the text', async () => {
    const { dispatch, edit, post, writes } = await desk()
    const picture = dispatch(createEntityRecord('taxonomy', 'post_tag', { name: 'Bee' }))
    await after(() => edit(7, { content: `<!-- wp:tag {"id":${picture}} -->` }))
    await after(() => post().save({ with: 'references' }))
    expect(writes()).toEqual(['POST /wp/v2/tags', 'PUT /wp/v2/posts/7'])
  })

  it('says what went wrong with the category, not that the post refers to it, and keeps both', async () => {
    const { site, make, edit, post, dirty } = await desk()
    const bees = make('category', { name: 'Bees' })
    await after(() => edit(7, { categories: [bees] }))
    site.fail('POST /wp/v2/categories', { status: 503 })
    let saved: unknown
    await after(async () => void (saved = await post().save({ with: 'references' })))
    expect(saved).toMatchObject({ status: 'failed', error: { status: 503 } })
    await after(async () => {
      await expect(post().saveAsync({ with: 'references' })).resolves.toMatchObject({ id: 7 })
    })
    expect(dirty()).toEqual([])
  })

  it('is a save as any other where the record refers to nothing new', async () => {
    const { site, edit, post, writes, dispatch } = await desk()
    await after(() => edit(7, { title: 'Mead' }))
    await after(() => post().save({ with: 'references' }))
    expect(writes()).toEqual(['PUT /wp/v2/posts/7'])
    const options = { with: 'references', result: true } as const
    const again = await dispatch(saveEditedEntityRecord('postType', 'post', 7, options))
    expect(again).toMatchObject({ status: 'unchanged' })
    expect(site.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })
})
