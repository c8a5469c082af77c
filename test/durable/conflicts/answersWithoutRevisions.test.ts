import {
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  selectHasEdits,
  type FetchResponse,
  type Fetcher,
} from 'copydesk'
import { memoryStorage, selectSaveConflict } from 'copydesk/durable'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { person } from '../../support/person'

const records = [
  ['postType', 'post', 11, '/wp/v2/posts/11', 'slug', (text: string) => ({ slug: text.toLowerCase() })],
  ['postType', 'post', 11, '/wp/v2/posts/11', 'meta.sub', (text: string) => ({ meta: { sub: text } })],
  [
    'taxonomy',
    'category',
    21,
    '/wp/v2/categories/21',
    'description',
    (text: string) => ({ description: text }),
  ],
  ['root', 'user', 2, '/wp/v2/users/2', 'description', (text: string) => ({ description: text })],
  ['root', 'comment', 51, '/wp/v2/comments/51', 'content', (text: string) => ({ content: text })],
  ['postType', 'attachment', 41, '/wp/v2/media/41', 'caption', (text: string) => ({ caption: text })],
  ['postType', 'attachment', 41, '/wp/v2/media/41', 'description', (text: string) => ({ description: text })],
  ['root', 'menuItem', 71, '/wp/v2/menu-items/71', 'title', (text: string) => ({ title: text })],
  ['root', 'site', undefined, '/wp/v2/settings', 'title', (text: string) => ({ title: text })],
] as const

const menuItem = records.findIndex(([, name]) => name === 'menuItem')

/**
 * Somebody who saves what somebody else writes as well: before the answer, which has that, or before the save.
 * @param isOdd - Whether the server gives fields whole or not at all.
 */
async function answeredWith(index: number, theirs: string, { isBefore = false, isOdd = false } = {}) {
  const [kind, name, id, path, field, fields] = records[index] ?? records[0]
  const site = createMockSite({
    users: [
      { id: 1, username: 'ada', role: 'administrator' },
      { id: 2, username: 'ben', role: 'administrator' },
    ],
    terms: [{ id: 21, taxonomy: 'category', name: 'Seas' }],
    posts: [{ id: 11, title: 'Base', author: 'ada', status: 'publish' }],
    media: [{ id: 41, title: 'Pic', file: '2024/01/pic.png' }],
    comments: [{ id: 51, post: 11, content: 'Base' }],
    postMeta: { post: { sub: { type: 'string' } } as never },
    menus: [{ id: 61, name: 'Main', items: [{ id: 71, title: 'Base', url: 'https://x.test' }] }],
  })
  const ask = site.as('ada')
  await ask({ path, method: 'POST', data: fields('Base') })
  let isFirst = !isBefore
  const asked: string[] = []
  const fetcher: Fetcher = async (request): Promise<FetchResponse> => {
    asked.push(String(request.path))
    if (isOdd && request.path) request = { ...request, path: request.path.replace(/%2C[a-z]+\.raw/g, '') }
    const answer = await ask(request)
    if (request.method === undefined || request.method === 'GET' || request.method === 'OPTIONS' || !isFirst)
      return answer
    isFirst = false
    await site.as('ben')({ path, method: 'POST', data: fields(theirs) })
    return ask({ path: `${path}?context=edit` })
  }
  const { dispatch, getState, durability } = person({
    site,
    network: { fetcher },
    durability: { storage: memoryStorage().tab() },
  })
  await durability.ready
  await dispatch(fetchEntityRecord<string, string>(kind, name, id as number))
  dispatch(editEntityRecord<string, string>(kind, name, id as number, fields('Mine here')))
  if (isBefore) await site.as('ben')({ path, method: 'POST', data: fields(theirs) })
  asked.length = 0
  const result = await dispatch(
    saveEditedEntityRecord<string, string>(kind, name, id as number, { result: true }),
  )
  return {
    result,
    conflict: selectSaveConflict(getState(), kind, name, id)?.fields[field],
    hasEdits: selectHasEdits(getState(), kind, name, id),
    asked,
  }
}

describe('a save that is answered with what a colleague has written within the same moment', () => {
  it.each(records.map(([, name, , , field], index) => [name, field, index] as const))(
    'of what has no revisions is in conflict, and what was typed stays: %s %s',
    async (_, field, index) => {
      const { result, conflict, hasEdits } = await answeredWith(index, 'Theirs')
      expect(result).toMatchObject({ status: 'conflict' })
      expect(conflict).toMatchObject(
        field === 'slug' ? { theirs: 'theirs' } : { mine: 'Mine here', theirs: 'Theirs' },
      )
      expect(hasEdits).toBe(true)
    },
  )

  it('is in conflict, too, where both look like addresses and are none', async () => {
    const { result, conflict } = await answeredWith(menuItem, 'https://Ben has it')
    expect(result).toMatchObject({ status: 'conflict' })
    expect(conflict).toMatchObject({ mine: 'Mine here', theirs: 'https://Ben has it' })
  })

  it.each(records.map(([, name, , , field], index) => [name, field, index] as const))(
    'is saved where the site may have cleaned what was sent: %s %s',
    async (_, field, index) => {
      for (const cleaned of ['Mine', 'MINE HERE', ...(field === 'slug' ? ['mine-here-2'] : [' here '])])
        expect((await answeredWith(index, cleaned)).result).toMatchObject({ status: 'saved' })
    },
  )
})

describe('a save of what a colleague has changed since it was read', () => {
  it.each(records.map(([, name, , , field], index) => [name, field, index] as const))(
    'is in conflict, after one look: %s %s',
    async (_, field, index) => {
      const { result, conflict, hasEdits, asked } = await answeredWith(index, 'Theirs', { isBefore: true })
      expect(result).toMatchObject({ status: 'conflict' })
      expect(conflict).toMatchObject(
        field === 'slug' ? { theirs: 'theirs' } : { mine: 'Mine here', theirs: 'Theirs' },
      )
      expect(hasEdits).toBe(true)
      expect(asked).toHaveLength(1)
    },
  )

  it.each(records.map(([, name, , , field], index) => [name, field, index] as const))(
    'is in conflict where the server gives no parts of a field: %s %s',
    async (_, field, index) => {
      const how = { isBefore: true, isOdd: true }
      const { result, conflict } = await answeredWith(index, 'Theirs', how)
      expect(result).toMatchObject({ status: 'conflict' })
      expect(conflict).toMatchObject({ theirs: field === 'slug' ? 'theirs' : 'Theirs' })
    },
  )
})
