import { editEntityRecord, receiveEntityRecords, undo } from 'copydesk'
import { useEntityRecord, useEntityRecords } from 'copydesk/react'
import { memo } from 'react'
import { describe, expect, it } from 'vitest'
import { post } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

const ids = Array.from({ length: 300 }, (none, at) => 37 * at + 5)
const all = () => ids.map((id) => post(id))

describe('on a page of three hundred components, each on one record', () => {
  it('an edit and its undo render one component each, and ask the server nothing', async () => {
    const { store, log } = await siteStore(({ path }) => post(Number(/posts\/(\d+)/.exec(path)?.[1])))
    const rendered: number[] = []
    const Title = ({ id }: { id: number }) => {
      rendered.push(id)
      return <p>{String(useEntityRecord('postType', 'post', id).editedRecord?.title)}</p>
    }
    const { container } = show(
      store,
      ids.map((id) => <Title key={id} id={id} />),
    )
    await after()
    expect(log).toHaveLength(300)
    rendered.length = 0
    await after(() => store.dispatch(editEntityRecord('postType', 'post', ids[70], { title: 'New' })))
    expect(rendered).toEqual([ids[70]])
    expect(container.querySelectorAll('p')[70]?.textContent).toBe('New')
    await after(() => store.dispatch(undo()))
    expect(rendered).toEqual([ids[70], ids[70]])
    expect(log).toHaveLength(300)
  })
})

describe('a list view of a hundred rows', () => {
  it('renders the list once and one row when the server tells of one, and nothing when it tells the same', async () => {
    const { store } = await siteStore(() => all().slice(0, 100))
    const rendered: unknown[] = []
    const Row = memo(function Row({ record }: { record: { readonly id: number; readonly slug: string } }) {
      rendered.push(record.id)
      return <li>{record.slug}</li>
    })
    const List = () => {
      const { records } = useEntityRecords('postType', 'post', { per_page: 100 })
      rendered.push('list')
      return (
        <ul>
          {records?.map((record) => (
            <Row key={record.id} record={record} />
          ))}
        </ul>
      )
    }
    const { container } = show(store, <List />)
    await after()
    expect(container.querySelectorAll('li')).toHaveLength(100)
    rendered.length = 0
    await after(() =>
      store.dispatch(receiveEntityRecords('postType', 'post', post(ids[7] ?? 0, { slug: 'new' }))),
    )
    expect(rendered).toEqual(['list', ids[7]])
    await after(() =>
      store.dispatch(receiveEntityRecords('postType', 'post', post(ids[7] ?? 0, { slug: 'new' }))),
    )
    expect(rendered).toEqual(['list', ids[7]])
  })
})
