import { randomUUID } from 'node:crypto'
import {
  createRestFetcher,
  editEntityRecord,
  fetchEntityRecord,
  loadEntityConfigs,
  RestError,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  uploadMedia,
  type Fetcher,
} from 'copydesk'
import { createEntityRecord, memoryStorage } from 'copydesk/durable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'
import { startDurableSite } from '../support/durableSite'
import { person } from '../support/person'
import { picture } from '../support/picture'
import { retryUntil } from '../support/retryUntil'
import { askMock, askSite, mockOfTheRealSite, type Answer, type Ask } from './bothSites'
import { pictureForm } from './pictureForm'

let site: RunningWordPress

beforeAll(async () => {
  site = await startDurableSite()
}, 120_000)

afterAll(() => site.close())

/** What an answer says of tags and keys: tags by the order in which they came up, as each site makes its own. */
async function onBothDurable(story: (ask: Ask) => Promise<unknown>): Promise<readonly unknown[]> {
  const transcripts = []
  for (const ask of [askMock(mockOfTheRealSite({ durable: true })), askSite(site)]) {
    const tags: string[] = []
    const told: unknown[] = []
    await story(async (who, method, path, body, headers) => {
      const answer = await ask(who, method, path, body, headers)
      const { ETag: tag, 'Idempotency-Replayed': isReplayed, 'Retry-After': wait } = answer.headers
      if (tag !== undefined && !tags.includes(tag)) tags.push(tag)
      const { code, message } = answer.data as Partial<Record<string, unknown>>
      told.push({
        asked: `${who}: ${method} ${path.replace(/\d+/g, 'id')}`,
        status: answer.status,
        ...(tag !== undefined && { tag: tags.indexOf(tag) }),
        ...(isReplayed !== undefined && { isReplayed }),
        ...(wait !== undefined && { wait }),
        ...(answer.status >= 400 && { code, message }),
      })
      return answer
    })
    transcripts.push(told)
  }
  expect(transcripts[0]).toEqual(transcripts[1])
  return transcripts[0] ?? []
}

const tagOf = (answer: Answer) => answer.headers.ETag ?? ''
const key = (text: string) => ({ 'Idempotency-Key': text })

