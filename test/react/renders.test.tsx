import {
  editEntityRecord,
  type EntityStore,
  fetchEntityRecord,
  invalidate,
  type Post,
  receiveEntityRecords,
  saveEditedEntityRecord,
} from 'copydesk'
import {
  useEntityRecord,
  type UseEntityRecordResult,
  useEntityRecords,
  type UseEntityRecordsResult,
  useResourcePermissions,
} from 'copydesk/react'
import { memo, useState, type ReactNode } from 'react'
import { act } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { post, reply } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

type Shown = UseEntityRecordResult<'postType', 'post', 'edit'>
type List = UseEntityRecordsResult<Post<'edit'>>

/** A component that looks at part of post 1, with the number of its renders. */
function recordReader(store: EntityStore, look: (shown: Shown) => unknown) {
  let renders = 0
  const Reader = () => {
    renders++
    return <p>{JSON.stringify(look(useEntityRecord('postType', 'post', 1)))}</p>
  }
  const { container } = show(store, <Reader />)
  return { renders: () => renders, text: () => container.textContent }
}

function listReader(store: EntityStore, look: (shown: List) => unknown) {
  let renders = 0
  const Reader = () => {
    renders++
    return <p>{JSON.stringify(look(useEntityRecords('postType', 'post', { per_page: 2 })))}</p>
  }
  const { container } = show(store, <Reader />)
  return { renders: () => renders, text: () => container.textContent }
}

const server = () =>
  siteStore(({ method, path, data }) =>
    path.startsWith('/wp/v2/posts?')
      ? reply([post(1), post(2)], { headers: { 'X-WP-Total': '2', 'X-WP-TotalPages': '1' } })
      : method === 'GET'
        ? post(1)
        : post(1, { title: { raw: (data as { title: string }).title, rendered: '' } }),
  )

describe('a component with useEntityRecord renders again', () => {
  it('not for edits and saves when it looks at the record alone, until the saved record comes', async () => {
    const { store, waiting } = await siteStore(({ method }) => (method === 'GET' ? post(1) : undefined))
    const { renders, text } = recordReader(store, ({ record }) => record?.title.raw)
    await after()
    const loaded = renders()
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' })))
    await after(() => void store.dispatch(saveEditedEntityRecord('postType', 'post', 1)))
    expect(renders()).toBe(loaded)
    await after(() => waiting[0]?.answer(post(1, { title: { raw: 'New', rendered: 'New' } })))
    expect(renders()).toBe(loaded + 1)
    expect(text()).toBe('"New"')
  })

  it('for edits when it looks at the edited record', async () => {
    const { store } = await server()
    const { renders, text } = recordReader(store, ({ editedRecord }) => editedRecord?.title)
    await after()
    const loaded = renders()
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' })))
    expect(renders()).toBe(loaded + 1)
    expect(text()).toBe('"New"')
  })

  it('for the status when it begins to look at it only once it is on screen', async () => {
    const { store, waiting } = await siteStore(() => undefined)
    store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    let renders = 0
    const Reader = () => {
      renders++
      const shown = useEntityRecord('postType', 'post', 1)
      const [isStatusShown, showStatus] = useState(false)
      return (
        <button onClick={() => showStatus(true)}>
          {isStatusShown ? String(shown.isFetching) : shown.editedRecord?.title}
        </button>
      )
    }
    const { container } = show(store, <Reader />)
    await after()
    await after(() => waiting.at(-1)?.answer(post(1)))
    const loaded = renders
    const again = () => void store.dispatch(fetchEntityRecord('postType', 'post', 1, {}, { force: true }))
    await after(again)
    await after(() => waiting.at(-1)?.answer(post(1)))
    expect(renders).toBe(loaded)
    await after(() => container.querySelector('button')?.click())
    expect(container.textContent).toBe('false')
    await after(again)
    expect(container.textContent).toBe('true')
    await after(() => waiting.at(-1)?.answer(post(1)))
    expect(container.textContent).toBe('false')
  })

  it('once for the first answer, and not when the same record is received again', async () => {
    const { store } = await server()
    const { renders } = recordReader(store, ({ record, status, editedRecord, hasEdits }) => [
      record,
      status,
      editedRecord,
      hasEdits,
    ])
    await after()
    expect(renders()).toBe(2)
    await after(() => store.dispatch(receiveEntityRecords('postType', 'post', post(1))))
    expect(renders()).toBe(2)
  })

  it('not for a request in the background when it does not look at isFetching', async () => {
    const { store, log } = await server()
    const { renders } = recordReader(store, ({ record, isResolving }) => [record, isResolving])
    await after()
    await after(() => store.dispatch(invalidate({ kind: 'postType', name: 'post' })))
    expect(log).toHaveLength(2)
    expect(renders()).toBe(2)
  })

  it('not for other records', async () => {
    const { store } = await server()
    const { renders } = recordReader(store, (shown) => ({ ...shown }))
    await after()
    const loaded = renders()
    await after(() => {
      store.dispatch(receiveEntityRecords('postType', 'post', [post(2), post(3)]))
      store.dispatch(editEntityRecord('postType', 'post', 2, { title: 'Two' }))
    })
    expect(renders()).toBe(loaded)
  })

  it('not for edits when it looks only at what it can do', async () => {
    const { store } = await server()
    const { renders } = recordReader(store, ({ edit, save }) => [typeof edit, typeof save])
    await after()
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' })))
    await after(() => store.dispatch(saveEditedEntityRecord('postType', 'post', 1)))
    expect(renders()).toBe(1)
  })

  it('with a result that says which fields and functions it has, as a plain object does', async () => {
    const { store } = await server()
    let record: object = {}
    let permissions: object = {}
    const Reader = () => {
      record = useEntityRecord('postType', 'post', 1)
      permissions = useResourcePermissions({ kind: 'postType', name: 'post', id: 1 })
      return null
    }
    show(store, <Reader />)
    await after()
    const has = (name: PropertyKey) => [name in record, Object.hasOwn(record, name)]
    expect(['record', 'save', 'nothing', Symbol.iterator].map(has)).toEqual([
      [true, true],
      [true, true],
      [false, false],
      [false, false],
    ])
    expect(Object.keys(record)).toEqual(expect.arrayContaining(['record', 'isFetching', 'save']))
    expect(Object.keys(permissions)).toEqual(expect.arrayContaining(['canRead', 'canUpdate', 'status']))
    expect('save' in permissions || Object.hasOwn(permissions, 'save')).toBe(false)
  })

  it('for what a child looks at, from when the child first looks, and the child sees how it is then', async () => {
    const { store } = await server()
    let open = () => {}
    const Details = memo(function Details({ shown }: { shown: Shown }): ReactNode {
      const [isOpen, setOpen] = useState(false)
      open = () => setOpen(true)
      return isOpen ? <b>{String(shown.hasEdits)}</b> : null
    })
    const Page = () => <Details shown={useEntityRecord('postType', 'post', 1)} />
    const { container } = show(store, <Page />)
    await after()
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' })))
    act(() => open())
    expect(container.textContent).toBe('true')
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Post 1' })))
    expect(container.textContent).toBe('false')
  })

  it('with values that agree among all who show the record', async () => {
    const { store } = await server()
    const seen: string[][] = []
    const Field = ({ at }: { at: number }) => {
      const { editedRecord } = useEntityRecord('postType', 'post', 1)
      return <i data-at={at}>{String(editedRecord?.title)}</i>
    }
    const { container } = show(
      store,
      <>
        <Field at={0} />
        <Field at={1} />
      </>,
    )
    await after()
    for (const title of ['A', 'B', 'C']) {
      act(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title })))
      seen.push([...container.querySelectorAll('i')].map((field) => field.textContent))
    }
    expect(seen).toEqual([
      ['A', 'A'],
      ['B', 'B'],
      ['C', 'C'],
    ])
  })
})

