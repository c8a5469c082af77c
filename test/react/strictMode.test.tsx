import { useCanUser, useEntityProp, useEntityRecord, useEntityRecords } from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { post, reply } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

const hooks: [name: string, useHook: () => unknown, request: string][] = [
  ['useEntityRecord', () => useEntityRecord('postType', 'post', 1).status, 'GET /wp/v2/posts/1?context=edit'],
  ['useEntityRecords', () => useEntityRecords('postType', 'post').status, 'GET /wp/v2/posts?context=edit'],
  [
    'useEntityProp',
    () => useEntityProp('postType', 'post', 'title', 1)[0],
    'GET /wp/v2/posts/1?context=edit',
  ],
  ['useCanUser', () => String(useCanUser('update', 'media', 4)), 'OPTIONS /wp/v2/media/4'],
]

describe('in StrictMode, which runs every effect twice', () => {
  it.each(hooks)('%s sends one request, and it is not aborted', async (name, useHook, request) => {
    const { store, log, seen } = await siteStore()
    const Reader = () => <p>{String(useHook())}</p>
    show(store, <Reader />, { strict: true })
    await after()
    expect(log).toEqual([request])
    expect(seen[0]?.request.signal?.aborted).toBe(false)
  })

  it.each(hooks)('%s leaves no listener and no request behind', async (name, useHook) => {
    const { store, seen, waiting } = await siteStore()
    const Reader = () => <p>{String(useHook())}</p>
    const { unmount } = show(store, <Reader />, { strict: true })
    await after()
    unmount()
    await after()
    expect(store.listenerCount()).toBe(0)
    expect(waiting).toEqual([])
    expect(seen.every(({ request }) => request.signal?.aborted)).toBe(true)
  })

  it('a record is shown, edited and saved as everywhere', async () => {
    const { store, log } = await siteStore(({ method }) =>
      method === 'GET' ? post(1) : post(1, { title: { raw: 'New', rendered: 'New' } }),
    )
    const Editor = () => {
      const { editedRecord, edit, save, hasEdits } = useEntityRecord('postType', 'post', 1)
      return (
        <>
          <p>
            {String(editedRecord?.title)} {String(hasEdits)}
          </p>
          <button onClick={() => edit({ title: 'New' })}>Edit</button>
          <button onClick={() => void save()}>Save</button>
        </>
      )
    }
    const { container, getByText } = show(store, <Editor />, { strict: true })
    const text = () => container.querySelector('p')?.textContent
    await after()
    expect(text()).toBe('Post 1 false')
    await after(() => getByText('Edit').click())
    expect(text()).toBe('New true')
    await after(() => getByText('Save').click())
    expect(text()).toBe('New false')
    expect(log).toHaveLength(2)
  })

  it('the rows of the query before are shown too', async () => {
    const { store } = await siteStore(({ path }) =>
      path.includes('page=2')
        ? undefined
        : reply([post(1)], { headers: { 'X-WP-Total': '2', 'X-WP-TotalPages': '2' } }),
    )
    const Posts = ({ page }: { page: number }) => {
      const { records, isPrevious } = useEntityRecords(
        'postType',
        'post',
        { page, per_page: 1 },
        { keepPreviousData: true },
      )
      return <p>{JSON.stringify([records?.map(({ id }) => id), isPrevious])}</p>
    }
    const { container, rerender } = show(store, <Posts page={1} />, { strict: true })
    await after()
    rerender(<Posts page={2} />)
    await after()
    expect(container.textContent).toBe('[[1],true]')
  })
})