describe('a site with durable.php is the same in the mock and in the real WordPress', () => {
  it('in what the index says of it', () =>
    onBothDurable(async (ask) => {
      const { data } = await ask(null, 'GET', '/')
      expect(data.namespaces).toContain('copydesk-durable/v1')
      expect((await ask(null, 'GET', '/copydesk-durable/v1/about')).data).toMatchObject({
        preconditions: true,
      })
    }))

  it('in the tags of a post, whoever asks in which context, and what makes another of them', () =>
    onBothDurable(async (ask) => {
      const made = await ask('editor', 'POST', '/wp/v2/posts', { title: 'Tagged', status: 'publish' })
      const path = `/wp/v2/posts/${made.data.id}`
      expect(tagOf(made)).toMatch(/^"\w+"$/)
      await ask('editor', 'GET', path)
      await ask('author', 'GET', `${path}?context=view`)
      await ask(null, 'GET', path)
      await ask('editor', 'PUT', path, { title: 'Other' })
      await ask('editor', 'PUT', path, { meta: { subtitle: 'Sub' } })
      await ask('editor', 'PUT', path, { categories: [2, 3] })
      await ask('editor', 'PUT', path, { sticky: true })
      await ask('editor', 'DELETE', path)
      await ask('editor', 'GET', path)
      await ask('editor', 'GET', '/wp/v2/posts?per_page=2')
      await ask('editor', 'DELETE', `${path}?force=true`)
      await ask('editor', 'GET', path)
    }))

  it('in the tags of terms, users, comments, files and settings', () =>
    onBothDurable(async (ask) => {
      for (const [path, body] of [
        ['/wp/v2/categories/3', { description: 'New' }],
        ['/wp/v2/users/3', { description: 'New' }],
        ['/wp/v2/comments/2', { content: 'New' }],
        ['/wp/v2/media/501', { alt_text: 'New' }],
      ] as const) {
        await ask('administrator', 'GET', `${path}?context=edit`)
        await ask('administrator', 'GET', path)
        await ask('administrator', 'PUT', path, body)
        await ask('administrator', 'GET', `${path}?context=edit`)
      }
      await ask('administrator', 'GET', '/wp/v2/settings')
      await ask('administrator', 'POST', '/wp/v2/settings', { description: 'New' })
      await ask('administrator', 'GET', '/wp/v2/settings')
    }))

  it('in the tag of each row of a list, for who asks for it by name', () =>
    onBothDurable(async (ask) => {
      const made = await ask('editor', 'POST', '/wp/v2/posts', { title: 'Listed', status: 'publish' })
      const { id } = made.data
      const list = `/wp/v2/posts?context=edit&include=${id},1009&_fields=`
      const { data: rows } = await ask('editor', 'GET', `${list}id,title.raw,copydesk_tag`)
      expect(rows).toContainEqual({ id, title: { raw: 'Listed' }, copydesk_tag: tagOf(made) })
      expect(rows).toHaveLength(2)
      expect((await ask('editor', 'GET', `${list}id`)).data).toContainEqual({ id })
      for (const path of ['/wp/v2/categories', '/wp/v2/users', '/wp/v2/comments']) {
        const { headers } = await ask('administrator', 'GET', `${path}/3?context=edit`)
        const { data } = await ask('administrator', 'GET', `${path}?include=3&_fields=id,copydesk_tag`)
        expect(data).toEqual([{ id: 3, copydesk_tag: headers.ETag }])
      }
    }))

  it('in how it takes a precondition: the refusal has the tag of now, and nothing is saved', () =>
    onBothDurable(async (ask) => {
      const made = await ask('editor', 'POST', '/wp/v2/posts', { title: 'First' })
      const path = `/wp/v2/posts/${made.data.id}`
      const second = await ask('editor', 'PUT', path, { title: 'Second' }, { 'If-Match': tagOf(made) })
      expect(second.status).toBe(200)
      const refused = await ask('administrator', 'PUT', path, { title: 'Third' }, { 'If-Match': tagOf(made) })
      expect(refused).toMatchObject({ status: 412, data: { code: 'rest_precondition_failed' } })
      expect(tagOf(refused)).toBe(tagOf(second))
      expect((await ask('editor', 'GET', path + '?context=edit')).data).toMatchObject({
        title: { raw: 'Second' },
      })
      await ask('editor', 'PUT', path, { title: 'Third' }, { 'If-Match': `"other", ${tagOf(second)}` })
      await ask('editor', 'PUT', path, { title: 'Fourth' }, { 'If-Match': '*' })
      await ask('editor', 'PUT', path, { title: 'Fifth' }, { 'If-Match': `W/${tagOf(second)}` })
      // Who may not write it learns nothing of it.
      await ask('contributor', 'PUT', path, { title: 'Sixth' }, { 'If-Match': tagOf(made) })
      await ask('editor', 'DELETE', path + '?force=true', undefined, { 'If-Match': tagOf(made) })
      await ask('editor', 'DELETE', path + '?force=true', undefined, { 'If-Match': '*' })
      await ask('editor', 'PUT', path, { title: 'Gone' }, { 'If-Match': '*' })
    }))

  it('in how it answers a key again: done once, for whoever sent it', () =>
    onBothDurable(async (ask) => {
      const title = 'Made once'
      const first = await ask('editor', 'POST', '/wp/v2/posts', { title, status: 'publish' }, key('once'))
      const again = await ask('editor', 'POST', '/wp/v2/posts', { title, status: 'publish' }, key('once'))
      expect(again.data.id).toBe(first.data.id)
      expect(again.headers['Idempotency-Replayed']).toBe('true')
      const path = `/wp/v2/posts/${first.data.id}`
      await ask('editor', 'PUT', path, { title: 'Changed since' })
      // As it was answered then, with the tag of then.
      const later = await ask('editor', 'POST', '/wp/v2/posts', { title, status: 'publish' }, key('once'))
      expect(later.data).toMatchObject({ title: { raw: title } })
      await ask('editor', 'POST', '/wp/v2/posts', { title: 'Another' }, key('once'))
      const of = await ask('author', 'POST', '/wp/v2/posts', { title }, key('once'))
      expect(of.data.id).not.toBe(first.data.id)
      await ask('editor', 'GET', `/wp/v2/posts?search=${encodeURIComponent(title)}`, undefined, key('once'))
      const found = await ask('administrator', 'GET', '/wp/v2/posts?status=any&search=Made+once&_fields=id')
      expect(found.data).toHaveLength(1)
    }))

  it('in what it does with the key of a write that was refused, or that is none', () =>
    onBothDurable(async (ask) => {
      await ask('contributor', 'POST', '/wp/v2/categories', { name: 'Refused' }, key('refused'))
      await ask('editor', 'POST', '/wp/v2/posts', { status: 'nonsense' }, key('wrong'))
      await ask('editor', 'POST', '/wp/v2/posts', { title: 'Right', status: 'draft' }, key('wrong'))
      await ask('editor', 'POST', '/wp/v2/posts', { title: 'No key' }, key('with a space'))
      await ask('editor', 'POST', '/wp/v2/posts', { title: 'No key' }, key('x'.repeat(256)))
      await ask(
        null,
        'POST',
        '/wp/v2/comments',
        { post: 1009, content: 'x', author_name: 'V', author_email: 'v@example.org' },
        key('of nobody'),
      )
      const twice = () => ask('editor', 'POST', '/wp/v2/tags', { name: 'Term once' }, key('term'))
      expect((await twice()).data.id).toBe((await twice()).data.id)
    }))

  it('in what it takes for another request: a deletion for good is not the one to the trash', () =>
    onBothDurable(async (ask) => {
      const made = await ask('editor', 'POST', '/wp/v2/posts', { title: 'To go', status: 'draft' })
      const path = `/wp/v2/posts/${made.data.id}`
      await ask('editor', 'DELETE', path, undefined, key('going'))
      const forGood = await ask('editor', 'DELETE', `${path}?force=true`, undefined, key('going'))
      expect(forGood).toMatchObject({ status: 422, data: { code: 'rest_idempotency_key_reused' } })
      expect((await ask('editor', 'GET', `${path}?context=edit`)).data).toMatchObject({ status: 'trash' })
    }))

  it('in files, updates, deletions and batches', () =>
    onBothDurable(async (ask) => {
      const upload = () => ask('author', 'POST', '/wp/v2/media', pictureForm('Once.png'), key('file'))
      const { data } = await upload()
      expect((await upload()).data.id).toBe(data.id)
      const path = `/wp/v2/media/${data.id}`
      await ask('author', 'PUT', path, { alt_text: 'a' }, key('alt'))
      await ask('author', 'PUT', path, { alt_text: 'a' }, key('alt'))
      await ask('author', 'DELETE', `${path}?force=true`, undefined, key('gone'))
      const gone = await ask('author', 'DELETE', `${path}?force=true`, undefined, key('gone'))
      expect(gone).toMatchObject({ status: 200, data: { deleted: true } })
      const batch = () =>
        ask('editor', 'POST', '/batch/v1', {
          requests: [
            { method: 'POST', path: '/wp/v2/posts', body: { title: 'In a batch' }, headers: key('batch') },
            {
              method: 'PUT',
              path: '/wp/v2/posts/1009',
              body: { title: 'x' },
              headers: { 'If-Match': '"old"' },
            },
          ],
        })
      const [first, second] = [await batch(), await batch()].map(
        ({ data: { responses } }) => responses as { status: number; body: { id: number } }[],
      )
      expect(first?.map(({ status }) => status)).toEqual([201, 412])
      expect(second?.map(({ status }) => status)).toEqual([201, 412])
      expect(second?.[0]?.body.id).toBe(first?.[0]?.body.id)
    }))
})

