import {
  editEntityRecord,
  RestError,
  saveEditedEntityRecord,
  selectEntityRecordEdits,
  undo,
  type EntityStore,
} from 'copydesk'
import { useEntityField, type UseEntityFieldResult } from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { post, reply, type Rule } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

const allowed: Rule = ({ method }) =>
  method === 'GET' ? reply(post(1), { headers: { Allow: 'GET, PUT' } }) : undefined

async function field(path: string, { rule = allowed, strict = false, id = 1 } = {}) {
  const site = await siteStore(rule)
  const results: UseEntityFieldResult<unknown>[] = []
  const Field = () => {
    results.push(useEntityField<string, string, string>('postType', 'post', id, path))
    return null
  }
  const screen = show(site.store, <Field />, { strict })
  await after()
  return { ...site, ...screen, results, now: () => results.at(-1) as UseEntityFieldResult<unknown> }
}

const editsOf = (store: EntityStore) => selectEntityRecordEdits(store.getState(), 'postType', 'post', 1)

describe.each([{ strict: false }, { strict: true }])('useEntityField, strict: $strict', ({ strict }) => {
  it('reads the record and gives the plain text of a field, and whether it may be changed, by one request', async () => {
    const { results, now, log } = await field('title', { strict })
    expect(results[0]).toMatchObject({
      value: undefined,
      error: undefined,
      isDirty: false,
      canEdit: undefined,
    })
    expect(now()).toMatchObject({ value: 'Post 1', error: undefined, isDirty: false, canEdit: true })
    expect(log).toEqual(['GET /wp/v2/posts/1?context=edit'])
  })

  it('sets the field, by a function that stays the same', async () => {
    const { store, now } = await field('title', { strict })
    const { set } = now()
    await after(() => set('New'))
    expect(now()).toMatchObject({ value: 'New', isDirty: true })
    expect(editsOf(store)).toEqual({ title: 'New' })
    expect(now().set).toBe(set)
    await after(() => set('Post 1'))
    expect(now().isDirty).toBe(false)
  })
})

describe('useEntityField', () => {
  it('takes what is typed in a row back by one undo', async () => {
    const { store, now } = await field('title')
    for (const title of ['N', 'Ne', 'New']) await after(() => now().set(title))
    await after(() => store.dispatch(undo()))
    expect(now()).toMatchObject({ value: 'Post 1', isDirty: false })
  })

  it('gives and sets a part of a field, and leaves the other parts alone', async () => {
    const { store, now } = await field('meta.a')
    expect(now().value).toBe(1)
    await after(() => now().set(5))
    expect(now()).toMatchObject({ value: 5, isDirty: true })
    expect(editsOf(store)).toEqual({ meta: { a: 5, b: 2 } })
  })

  it('gives the text of a field that the server renders, though it is not among those that are edited so', async () => {
    const { now } = await field('guid', {
      rule: ({ method }) =>
        method === 'GET'
          ? reply(post(1, { guid: { raw: 'https://x.org/?p=1', rendered: 'https://x.org/?p=1#38' } }), {
              headers: { Allow: 'GET, PUT' },
            })
          : undefined,
    })
    expect(now()).toMatchObject({ value: 'https://x.org/?p=1', isDirty: false })
  })

  it('sets a part of a property that is not merged by the whole property', async () => {
    const { store, now } = await field('styles.color', {
      rule: ({ method }) =>
        method === 'GET'
          ? reply(post(1, { styles: { color: 1, text: 2 } }), { headers: { Allow: 'GET, PUT' } })
          : undefined,
    })
    await after(() => now().set(5))
    expect(now()).toMatchObject({ value: 5, isDirty: true })
    expect(editsOf(store)).toEqual({ styles: { color: 5, text: 2 } })
  })

  it('is not dirty by an edit to another part of the field', async () => {
    const { store, now } = await field('meta.a')
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { meta: { b: 7 } })))
    expect(now()).toMatchObject({ value: 1, isDirty: false })
  })

  it('renders not for other fields', async () => {
    const { store, results } = await field('title')
    const before = results.length
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { slug: 'new' })))
    expect(results).toHaveLength(before)
  })

  it.each([
    ['title', { title: 'Too long.' }, 'Too long.'],
    ['slug', { title: 'Too long.' }, undefined],
    ['meta.a', { meta: 'meta.a is not of type string.' }, 'meta.a is not of type string.'],
    ['meta.a', { meta: 'meta[a] is not of type string.' }, 'meta[a] is not of type string.'],
    ['meta.a', { meta: 'meta.b is not of type string.' }, undefined],
    ['meta.a', { 'meta.a': 'Too long.' }, 'Too long.'],
    ['title', undefined, undefined],
  ])('says of %s what the server had against it: %j', async (path, params, expected) => {
    const { store, now } = await field(path, {
      rule: (request) =>
        request.method === 'GET'
          ? allowed(request)
          : new RestError({
              code: 'rest_invalid_param',
              message: 'Invalid parameter(s).',
              status: 400,
              data: { status: 400, params },
            }),
    })
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' })))
    await after(() => store.dispatch(saveEditedEntityRecord('postType', 'post', 1)))
    expect(now().error).toBe(expected)
  })

  it('says that the user may not edit', async () => {
    const { now } = await field('title', {
      rule: ({ method }) => (method === 'GET' ? reply(post(1), { headers: { Allow: 'GET' } }) : undefined),
    })
    expect(now().canEdit).toBe(false)
  })

  it('asks what is allowed where the answer did not say', async () => {
    const { now, log } = await field('title', {
      rule: ({ method }) =>
        method === 'GET'
          ? post(1)
          : method === 'OPTIONS'
            ? reply({}, { headers: { Allow: 'GET, PUT' } })
            : undefined,
    })
    expect(now().canEdit).toBe(true)
    expect(log).toContain('OPTIONS /wp/v2/posts/1')
  })

  it('waits for an id', async () => {
    const { now, log } = await field('title', { id: 0 })
    expect(now()).toMatchObject({ value: undefined, canEdit: undefined })
    expect(log).toEqual([])
  })

  it('leaves nothing behind', async () => {
    const { store, unmount } = await field('title')
    unmount()
    expect(store.listenerCount()).toBe(0)
  })
})
