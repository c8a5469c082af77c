import { describe, expect, it } from 'vitest'
import {
  createEntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEntityRecord,
  selectEntityRecord,
  selectEntityRecords,
  selectResolution,
} from 'copydesk'
import { fakeServer, post, settle } from '../support/fakeServer'

const titled = (title: string) => post(9, { title: { raw: title, rendered: title } })

describe('a list that has a new record before its create was answered', () => {
  it('is newer than that answer, and the record is not asked for again', async () => {
    const { fetcher, waiting, log } = fakeServer()
    const { dispatch, getState } = createEntityStore({ fetcher, devTools: false })
    const created = dispatch(saveEntityRecord('postType', 'post', { title: 'New' }))
    await settle()
    const list = dispatch(fetchEntityRecords('postType', 'post'))
    await settle()
    // Somebody has changed the record as soon as it was there.
    waiting[1]?.answer([titled('Changed')])
    await list
    waiting[0]?.answer(titled('New'))
    await created
    expect(selectEntityRecord(getState(), 'postType', 'post', 9)?.title).toMatchObject({ raw: 'Changed' })
    const count = log.length
    await dispatch(fetchEntityRecord('postType', 'post', 9))
    expect(log).toHaveLength(count)
  })

  it('is no matter where no list had it', async () => {
    const { fetcher, waiting, log } = fakeServer()
    const { dispatch, getState } = createEntityStore({ fetcher, devTools: false })
    const created = dispatch(saveEntityRecord('postType', 'post', { title: 'New' }))
    await settle()
    waiting[0]?.answer(titled('New'))
    await created
    expect(selectEntityRecord(getState(), 'postType', 'post', 9)?.title).toMatchObject({ raw: 'New' })
    const count = log.length
    await dispatch(fetchEntityRecord('postType', 'post', 9))
    expect(log).toHaveLength(count)
  })
})

describe('a list that has a record which is not known and is being saved', () => {
  it('waits for the save, and is asked for again: it is neither empty nor older than the save', async () => {
    const { fetcher, waiting, log } = fakeServer()
    const { dispatch, getState } = createEntityStore({ fetcher, devTools: false })
    const saved = dispatch(saveEntityRecord('postType', 'post', { id: 9, title: 'Mine' }))
    await settle()
    const list = dispatch(fetchEntityRecords('postType', 'post'))
    await settle()
    waiting[1]?.answer([titled('Before'), post(8)])
    await settle()
    expect(selectEntityRecords(getState(), 'postType', 'post')).toBeNull()
    expect(selectResolution(getState(), 'fetchEntityRecords', 'postType', 'post').status).toBe('resolving')
    waiting[0]?.answer(titled('Mine'))
    await saved
    await settle()
    expect(log.filter((line) => line.startsWith('GET /wp/v2/posts?'))).toHaveLength(2)
    waiting.at(-1)?.answer([titled('Mine'), post(8)])
    expect((await list)?.map(({ id, title }) => [id, title.raw])).toEqual([
      [9, 'Mine'],
      [8, 'Post 8'],
    ])
  })

  it('is shown at once where it is asked for as visitors see it, which no save answers', async () => {
    const { fetcher, waiting } = fakeServer()
    const { dispatch, getState } = createEntityStore({ fetcher, devTools: false })
    const saved = dispatch(saveEntityRecord('postType', 'post', { id: 9, title: 'Mine' }))
    await settle()
    const list = dispatch(fetchEntityRecords('postType', 'post', { context: 'view' }))
    await settle()
    waiting[1]?.answer([titled('Before')])
    await settle()
    expect(selectEntityRecords(getState(), 'postType', 'post', { context: 'view' })).toHaveLength(1)
    waiting[0]?.answer(titled('Mine'))
    await Promise.all([saved, list])
  })
})
