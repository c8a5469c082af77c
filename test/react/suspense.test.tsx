import {
  deleteEntityRecord,
  editEntityRecord,
  type EntityStore,
  fetchEntityRecord,
  invalidate,
} from 'copydesk'
import { useEntityRecord, useSuspenseEntityRecord, useSuspenseEntityRecords } from 'copydesk/react'
import { act } from '@testing-library/react'
import { Component, Suspense, startTransition, useState, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { post, refusal, reply } from '../support/fakeServer'
import { after, show, siteStore, takeComplaints } from '../support/screen'

afterEach(() => {
  vi.useRealTimers()
})

class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    const { error } = this.state
    return error === undefined ? (
      this.props.children
    ) : (
      <button onClick={() => this.setState({ error: undefined })}>
        {error instanceof Error ? error.message : 'no error'}
      </button>
    )
  }
}

/** Shows something that suspends, below a boundary for errors; with how often each was rendered. */
function suspended(store: EntityStore, element: ReactNode, options?: { strict?: boolean }) {
  let fallbacks = 0
  const Fallback = () => {
    fallbacks++
    return <i>waiting</i>
  }
  const tree = (
    <Boundary>
      <Suspense fallback={<Fallback />}>{element}</Suspense>
    </Boundary>
  )
  const { container, unmount } = show(store, tree, options)
  return {
    text: () => container.textContent,
    fallbacks: () => fallbacks,
    press: () => after(() => container.querySelector('button')?.click()),
    unmount,
  }
}

const Title = ({ id = 1 }: { id?: number }) => {
  const { record, editedRecord, isFetching } = useSuspenseEntityRecord('postType', 'post', id)
  return (
    <p>
      {record.title.raw}, {editedRecord.title}
      {isFetching && ' again'}
    </p>
  )
}

const List = ({ search = '' }: { search?: string }) => {
  const { records, totalItems } = useSuspenseEntityRecords('postType', 'post', { search })
  return (
    <p>
      {records.map(({ id }) => id).join()} of {totalItems}
    </p>
  )
}

const rows = (...ids: number[]) =>
  reply(
    ids.map((id) => post(id)),
    { headers: { 'X-WP-Total': String(ids.length), 'X-WP-TotalPages': '1' } },
  )

describe.each([
  ['', false],
  [' in StrictMode', true],
])('useSuspenseEntityRecord%s', (title, strict) => {
  it('shows the fallback until the record is known, which is asked for once', async () => {
    const { store, log, waiting } = await siteStore()
    const { text } = suspended(store, <Title />, { strict })
    expect(text()).toBe('waiting')
    await after()
    expect(text()).toBe('waiting')
    await after(() => waiting[0]?.answer(post(1)))
    expect(text()).toBe('Post 1, Post 1')
    expect(log).toEqual(['GET /wp/v2/posts/1?context=edit'])
  })

  it('shares the request of several components, of this and other hooks', async () => {
    const { store, log } = await siteStore(() => post(1))
    const Other = () => <b>{useEntityRecord('postType', 'post', 1).status}</b>
    const { text } = suspended(
      store,
      <>
        <Title />
        <Title />
        <Other />
      </>,
      { strict },
    )
    await after()
    expect(text()).toBe('Post 1, Post 1Post 1, Post 1success')
    expect(log).toHaveLength(1)
  })

  it('leaves no listener when the suspended tree is thrown away, and asks once when it comes back', async () => {
    const { store, log, waiting } = await siteStore()
    const first = suspended(store, <Title />, { strict })
    await after()
    first.unmount()
    expect(store.listenerCount()).toBe(0)
    const second = suspended(store, <Title />, { strict })
    await after(() => waiting[0]?.answer(post(1)))
    expect(second.text()).toBe('Post 1, Post 1')
    expect(log).toHaveLength(1)
    second.unmount()
    expect(store.listenerCount()).toBe(0)
  })

  it('gives an error to the boundary, and asks again once each time that is reset', async () => {
    const { store, log, waiting } = await siteStore()
    const { text, press } = suspended(store, <Title />, { strict })
    await after()
    await after(() => waiting[0]?.fail(refusal(500, 'broken', 'It broke.')))
    expect(text()).toBe('It broke.')
    expect(log).toHaveLength(1)
    await press()
    expect(text()).toBe('waiting')
    expect(log).toHaveLength(2)
    await after(() => waiting[0]?.answer(post(1)))
    expect(text()).toBe('Post 1, Post 1')
    expect(log).toHaveLength(2)
    expect(takeComplaints()).toContain('Boundary')
  })
})

