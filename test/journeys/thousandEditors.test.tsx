import { editEntityRecord, receiveEntityRecords } from 'copydesk'
import { useEntityRecord, useEntityRecords } from 'copydesk/react'
import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { post } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

const sparse = (at: number) => 37 * at + 5

it('among ten thousand records and a thousand components, an edit renders exactly those that show its record', async () => {
  const { store } = await siteStore(({ path }) => {
    const id = /posts\/(\d+)/.exec(path)?.[1]
    return id === undefined ? undefined : post(Number(id))
  })
  store.dispatch(
    receiveEntityRecords(
      'postType',
      'post',
      Array.from({ length: 10_000 }, (_, at) => post(sparse(at))),
    ),
  )
  const renders: string[] = []
  const Title = ({ id }: { id: number }) => {
    const { editedRecord } = useEntityRecord('postType', 'post', id)
    renders.push(`title ${id}`)
    return <i id={`title-${id}`}>{String(editedRecord?.title)}</i>
  }
  const Slug = ({ id }: { id: number }) => {
    const { record } = useEntityRecord('postType', 'post', id)
    renders.push(`slug ${id}`)
    return <i>{record?.slug}</i>
  }
  const List = () => {
    renders.push('list')
    return <p>{useEntityRecords('postType', 'post').records?.length}</p>
  }
  const { container } = show(
    store,
    <>
      {Array.from({ length: 998 }, (_, at) => (
        <Title key={at} id={sparse(at)} />
      ))}
      <Title id={sparse(3)} />
      <Slug id={sparse(3)} />
      <List />
    </>,
  )
  await after()
  renders.length = 0
  act(() => store.dispatch(editEntityRecord('postType', 'post', sparse(3), { title: 'New' })))
  expect(renders).toEqual([`title ${sparse(3)}`, `title ${sparse(3)}`])
  expect([...container.querySelectorAll(`#title-${sparse(3)}`)].map((title) => title.textContent)).toEqual([
    'New',
    'New',
  ])
})
