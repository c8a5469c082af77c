import { fetchEntityRecord, fetchEntityRecords, receiveEntityRecords } from 'copydesk'
import { useEntityRecord } from 'copydesk/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { post, reply } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

const ids = Array.from({ length: 200 }, (none, at) => at + 1)

afterEach(() => {
  vi.restoreAllMocks()
})

function Title({ id }: { id: number }) {
  return <p>{useEntityRecord('postType', 'post', id).editedRecord?.title}</p>
}

/** A site whose posts are all known, by a list. */
async function knownPosts() {
  const site = await siteStore(({ path }) =>
    path.startsWith('/wp/v2/posts?')
      ? reply(ids.map((id) => post(id)))
      : path.startsWith('/wp/v2/posts/7')
        ? reply({ code: 'down', message: 'Down.' }, { status: 503 })
        : undefined,
  )
  await site.store.dispatch(fetchEntityRecords('postType', 'post', { per_page: -1 }))
  site.log.length = 0
  return site
}

const titles = () => ids.map((id) => <Title key={id} id={id} />)

// How long it takes is measured by the benchmark; here it counts what is made.
describe('many components that come on a page on known records', () => {
  it('make no abort signal, ask nothing, and change nothing in the store', async () => {
    const { store, log } = await knownPosts()
    const before = store.getState()
    const AbortControllers = vi.spyOn(globalThis, 'AbortController')
    const { container, unmount } = show(store, titles())
    await after()
    expect(container.querySelectorAll('p')).toHaveLength(ids.length)
    unmount()
    await after()
    expect(AbortControllers).not.toHaveBeenCalled()
    expect(log).toEqual([])
    expect(store.getState()).toBe(before)
  })

  it('ask again only for the one whose last read has failed', async () => {
    const { store, log } = await knownPosts()
    await store
      .dispatch(fetchEntityRecord('postType', 'post', 7, undefined, { force: true }))
      .catch(() => undefined)
    log.length = 0
    show(store, titles())
    await after()
    expect(log).toEqual(['GET /wp/v2/posts/7?context=edit'])
  })

  it('define no property and listen to one thing each, and to none when they have gone', async () => {
    const { store } = await knownPosts()
    const { unmount: leave } = show(store, <i />)
    leave()
    const defined = vi.spyOn(Object, 'defineProperty')
    const { unmount } = show(store, titles())
    expect(store.listenerCount()).toBe(ids.length)
    const byHook = defined.mock.calls.filter(([, name]) => name === 'editedRecord')
    expect(byHook).toEqual([])
    unmount()
    expect(store.listenerCount()).toBe(0)
  })

  it('read only the fields that are looked at, once a state', async () => {
    const { store } = await knownPosts()
    let renders = 0
    const Counted = ({ id }: { id: number }) => {
      renders++
      const shown = useEntityRecord('postType', 'post', id)
      return <p>{shown.editedRecord?.title}</p>
    }
    show(
      store,
      ids.map((id) => <Counted key={id} id={id} />),
    )
    await after(() => store.dispatch(receiveEntityRecords('postType', 'post', post(7, { slug: 'new' }))))
    expect(renders).toBe(ids.length + 1)
  })
})

describe('what useEntityRecord gives', () => {
  it('can be spread, taken apart and listed, and not be written to', async () => {
    const { store } = await knownPosts()
    let rest: object = {}
    let names: readonly string[] = []
    let write = (): void => undefined
    const Reader = () => {
      const shown = useEntityRecord('postType', 'post', 1)
      const { record, ...others } = shown
      rest = others
      names = Object.keys({ ...shown })
      write = () => {
        Object.assign(shown, { record: undefined })
      }
      return <p>{record?.slug}</p>
    }
    show(store, <Reader />)
    expect(rest).toMatchObject({ status: 'success', hasEdits: false, isSaving: false })
    expect(rest).not.toHaveProperty('record')
    expect(names).toEqual(expect.arrayContaining(['record', 'editedRecord', 'status', 'edit', 'save']))
    expect(write).toThrow(TypeError)
  })
})