describe('useSuspenseEntityRecord', () => {
  it('does not suspend for a record that is known, whoever read it', async () => {
    const { store, log } = await siteStore(() => post(1))
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    const { text, fallbacks } = suspended(store, <Title />)
    expect([text(), fallbacks()]).toEqual(['Post 1, Post 1', 0])
    await after()
    expect(log).toHaveLength(1)
  })

  it('joins a read that was dispatched before, so that several need not wait for each other', async () => {
    const { store, log } = await siteStore(({ path }) => post(Number(/\d+/.exec(path.slice(7))?.[0])))
    void store.dispatch(fetchEntityRecord('postType', 'post', 1))
    void store.dispatch(fetchEntityRecord('postType', 'post', 2))
    const Both = () => {
      const one = useSuspenseEntityRecord('postType', 'post', 1)
      const two = useSuspenseEntityRecord('postType', 'post', 2)
      return <p>{one.record.id + two.record.id}</p>
    }
    const { text } = suspended(store, <Both />)
    await after()
    expect(text()).toBe('3')
    expect(log).toHaveLength(2)
  })

  it('shows edits without suspending', async () => {
    const { store } = await siteStore(() => post(1))
    const { text, fallbacks } = suspended(store, <Title />)
    await after()
    const before = fallbacks()
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' })))
    expect(text()).toBe('Post 1, New')
    expect(fallbacks()).toBe(before)
  })

  it('stays on screen while it is read again, and when that fails', async () => {
    const { store, waiting } = await siteStore()
    const { text, fallbacks } = suspended(store, <Title />)
    await after()
    await after(() => waiting[0]?.answer(post(1)))
    const before = fallbacks()
    await after(() => store.dispatch(invalidate()))
    expect(text()).toBe('Post 1, Post 1 again')
    await after(() => waiting[0]?.fail(refusal(500, 'broken')))
    expect(text()).toBe('Post 1, Post 1')
    expect(fallbacks()).toBe(before)
  })

  it('shows a deleted record as it was, and does not ask for it', async () => {
    const { store, log } = await siteStore(({ method }) =>
      method === 'DELETE' ? { deleted: true, previous: post(1) } : post(1),
    )
    const { text, fallbacks } = suspended(store, <Title />)
    await after()
    const before = fallbacks()
    await after(() => store.dispatch(deleteEntityRecord('postType', 'post', 1, { force: true })))
    expect(text()).toBe('Post 1, Post 1')
    expect(fallbacks()).toBe(before)
    expect(log).toEqual(['GET /wp/v2/posts/1?context=edit', 'DELETE /wp/v2/posts/1?force=true'])
  })

  it('asks again at a fresh start too, after an error that another hook has met', async () => {
    let isDown = true
    const { store, log } = await siteStore(() => (isDown ? refusal(500, 'broken') : post(1)))
    await store.dispatch(fetchEntityRecord('postType', 'post', 1)).catch(() => undefined)
    isDown = false
    const { text } = suspended(store, <Title />)
    await after()
    expect(text()).toBe('Post 1, Post 1')
    expect(log).toHaveLength(2)
  })

  it('does not ask in a loop where every try fails: a second error is shown for a moment before it is tried again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { store, log } = await siteStore(() => refusal(500, 'broken', 'It broke.'))
    const { text, press } = suspended(store, <Title />)
    await after()
    expect(log).toHaveLength(1)
    await press()
    await press()
    expect(log).toHaveLength(2)
    act(() => void vi.advanceTimersByTime(100))
    expect(log).toHaveLength(2)
    await press()
    expect(log).toHaveLength(3)
    expect(text()).toBe('It broke.')
    takeComplaints()
  })

  it('keeps no failure for ever that nobody comes back for: a component that comes later asks anew', async () => {
    const { store, log } = await siteStore(() => refusal(500, 'broken', 'It broke.'))
    const leaveWhileSuspended = async (...ids: number[]) => {
      const each = ids.map((id) => (
        <Suspense key={id}>
          <Title id={id} />
        </Suspense>
      ))
      const { unmount } = suspended(store, each)
      unmount()
      await after()
    }
    await leaveWhileSuspended(1, 2)
    expect(suspended(store, <Title id={1} />).text()).toBe('It broke.')
    await leaveWhileSuspended(...Array.from({ length: 110 }, (none, at) => at + 3))
    log.length = 0
    const { text } = suspended(store, <Title id={2} />)
    expect(text()).toBe('waiting')
    await after()
    expect(log).toEqual(['GET /wp/v2/posts/2?context=edit'])
    takeComplaints()
  })

  it.each([
    [
      'an id that is missing',
      () => useSuspenseEntityRecord('postType', 'post', undefined),
      'undefined is not the id',
    ],
    ['an id that is none', () => useSuspenseEntityRecord('postType', 'post', {} as never), 'is not an id'],
    [
      'an entity that nobody knows',
      () => useSuspenseEntityRecord('no' as 'root', 'thing' as 'user', 1),
      'thing',
    ],
  ])('tells the boundary of %s', async (title, useHook, message) => {
    const { store } = await siteStore()
    const Reader = () => <p>{String(useHook().isSaving)}</p>
    const { text } = suspended(store, <Reader />)
    await after()
    expect(text()).toContain(message)
    takeComplaints()
  })

  it('does not ask again on mount for what was waited for, however short the stale time', async () => {
    const { store, log } = await siteStore(() => post(1))
    const Reader = () => (
      <p>{useSuspenseEntityRecord('postType', 'post', 1, { staleTime: 0 }).record.title.raw}</p>
    )
    const { text } = suspended(store, <Reader />)
    await after()
    expect(text()).toBe('Post 1')
    expect(log).toHaveLength(1)
  })

  it('reads in the context that it is asked for', async () => {
    const { store, log } = await siteStore(() => ({ id: 1, title: { rendered: 'Shown' } }))
    const Reader = () => {
      const { record } = useSuspenseEntityRecord('postType', 'post', 1, { context: 'view' })
      return <p>{record.title.rendered}</p>
    }
    const { text } = suspended(store, <Reader />)
    await after()
    expect(text()).toBe('Shown')
    expect(log).toEqual(['GET /wp/v2/posts/1?context=view'])
  })

  it('suspends for another id, and keeps the record before in a transition', async () => {
    const { store, waiting } = await siteStore()
    let go: (id: number) => void = () => undefined
    const Page = () => {
      const [id, setId] = useState(1)
      go = (next) => startTransition(() => setId(next))
      return <Title id={id} />
    }
    const { text } = suspended(store, <Page />)
    await after()
    await after(() => waiting[0]?.answer(post(1)))
    await after(() => go(2))
    expect(text()).toBe('Post 1, Post 1')
    await after(() => waiting[0]?.answer(post(2)))
    expect(text()).toBe('Post 2, Post 2')
  })
})