describe('a component with useEntityRecords renders again', () => {
  it('not when records of its rows are edited', async () => {
    const { store } = await server()
    const { renders } = listReader(store, (shown) => ({ ...shown }))
    await after()
    const loaded = renders()
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' })))
    expect(renders()).toBe(loaded)
  })

  it('not when a record is received that is none of its rows', async () => {
    const { store } = await server()
    const { renders } = listReader(store, (shown) => ({ ...shown }))
    await after()
    const loaded = renders()
    await after(() => store.dispatch(receiveEntityRecords('postType', 'post', post(9))))
    expect(renders()).toBe(loaded)
  })

  it('when one of its rows changes on the server, with the other rows as they were', async () => {
    const { store } = await server()
    const rows: unknown[] = []
    const { renders } = listReader(store, ({ records }) => {
      rows.push(records)
      return null
    })
    await after()
    const loaded = renders()
    await after(() => store.dispatch(receiveEntityRecords('postType', 'post', post(2, { slug: 'other' }))))
    expect(renders()).toBe(loaded + 1)
    const [before, now] = rows.slice(-2) as [unknown[], unknown[]]
    expect(now[0]).toBe(before[0])
    expect(now[1]).not.toBe(before[1])
  })

  it('not for its rows when it looks at the totals alone', async () => {
    const { store } = await server()
    const { renders, text } = listReader(store, ({ totalItems, totalPages }) => [totalItems, totalPages])
    await after()
    expect(text()).toBe('[2,1]')
    const loaded = renders()
    await after(() => store.dispatch(receiveEntityRecords('postType', 'post', post(2, { slug: 'other' }))))
    expect(renders()).toBe(loaded)
  })

  it('not when the same list is received again', async () => {
    const { store, log } = await server()
    const { renders } = listReader(store, ({ records, status }) => [records, status])
    await after()
    await after(() => store.dispatch(invalidate({ kind: 'postType', name: 'post' })))
    expect(log).toHaveLength(2)
    expect(renders()).toBe(2)
  })
})

describe('what wakes a component', () => {
  it('is one listener at the address of what it shows, so that one change wakes it once', async () => {
    const { store } = await server()
    const listeners = new Set<unknown>()
    const watched: EntityStore = {
      ...store,
      subscribeTo: (address, listener) => {
        listeners.add(listener)
        return store.subscribeTo(address, listener)
      },
      subscribeToAll: (addresses, listener) => {
        listeners.add(listener)
        return store.subscribeToAll(addresses, listener)
      },
    }
    recordReader(watched, ({ hasEdits }) => hasEdits)
    expect(store.listenerCount()).toBe(1)
    expect(listeners.size).toBe(1)
  })
})
