import {
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEditedEntityRecord,
  selectEntityRecordsTotalPages,
} from 'copydesk'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openNotes } from './store'

let server: ViteDevServer
let root: string

beforeAll(async () => {
  // As `npm start` does it, on a port that is free.
  server = await createServer({ server: { host: '127.0.0.1', port: 0, hmr: false }, logLevel: 'error' })
  await server.listen()
  root = `${server.resolvedUrls?.local[0]}api/`
})
afterAll(() => server.close())

const onServer = async (id: number) => (await fetch(`${root}notes/${id}`)).json()

it('gives the notes in pages, and those that are searched for', async () => {
  const { dispatch, getState } = openNotes(root)
  const query = { _sort: 'title', page: 2, per_page: 5 }
  const titles = async (asked: object) =>
    (await dispatch(fetchEntityRecords('notebook', 'note', { ...query, ...asked })))?.map(
      ({ title }) => title,
    )
  expect(await titles({})).toEqual([
    ...['Ferry times', 'Interview at noon', 'Pay the printer', 'Pictures of the ferry', 'Read the proofs'],
  ])
  expect(selectEntityRecordsTotalPages(getState(), 'notebook', 'note', query)).toBe(3)
  expect(await titles({ title_like: 'ferry', page: 1 })).toEqual(['Ferry times', 'Pictures of the ferry'])
})

it('saves what was edited and keeps the rest, and deletes', async () => {
  const { dispatch } = openNotes(root)
  const before = await dispatch(fetchEntityRecord('notebook', 'note', 2))
  dispatch(editEntityRecord('notebook', 'note', 2, { title: 'Call Ben' }))
  await dispatch(saveEditedEntityRecord('notebook', 'note', 2, { throwOnError: true }))
  expect(await onServer(2)).toEqual({ ...before, title: 'Call Ben' })
  await dispatch(deleteEntityRecord('notebook', 'note', 2, {}, { throwOnError: true }))
  expect(await onServer(2)).toEqual({})
})