describe('useSuspenseEntityRecords', () => {
  it('shows the rows once they are known, with one request, and keeps them while they are read again', async () => {
    const { store, log, waiting } = await siteStore()
    const { text, fallbacks } = suspended(store, <List />, { strict: true })
    await after()
    expect(text()).toBe('waiting')
    await after(() => waiting[0]?.answer(rows(2, 1).data, rows(2, 1).options))
    expect(text()).toBe('2,1 of 2')
    expect(log).toHaveLength(1)
    const before = fallbacks()
    await after(() => store.dispatch(invalidate({ kind: 'postType', name: 'post' })))
    expect(text()).toBe('2,1 of 2')
    await after(() => waiting[0]?.answer(rows(3, 2, 1).data, rows(3, 2, 1).options))
    expect(text()).toBe('3,2,1 of 3')
    expect(fallbacks()).toBe(before)
    expect(log).toHaveLength(2)
  })

  it('does not ask again on mount for rows that were waited for, however short the stale time', async () => {
    const { store, log } = await siteStore(() => rows(1))
    const Reader = () => (
      <p>{useSuspenseEntityRecords('postType', 'post', {}, { staleTime: 0 }).records.length}</p>
    )
    const { text } = suspended(store, <Reader />)
    await after()
    expect(text()).toBe('1')
    expect(log).toHaveLength(1)
  })

  it('shows an empty list as empty', async () => {
    const { store } = await siteStore(() => rows())
    const { text } = suspended(store, <List />)
    await after()
    expect(text()).toBe(' of 0')
  })

  it('gives the error of a list to the boundary, and shows the rows after a reset', async () => {
    let isDown = true
    const { store, log } = await siteStore(() => (isDown ? refusal(500, 'broken', 'It broke.') : rows(1)))
    const { text, press } = suspended(store, <List />)
    await after()
    expect(text()).toBe('It broke.')
    isDown = false
    await press()
    expect(text()).toBe('1 of 1')
    expect(log).toHaveLength(2)
    takeComplaints()
  })

  it('asks on a server that cannot wait, too, and shows the fallback there', async () => {
    const { store } = await siteStore(() => rows(1))
    const { EntityStoreProvider } = await import('copydesk/react')
    const html = renderToString(
      <EntityStoreProvider store={store}>
        <Suspense fallback="waiting">
          <List />
        </Suspense>
      </EntityStoreProvider>,
    )
    expect(html).toContain('waiting')
    expect(store.listenerCount()).toBe(0)
  })
})