describe('a store on a site with durable.php', () => {
  it('saves with one request, merges what it refuses, and makes each record once though every answer is lost', async () => {
    const { username, applicationPassword: password, id: user } = site.users.administrator
    const real = createRestFetcher({ root: site.root, authorization: { username, password } })
    const lines: string[] = []
    const lost = new Set<string>()
    let isLosing = false
    const fetcher: Fetcher = async (request) => {
      const line = `${request.method ?? 'GET'} ${(request.path ?? '').split('?')[0]}`
      lines.push(line)
      const answer = await real(request)
      if (!isLosing || line.startsWith('GET') || lost.has(line)) return answer
      lost.add(line)
      throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
    }
    const made = await real({ path: '/wp/v2/posts', method: 'POST', data: { title: 'Before' } })
    const { id } = made.data as { id: number }
    const path = `/wp/v2/posts/${id}`
    const storage = memoryStorage()
    const owner = { site: site.root, user }
    const { dispatch, durability } = person({ network: { fetcher }, durability: { owner, storage } })
    await dispatch(loadEntityConfigs('postType'))
    await dispatch(loadEntityConfigs('taxonomy'))
    await dispatch(fetchEntityRecord('postType', 'post', id))
    const save = async (title: string) => {
      dispatch(editEntityRecord('postType', 'post', id, { title }))
      lines.splice(0)
      await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
      return lines
    }
    await save('First')
    expect(await save('Second')).toEqual([`PUT ${path}`])
    await real({ path, method: 'PUT', data: { excerpt: 'Of somebody else' } })
    expect(await save('Third')).toEqual([`PUT ${path}`, `GET ${path}`, `PUT ${path}`])
    const now = (await real({ path: `${path}?context=edit` })).data
    expect(now).toMatchObject({ title: { raw: 'Third' }, excerpt: { raw: 'Of somebody else' } })

    isLosing = true
    storage.setOnline(false)
    const name = `Once ${randomUUID()}`
    dispatch(createEntityRecord<string, string>('postType', 'post', { title: name, status: 'publish' }))
    dispatch(createEntityRecord<string, string>('root', 'comment', { post: 1009, content: name }))
    dispatch(uploadMedia(picture(4, 4, `${name}.png`), { draft: true }))
    await dispatch(saveDirtyEntityRecords())
    lines.splice(0)
    storage.setOnline(true)
    await retryUntil(durability, () => durability.queue.entries().length === 0)
    // Each twice, as its answer was lost, and no second request for a slug.
    expect(lines.filter((line) => !line.startsWith('GET')).sort()).toEqual(
      ['comments', 'media', 'posts'].flatMap((of) => [`POST /wp/v2/${of}`, `POST /wp/v2/${of}`]),
    )
    for (const of of ['posts', 'comments', 'media']) {
      const { data } = await real({ path: `/wp/v2/${of}?search=${encodeURIComponent(name)}` })
      expect(data, of).toHaveLength(1)
    }
  })
})

