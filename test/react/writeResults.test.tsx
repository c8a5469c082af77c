import { act, renderHook } from '@testing-library/react'
import { createEntityStore } from 'copydesk'
import { EntityStoreProvider, useAutosave, useDirtyEntityRecords, useEntityRecord } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { turn } from '../support/until'

const refusal = { status: 403, code: 'rest_cannot_edit', message: 'You may not edit this.' }

async function shown() {
  const site = createMockSite({ posts: [{ id: 1, title: 'Tides' }] })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <EntityStoreProvider store={store}>{children}</EntityStoreProvider>
  )
  const view = renderHook(
    () => ({
      post: useEntityRecord('postType', 'post', 1),
      all: useDirtyEntityRecords(),
      autosave: useAutosave('postType', 'post', 1, { enabled: false }),
    }),
    { wrapper },
  )
  await act(turn)
  const form = () => view.result.current
  const type = (title: string) => act(async () => form().post.edit({ title }))
  return { site, form, type }
}

describe('A form', () => {
  it('is told what each save came to, and has nothing to catch', async () => {
    const { site, form, type } = await shown()
    const save = () => act(() => form().post.save())
    expect(await save()).toMatchObject({ status: 'unchanged', record: { id: 1 } })
    await type('Ebb')
    site.fail('PUT /wp/v2/posts/1', refusal)
    expect(await save()).toMatchObject({ status: 'failed', error: { code: 'rest_cannot_edit' } })
    expect(form().post.saveError).toMatchObject({ code: 'rest_cannot_edit' })
    expect(await save()).toMatchObject({ status: 'saved', record: { title: { raw: 'Ebb' } } })
  })

  it('goes on with the record, or not at all, by saveAsync', async () => {
    const { site, form, type } = await shown()
    const save = () => act(() => form().post.saveAsync())
    expect(await save()).toMatchObject({ id: 1, title: { raw: 'Tides' } })
    await type('Ebb')
    site.fail('PUT /wp/v2/posts/1', refusal)
    await expect(save()).rejects.toMatchObject({ code: 'rest_cannot_edit' })
    expect(await save()).toMatchObject({ title: { raw: 'Ebb' } })
  })

  it('is told what a deletion came to, or goes on with what was deleted', async () => {
    const { site, form } = await shown()
    site.fail('DELETE /wp/v2/posts/1', refusal, 2)
    const failed = await act(() => form().post.remove())
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'rest_cannot_edit' } })
    await expect(act(() => form().post.removeAsync())).rejects.toMatchObject({ code: 'rest_cannot_edit' })
    expect(await act(() => form().post.remove())).toMatchObject({
      status: 'saved',
      record: { status: 'trash' },
    })
    expect(await act(() => form().post.removeAsync({ force: true }))).toMatchObject({ id: 1 })
  })

  it('is told of all that is unsaved, and of an autosave', async () => {
    const { site, form, type } = await shown()
    expect(await act(() => form().autosave.saveNow())).toEqual({ status: 'unchanged' })
    await type('Ebb')
    expect(await act(() => form().autosave.saveNow())).toMatchObject({ status: 'saved' })
    site.fail('PUT /wp/v2/posts/1', refusal, 2)
    expect(await act(() => form().all.save())).toMatchObject({ status: 'failed', failed: [{ key: 1 }] })
    await expect(act(() => form().all.saveAsync())).rejects.toMatchObject({ code: 'rest_cannot_edit' })
    expect(await act(() => form().all.saveAsync())).toMatchObject({ status: 'saved', saved: [{ key: 1 }] })
  })
})
