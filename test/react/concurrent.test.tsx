import { editEntityRecord, type EntityStore, receiveEntityRecords } from 'copydesk'
import { useEntityRecord } from 'copydesk/react'
import { act } from '@testing-library/react'
import { startTransition, useDeferredValue, useLayoutEffect, useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { post } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'
import { passes } from '../support/until'

const title = (text: string) => ({ title: { raw: text, rendered: text } })
const shownTitle = (container: HTMLElement) =>
  [...container.querySelectorAll('i')].map((field) => field.textContent)

/** A component that takes its time, so that a render in a transition is cut into slices. */
function Title({ id, onRender }: { id: number; onRender?: (() => void) | undefined }) {
  const { editedRecord } = useEntityRecord('postType', 'post', id)
  onRender?.()
  return <i>{String(editedRecord?.title)}</i>
}

async function storeWithPosts() {
  const site = await siteStore(({ path }) => post(Number(/posts\/(\d+)/.exec(path)?.[1])))
  site.store.dispatch(
    receiveEntityRecords(
      'postType',
      'post',
      [1, 2].map((id) => post(id, title(`Post ${id}`))),
    ),
  )
  return site
}

/** Milliseconds that the clock is ahead. */
let late = 0
const readClock = performance.now.bind(performance)

beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => readClock() + late))
afterEach(() => vi.restoreAllMocks())

describe('in a concurrent render', () => {
  it('a record that changes between two slices of a transition is shown alike by all in every commit', async () => {
    const { store } = await storeWithPosts()
    const commits: (string | null)[][] = []
    let changes = 0
    let show2 = () => {}
    const Page = () => {
      const [isShown, setShown] = useState(false)
      show2 = () => startTransition(() => setShown(true))
      // The store changes while the transition is being rendered, after the first title and before the second.
      const disturb = () => {
        if (changes === 0) {
          changes++
          queueMicrotask(() => edit(store, 'In between'))
        }
      }
      return (
        <>
          {isShown && <Title id={1} onRender={disturb} />}
          {isShown && <Slow />}
          {isShown && <Title id={1} />}
          <Probe onCommit={(container) => void commits.push(shownTitle(container))} />
        </>
      )
    }
    show(store, <Page />)
    await after()
    // Under act() nothing is cut into slices.
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
    show2()
    await passes(() => expect(commits.at(-1)).toEqual(['In between', 'In between']))
    expect(changes).toBe(1)
    for (const titles of commits) expect(new Set(titles).size).toBeLessThan(2)
  })

  it('an edit while a transition waits is shown at once, and by what the transition brings', async () => {
    const { store } = await storeWithPosts()
    let more = () => {}
    const Page = () => {
      const [count, setCount] = useState(1)
      more = () => startTransition(() => setCount(2))
      return (
        <>
          {Array.from({ length: count }, (_, i) => (
            <Title key={i} id={1} />
          ))}
        </>
      )
    }
    const { container } = show(store, <Page />)
    await after()
    await after(() => {
      more()
      edit(store, 'Typed')
    })
    expect(shownTitle(container)).toEqual(['Typed', 'Typed'])
  })

  it('a deferred id keeps showing the record before, never a mixture', async () => {
    const { store } = await storeWithPosts()
    const pairs: string[] = []
    let select: (id: number) => void = () => {}
    const Pair = ({ id }: { id: number }) => {
      const { record, editedRecord } = useEntityRecord('postType', 'post', id)
      pairs.push(`${id}:${record?.id}:${String(editedRecord?.title)}`)
      return null
    }
    const Page = () => {
      const [id, setId] = useState(1)
      select = setId
      return <Pair id={useDeferredValue(id)} />
    }
    show(store, <Page />)
    await after()
    await after(() => select(2))
    expect(new Set(pairs)).toEqual(new Set(['1:1:Post 1', '2:2:Post 2']))
  })

  it('a component that went away is not updated any more', async () => {
    const { store, waiting } = await siteStore()
    const { unmount } = show(store, <Title id={1} />)
    await after()
    const [request] = waiting
    unmount()
    request?.answer(post(1))
    await after(() => store.dispatch(receiveEntityRecords('postType', 'post', post(1))))
    expect(store.listenerCount()).toBe(0)
  })

  it('a component that is removed by the very change it waits for is not updated', async () => {
    const { store } = await storeWithPosts()
    let renders = 0
    const Child = () => {
      renders++
      return <Title id={1} />
    }
    const Parent = () => {
      const { hasEdits } = useEntityRecord('postType', 'post', 1)
      return hasEdits ? <p>gone</p> : <Child />
    }
    const { container } = show(store, <Parent />)
    await after()
    const before = renders
    act(() => edit(store, 'New'))
    expect(container.textContent).toBe('gone')
    expect(renders).toBe(before)
  })

  it('an edit made while a component is mounted is not missed', async () => {
    const { store } = await storeWithPosts()
    const Editing = ({ children }: { children: ReactNode }) => {
      // Before any effect of a component has run, and so before it is subscribed.
      useLayoutEffect(() => {
        edit(store, 'From an effect')
      }, [])
      return children
    }
    const { container } = show(
      store,
      <Editing>
        <Title id={1} />
      </Editing>,
    )
    await after()
    expect(shownTitle(container)).toEqual(['From an effect'])
  })
})

function edit(store: EntityStore, text: string): void {
  store.dispatch(editEntityRecord('postType', 'post', 1, { title: text }))
}

/** Longer than a slice, by the clock that React looks at, so that it yields after it. */
function Slow() {
  late += 20
  return null
}

/** Reports what is on screen at every commit of its parent. */
function Probe({ onCommit }: { onCommit: (container: HTMLElement) => void }) {
  useLayoutEffect(() => {
    onCommit(document.body)
  })
  return null
}