describe('durable.php', () => {
  it('refuses a key whose request is under way, and runs nothing twice', async () => {
    const ask = askSite(site)
    const made = await ask(
      'editor',
      'POST',
      '/wp/v2/posts?context=edit',
      { title: 'sends it again' },
      key('nested'),
    )
    expect(made.status).toBe(201)
    const { data } = await ask('editor', 'GET', `/wp/v2/posts/${made.data.id}?context=edit`)
    expect(data.excerpt).toMatchObject({ raw: '409 rest_idempotency_running' })
    const found = await ask('editor', 'GET', '/wp/v2/posts?status=any&search=sends+it+again&_fields=id')
    expect(found.data).toHaveLength(1)
  })

  it('says that nobody knows where the first request has died, and holds no later write up', async () => {
    const ask = askSite(site)
    await ask('editor', 'POST', '/wp/v2/posts', { title: 'dies' }, key('dead')).catch(() => undefined)
    const again = await ask('editor', 'POST', '/wp/v2/posts', { title: 'dies' }, key('dead'))
    expect(again).toMatchObject({ status: 409, data: { code: 'rest_idempotency_unknown' } })
    expect(again.headers['Retry-After']).toBeUndefined()
    const found = await ask('editor', 'GET', '/wp/v2/posts?status=any&search=dies&_fields=id')
    const [post] = Object.values(found.data) as { id: number }[]
    expect((await ask('editor', 'PUT', `/wp/v2/posts/${post?.id}`, { title: 'Lives' })).status).toBe(200)
  })

  it('keeps no password that it has answered with', async () => {
    const ask = askSite(site)
    const path = '/wp/v2/users/me/application-passwords'
    const first = await ask('editor', 'POST', path, { name: 'Mine' }, key('password'))
    expect(first.data.password).toMatch(/\w/)
    const again = await ask('editor', 'POST', path, { name: 'Mine' }, key('password'))
    expect(again).toMatchObject({ status: 201, headers: { 'Idempotency-Replayed': 'true' } })
    expect(again.data).toEqual({ uuid: first.data.uuid })
  })

  it('keeps the newest answers of a user only', async () => {
    const ask = askSite(site)
    const write = (count: number) =>
      ask('subscriber', 'POST', '/wp/v2/users/me', { description: `Text ${count}` }, key(`many-${count}`))
    // This site keeps three of a subscriber.
    for (let count = 0; count < 6; count++) await write(count)
    expect((await write(5)).headers['Idempotency-Replayed']).toBe('true')
    expect((await write(0)).headers['Idempotency-Replayed']).toBeUndefined()
  })

  it('gives tags that nobody can make who does not know the site’s salt', async () => {
    const { data } = await askSite(site)(null, 'GET', '/test/v1/tags')
    expect(data.given).toMatch(/^"[0-9a-f]{32}"$/)
    expect(data.given).not.toBe(data.unkeyed)
  })

  it('lets other origins send and read what it is about', async () => {
    // The server of this site lets no other origin come so far.
    const { data } = await askSite(site)(null, 'GET', '/test/v1/headers')
    expect(data).toEqual({
      allowed: ['If-Match', 'Idempotency-Key'],
      exposed: ['ETag', 'Copydesk-Tag', 'Idempotency-Replayed', 'Retry-After'],
    })
  })
})
