import { fireEvent, screen } from '@testing-library/react'
import { createEntityStore, defineEntity, type FetchRequest } from 'copydesk'
import { recordHooks } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { after, show } from '../support/screen'
import { passes } from '../support/until'

const posts = recordHooks('postType', 'post')

it('shows, edits, undoes and makes records of one entity that was said once', async () => {
  const site = createMockSite({ posts: [{ id: 7, title: 'Tides' }] })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
  function Form() {
    const { value = '', set } = posts.useField(7, 'title')
    const { record, save } = posts.useRecord(7)
    const { undo, hasUndo } = posts.useUndo(7)
    const made = posts.useNew({ status: 'draft', title: 'Quays' })
    const { canUpdate } = posts.usePermissions(7)
    const list = posts.useRecords({ _fields: 'id' })
    const more = posts.useInfiniteRecords({ _fields: ['id'] })
    posts.useAutosave(7, { enabled: false })
    return (
      <>
        <input aria-label="Title" value={value} onChange={({ target }) => set(target.value)} />
        <button onClick={undo} disabled={!hasUndo}>
          Undo
        </button>
        <button onClick={() => save()}>Save</button>
        <button onClick={() => made.save()}>Make</button>
        <output>
          {[
            record?.title.raw,
            posts.useRecordState(7),
            canUpdate,
            list.records?.length,
            more.records?.length,
            made.record?.title.raw,
          ].join(' ')}
        </output>
      </>
    )
  }
  const Row = () => (
    <p>
      {posts.useSuspenseRecord(7).record.slug} {posts.useSuspenseRecords().records.length}
    </p>
  )
  show(
    store,
    <Suspense>
      <Form />
      <Row />
    </Suspense>,
  )
  const said = (text: string) =>
    passes(async () => {
      await after()
      expect(screen.getByRole('status').textContent).toBe(text)
    })
  await said('Tides saved true 1 1 ')
  expect(screen.getByText('tides 1')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Ebb' } })
  await said('Tides unsaved true 1 1 ')
  fireEvent.click(screen.getByText('Undo'))
  await said('Tides saved true 1 1 ')
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Flood' } })
  fireEvent.click(screen.getByText('Save'))
  await said('Flood saved true 1 1 ')
  fireEvent.click(screen.getByText('Make'))
  await said('Flood saved true 1 1 Quays')
})

it('takes an entity of your own by its definition, typed by its record', async () => {
  interface Order {
    readonly id: number
    readonly total: string
  }
  const orders = defineEntity({ kind: 'shop', name: 'order', baseURL: '/shop/v1/orders' })
  const shop = recordHooks<Order>(orders)
  const fetcher = ({ path = '' }: FetchRequest) =>
    Promise.resolve({
      status: 200,
      headers: new Headers(),
      data: { id: Number(/\d+$/.exec(path)?.[0]), total: '9.90' },
    })
  const store = createEntityStore({ fetcher, entities: [orders], devTools: false })
  const Total = () => <output>{shop.useRecord(5).record?.total.padStart(6)}</output>
  show(store, <Total />)
  await after()
  expect(screen.getByRole('status').textContent).toBe('  9.90')
  expect([shop.kind, shop.name]).toEqual(['shop', 'order'])
})
