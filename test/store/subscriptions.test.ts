import { createEntityStore, receiveEntityRecords, removeEntityRecords } from 'copydesk'
import { addresses, batched, entityKey, recordsReceived, type RecordKey } from 'copydesk/actions'
import { afterEach, describe, expect, it, vi } from 'vitest'

const posts = addresses.entity(entityKey('postType', 'post'))
const postAt = (key: string) => addresses.record(entityKey('postType', 'post'), key as RecordKey)
const pageOne = addresses.record(entityKey('postType', 'page'), '1' as RecordKey)

/** A store without a server, and what changes records in it. */
function openStore() {
  const store = createEntityStore({
    fetcher: () => Promise.reject(new Error('Nothing is to be asked.')),
    devTools: false,
    entities: ['post', 'page'].map((name) => ({ kind: 'postType', name, baseURL: `/${name}s` })),
  })
  let changes = 0
  const receive = (name: 'post' | 'page', ...ids: number[]) => {
    const records = ids.map((id) => ({ id, slug: `change-${++changes}` }))
    store.dispatch(receiveEntityRecords('postType', name, records))
  }
  return { ...store, add: store.subscribeTo, count: store.listenerCount, receive }
}

describe('a subscription', () => {
  it('to a record is woken each time that record changes', () => {
    const { add, receive } = openStore()
    const listener = vi.fn()
    add(postAt('1'), listener)
    receive('post', 1)
    receive('post', 2, 1)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('to a record is not woken for others', () => {
    const { add, receive } = openStore()
    const listener = vi.fn()
    add(postAt('1'), listener)
    receive('post', 2, 11)
    receive('page', 1)
    receive('post')
    expect(listener).not.toHaveBeenCalled()
  })

  it('to an entity is woken for any of its records', () => {
    const { add, receive } = openStore()
    const listener = vi.fn()
    add(posts, listener)
    receive('post', 1)
    receive('post', 2, 3)
    receive('page', 1)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('is woken once for many changes that concern it', () => {
    const { add, dispatch, getState } = openStore()
    const listener = vi.fn()
    add(postAt('1'), listener)
    add(postAt('2'), listener)
    add(posts, listener)
    const received = (id: number) =>
      recordsReceived({
        entity: entityKey('postType', 'post'),
        context: 'default',
        records: [{ id, slug: 'new' }],
        keys: [String(id) as never],
        fields: null,
        isRead: false,
        rawAttributes: [],
        mergedEdits: [],
        seq: getState().entities.seq + id,
      })
    dispatch(batched([received(1), received(2)]))
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('is not woken after it has left', () => {
    const { add, receive, count } = openStore()
    const listener = vi.fn()
    const leave = add(postAt('1'), listener)
    leave()
    receive('post', 1)
    expect(listener).not.toHaveBeenCalled()
    expect(count()).toBe(0)
  })

  it('leaves by itself, also where the same listener waits twice for the same', () => {
    const { add, receive, count } = openStore()
    const listener = vi.fn()
    const leave = add(postAt('1'), listener)
    add(postAt('1'), listener)
    leave()
    leave()
    receive('post', 1)
    expect(listener).toHaveBeenCalledTimes(1)
    expect(count()).toBe(1)
  })

  it('works again when the last one of an entity had left', () => {
    const { add, receive } = openStore()
    const first = add(postAt('1'), vi.fn())
    first()
    const listener = vi.fn()
    add(postAt('1'), listener)
    first()
    receive('post', 1)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('that leaves while others are woken is not woken in that round', () => {
    const { add, receive } = openStore()
    const second = vi.fn()
    add(postAt('1'), () => leave())
    const leave = add(postAt('1'), second)
    receive('post', 1)
    expect(second).not.toHaveBeenCalled()
  })

  it('that joins while others are woken waits for the next round', () => {
    const { add, receive } = openStore()
    const late = vi.fn()
    add(postAt('1'), () => add(postAt('1'), late))
    receive('post', 1)
    expect(late).not.toHaveBeenCalled()
    receive('post', 1)
    expect(late).toHaveBeenCalledTimes(1)
  })

  it('may change other records itself, and everybody sees both rounds', () => {
    const { add, receive } = openStore()
    const rounds: string[] = []
    add(postAt('1'), () => {
      rounds.push('one')
      if (rounds.length === 1) receive('post', 2)
    })
    add(postAt('2'), () => rounds.push('two'))
    receive('post', 1)
    expect(rounds).toEqual(['one', 'two'])
  })

  it.each([
    ['few', 1],
    ['many', 30],
  ])('to a record is woken for a row that is another one, where %s are waited for', (many, count) => {
    const { add, dispatch, receive } = openStore()
    receive('post', 1, 10)
    const woken: string[] = []
    for (let at = 0; at < count; at++) add(postAt(`${at + 10}`), () => woken.push(`${at + 10}`))
    add(postAt('1'), () => woken.push('1'))
    add(posts, () => woken.push('any'))
    add(pageOne, () => woken.push('page'))
    receive('post', 1)
    expect(woken.sort()).toEqual(['1', 'any'])
    woken.length = 0
    receive('page', 2)
    expect(woken).toEqual([])
    dispatch(removeEntityRecords('postType', 'post', [1, 10]))
    expect(woken.sort()).toEqual(['1', '10', 'any'])
  })
})

describe('a listener that throws', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  function throwing() {
    const { add, receive } = openStore()
    const seen: unknown[] = []
    const errors = [new Error('one'), new Error('two')]
    errors.forEach((error) =>
      add(postAt('1'), () => {
        seen.push(error.message)
        throw error
      }),
    )
    add(postAt('1'), () => seen.push('well'))
    return { seen, errors, wake: () => receive('post', 1) }
  }

  it('keeps nobody from being woken, and is reported after the round', () => {
    const { seen, wake } = throwing()
    vi.stubGlobal('reportError', (error: Error) => seen.push(`reported ${error.message}`))
    wake()
    expect(seen).toEqual(['one', 'two', 'well', 'reported one', 'reported two'])
  })

  it('is shown on the console where the platform takes no reports', () => {
    const { errors, wake } = throwing()
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.stubGlobal('reportError', undefined)
    wake()
    expect(shown.mock.calls).toEqual(errors.map((error) => [error]))
  })
})
