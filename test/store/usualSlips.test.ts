import {
  createEntityStore,
  createRestFetcher,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEntityRecord,
  selectEditedEntityRecord,
  selectEntityRecord,
  selectEntityRecords,
  type EntityState,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'

const site = createMockSite({ posts: [{ id: 1, title: 'Tides' }] })
const makeStore = () => createEntityStore({ fetcher: site.fetcher, devTools: false })

const answering = (status: number, body: string) =>
  createEntityStore({
    devTools: false,
    fetcher: createRestFetcher({
      root: 'https://example.org/',
      retry: false,
      fetch: () => Promise.resolve(new Response(body, { status })),
    }),
  })

describe("Redux's usual slips", () => {
  const whole = { counter: 1, copydesk: {} } as unknown as EntityState

  it.each([
    ['selectEntityRecord', (state: EntityState) => selectEntityRecord(state, 'postType', 'post', 1)],
    ['selectEntityRecords', (state: EntityState) => selectEntityRecords(state, 'postType', 'post')],
    [
      'selectEditedEntityRecord',
      (state: EntityState) => selectEditedEntityRecord(state, 'postType', 'post', 1),
    ],
  ])('the whole state for %s: says what it was given, and what to pass', (_, select) => {
    const error = expect.objectContaining({ code: 'wrong_state' }) as Error
    expect(() => select(whole)).toThrow(error)
    expect(() => select(whole)).toThrow(/it has counter, copydesk\. .* pass selectors state\[reducerPath\]/)
  })

  it('a thunk in a store of your own: says where to dispatch it', async () => {
    const run = (thunk: unknown) =>
      (thunk as (...store: unknown[]) => unknown)(
        () => undefined,
        () => whole,
        undefined,
      )
    const edit = editEntityRecord('postType', 'post', 1, { title: 'Ebb' })
    expect(() => run(edit)).toThrow(/dispatch thunks with the dispatch of the entity store/)
    const reading = Promise.resolve().then(() => run(fetchEntityRecord('postType', 'post', 1)))
    await expect(reading).rejects.toThrow(/dispatch thunks with the dispatch of the entity store/)
  })
})

describe('A name that is one letter off', () => {
  it.each([
    ['posttype', 'post', 'Did you mean ("postType", "post")?'],
    ['postType', 'posts', 'Did you mean ("postType", "post")?'],
    ['root', 'usr', 'Did you mean ("root", "user")?'],
    ['taxonomy', 'categroy', 'Did you mean ("taxonomy", "category")?'],
  ])('(%s, %s) is told what was mostly meant', async (kind, name, meant) => {
    const { dispatch } = makeStore()
    await dispatch(fetchEntityRecord('postType', 'post', 1))
    await dispatch(fetchEntityRecord('taxonomy', 'category', 1)).catch(() => undefined)
    const saved = await dispatch(saveEntityRecord<string, string>(kind, name, {}, { result: true }))
    expect(saved.error?.message).toContain(meant)
  })

  it('far from all of them is told of none', async () => {
    const saved = await makeStore().dispatch(saveEntityRecord('shop', 'order', {}, { result: true }))
    expect(saved.error?.message).not.toContain('Did you mean')
  })
})

describe('A root', () => {
  it.each(['example.org/wp-json/', 'undefined/wp-json/', 'wp-json/'])(
    'without a scheme is refused where it is given: %s',
    (root) => {
      expect(() => createRestFetcher({ root })).toThrow(`root is ${root}, without https://`)
    },
  )

  it('with a namespace is refused where it is given', () => {
    expect(() => createRestFetcher({ root: 'https://example.org/wp-json/wp/v2' })).toThrow('Leave /wp/v2 out')
  })

  it.each([
    [404, '<!doctype html>'],
    [200, '<!doctype html>'],
    [404, '{}'],
  ])('without wp-json is asked about in the error of the first read (%i %s)', async (status, body) => {
    const reading = answering(status, body).dispatch(fetchEntityRecord('postType', 'post', 1))
    await expect(reading).rejects.toThrow('Is https://example.org/ the root of the REST interface?')
  })
})

describe('A visitor who is not signed in', () => {
  const refusal = JSON.stringify({ code: 'rest_forbidden_context', message: 'Sorry.', data: { status: 401 } })

  it('is told what to pass, in development', async () => {
    const reading = answering(401, refusal).dispatch(fetchEntityRecord('root', 'user', 1))
    await expect(reading).rejects.toThrow(
      "Sorry. Nobody is signed in: pass nonce or authorization to createRestFetcher, or read with { context: 'view' }",
    )
  })

  it('who has credentials, which were refused, is told what the site says alone', async () => {
    const fetcher = createRestFetcher({
      root: 'https://example.org/wp-json/',
      authorization: { username: 'ann', password: 'wrong' },
      fetch: () => Promise.resolve(new Response(refusal, { status: 401 })),
    })
    const { dispatch } = createEntityStore({ fetcher, devTools: false })
    await expect(dispatch(fetchEntityRecord('root', 'user', 1))).rejects.toThrow(/^Sorry\.$/)
  })
})

it('NaN as an id is named as what it is', async () => {
  const reading = Promise.resolve().then(() =>
    makeStore().dispatch(fetchEntityRecord('postType', 'post', Number.NaN)),
  )
  await expect(reading).rejects.toThrow(/NaN/)
  expect(await makeStore().dispatch(fetchEntityRecords('postType', 'post'))).toHaveLength(1)
})
