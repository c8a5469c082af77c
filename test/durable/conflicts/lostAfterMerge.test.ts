import { fetchEntityRecord, RestError, type Fetcher } from 'copydesk'
import { expect, it } from 'vitest'
import { conflictStore, paragraphs } from './conflictStores'

it('a title that a colleague writes after a save was lost that had merged the text is not replaced unseen', async () => {
  let ask: Fetcher | undefined
  let isBroken = true
  const fetcher: Fetcher = (request) => {
    if (!isBroken || request.method !== 'PUT') return (ask as Fetcher)(request)
    return Promise.reject(new RestError({ code: 'bad_gateway', message: 'Broken.', status: 502 }))
  }
  const { edit, save, elsewhere, conflict, onSite, store } = await conflictStore({
    store: { fetcher },
    ask: (asked) => (ask = asked),
  })
  edit(1, { title: 'Mine', content: paragraphs('mine', 'B', 'C') })
  await elsewhere({ content: paragraphs('A', 'B', 'theirs') })
  await save(1)
  isBroken = false
  await elsewhere({ title: 'Theirs' })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1, {}, { force: true }))
  await save(1)
  expect((await onSite()).title.raw).toBe('Theirs')
  expect(conflict()?.fields.title).toMatchObject({ mine: 'Mine', theirs: 'Theirs' })
})

it('terms that a colleague has taken too are not written once more', async () => {
  const { edit, save, elsewhere, sent, shown, standing } = await conflictStore()
  edit(1, { categories: [11, 12] })
  await elsewhere({ categories: [11, 12, 13] })
  await save(1)
  expect(sent()).toEqual([])
  expect([shown()?.categories, standing()]).toEqual([[11, 12, 13], 'clean'])
})

it('a title that was written as an object and saved, unanswered, is no conflict with what the site made of it', async () => {
  let ask: Fetcher | undefined
  let isLosing = true
  const fetcher: Fetcher = async (request) => {
    const response = await (ask as Fetcher)(request)
    if (!isLosing || request.method !== 'PUT') return response
    throw new RestError({ code: 'bad_gateway', message: 'Lost.', status: 502 })
  }
  const { edit, save, conflict, onSite } = await conflictStore({
    store: { fetcher },
    ask: (asked) => (ask = asked),
  })
  // As servers take it, and types do not.
  edit(1, { title: { raw: 'In an object' } as unknown as string })
  await save(1)
  isLosing = false
  edit(1, { excerpt: 'Typed since.' })
  await save(1)
  expect(conflict()).toBeUndefined()
  expect((await onSite()).title.raw).toBe('In an object')
})
