import {
  createEntityStore,
  type EntityState,
  type Fetcher,
  type ReadOptions,
  selectResolution,
} from 'copydesk'
import { answerReceived } from 'copydesk/actions'
import { questionOf } from '../../src/resolution/question'
import { describe, expect, test, vi } from 'vitest'
import { fetchRead } from '../../src/resolution/runRead'
import { defineLookup, lookupFacts, selectLookup } from '../../src/wordpress/lookups/lookup'
import { passes } from '../support/until'

const question = questionOf('fetchEmbedPreview', 'https://example.org')
const facts = lookupFacts<unknown>(question)
type Definition = Partial<Parameters<typeof defineLookup<EntityState, [], unknown>>[0]>

/** Reads an embed, asked for as a test says. */
const lookUp = (definition: Definition = {}, options?: ReadOptions) => {
  const read = defineLookup<EntityState, [], unknown>({
    facts: () => facts,
    path: '/oembed',
    select: (state) => selectLookup(state, facts),
    ...definition,
  })
  return fetchRead(read, [], options)
}

const { key } = question
const headers = { get: () => null }

function storeAnswering(answer: () => unknown) {
  const fetcher = vi.fn<Fetcher>(async () => ({ status: 200, headers, data: await answer() }))
  return { fetcher, store: createEntityStore({ fetcher, devTools: false }) }
}

describe('the key of a question', () => {
  test('is the same for an absent argument, an undefined one and an empty query', () => {
    expect(questionOf('fetchAuthors', {}).key).toBe(questionOf('fetchAuthors').key)
    expect(questionOf('fetchAuthors', undefined).key).toBe(questionOf('fetchAuthors').key)
  })

  test('is the same for 1 and "1", and for a query in another order', () => {
    expect(questionOf('fetchAutosaves', 'post', 1).key).toBe(questionOf('fetchAutosaves', 'post', '1').key)
    expect(questionOf('fetchAuthors', { a: 1, b: 2 }).key).toBe(
      questionOf('fetchAuthors', { b: 2, a: 1 }).key,
    )
  })

  test('tells arguments apart that look alike when joined', () => {
    expect(questionOf('fetchAutosaves', 'a,b').key).not.toBe(questionOf('fetchAutosaves', 'a', 'b').key)
  })
})

describe('looking something up', () => {
  test('keeps the answer, and asks once', async () => {
    const { store, fetcher } = storeAnswering(() => ({ html: '<p>' }))
    const first = await store.dispatch(lookUp())
    const second = await store.dispatch(lookUp())
    expect(first).toEqual({ html: '<p>' })
    expect(second).toBe(first)
    expect(fetcher).toHaveBeenCalledTimes(1)
    expect(selectResolution(store.getState(), 'fetchEmbedPreview', 'https://example.org').status).toBe(
      'success',
    )
  })

  test('shares one request among callers of the same tick', async () => {
    const { store, fetcher } = storeAnswering(() => ({}))
    await Promise.all([store.dispatch(lookUp()), store.dispatch(lookUp())])
    expect(fetcher).toHaveBeenCalledTimes(1)
  })

  test('rejects when the request fails, shows the error and asks again the next time', async () => {
    const { store, fetcher } = storeAnswering(() => Promise.reject(new Error('down')))
    await expect(store.dispatch(lookUp())).rejects.toThrow('down')
    expect(selectResolution(store.getState(), 'fetchEmbedPreview', 'https://example.org').status).toBe(
      'error',
    )
    await expect(store.dispatch(lookUp())).rejects.toThrow('down')
    expect(fetcher).toHaveBeenCalledTimes(2)
  })

  test('keeps what a failure stands for', async () => {
    const { store } = storeAnswering(() => Promise.reject(new Error('down')))
    await expect(store.dispatch(lookUp({ whenFailed: () => false }))).resolves.toBe(false)
    expect(selectLookup(store.getState(), facts)).toBe(false)
  })

  test('lets an abort through where a failure stands for something', async () => {
    const { store } = storeAnswering(() => new Promise(() => undefined))
    const controller = new AbortController()
    const asked = store.dispatch(lookUp({ whenFailed: () => false }, { signal: controller.signal }))
    controller.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    expect(selectLookup(store.getState(), facts)).toBeUndefined()
  })

  test('never puts an older answer over one put in by hand', async () => {
    let answer: (value: unknown) => void = () => undefined
    const { store, fetcher } = storeAnswering(() => new Promise((resolve) => (answer = resolve)))
    const asked = store.dispatch(lookUp())
    await passes(() => expect(fetcher).toHaveBeenCalled())
    store.dispatch((dispatch, getState, { nextSeq }) =>
      dispatch(answerReceived(key, { a: 'newer' }, nextSeq())),
    )
    answer({ a: 'older' })
    await expect(asked).resolves.toEqual({ a: 'newer' })
  })

  test('keeps the identity of an answer that says the same again', async () => {
    const { store } = storeAnswering(() => ({ deep: { list: [1] } }))
    const first = await store.dispatch(lookUp())
    const second = await store.dispatch(lookUp({ path: '/oembed' }, { force: true }))
    expect(second).toBe(first)
  })

  test('forgets an answer that is received as undefined', () => {
    const { store } = storeAnswering(() => ({}))
    store.dispatch(answerReceived(key, 1, 1))
    store.dispatch(answerReceived(key, undefined, 2))
    expect(selectLookup(store.getState(), facts)).toBeUndefined()
  })
})
