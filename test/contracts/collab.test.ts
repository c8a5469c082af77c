import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startCollabServer, type CollabServer } from '../../examples/collab/startCollabServer'
import type { RelayUser } from '../../examples/collab/updatesRelay'
import type { Role } from '../../examples/wordpress/content'
import { newPost, signIn, type Session } from '../support/wordpress'

type Who = Extract<Role, 'editor' | 'author' | 'subscriber'> | null
type Send = (who: Who, path: string, init?: RequestInit) => Promise<Response>

const ajax = '/wp-admin/admin-ajax.php'
const updates = '/wp-json/wp-sync/v1/updates'
const names = ['editor', 'author', 'subscriber'] as const

let server: CollabServer
let sessions: Map<Who, Session>
/** A post of the administrator, which an author may not edit. */
let post: number
/** Posts whose rooms nothing is in yet. */
let fresh: number[]
let client = 100

beforeAll(async () => {
  ;({ id: post } = await newPost({ status: 'draft' }))
  fresh = []
  for (let count = 0; count < 20; count++) fresh.push((await newPost({ status: 'draft' })).id)
  server = await startCollabServer({ userOf: (request) => userNamed(request.headers['x-test-user']) })
  const signedIn = await Promise.all(names.map((name) => signIn(name)))
  sessions = new Map(names.map((name, index) => [name, signedIn[index]!]))
})
afterAll(() => server.close())

/** The rights that WordPress's roles have, for the server that knows no roles. */
function userNamed(name: unknown): RelayUser | null {
  const id = names.findIndex((each) => each === name) + 1
  if (id === 0) return null
  return {
    id,
    canEditPosts: name !== 'subscriber',
    canEdit: (room) =>
      ['root/base', 'postType/post'].includes(room) ||
      (name === 'editor' && [post, ...fresh].some((id) => room === `postType/post:${id}`)),
  }
}

const sendToNode: Send = (who, path, init = {}) => {
  const headers = new Headers(init.headers)
  if (who) headers.set('x-test-user', who)
  return fetch(`${server.url}${path}`, { ...init, headers })
}

const sendToWordPress: Send = (who, path, init = {}) => {
  const session = sessions.get(who)
  if (!session) return fetch(`${inject('wordpress').url}${path}`, init)
  const headers = new Headers(init.headers)
  headers.set('X-WP-Nonce', session.nonce)
  return session.fetch(path, { ...init, headers })
}

describe.each([
  ['the server for tests', sendToNode],
  ['the plugin in WordPress', sendToWordPress],
])('signalling by %s', (label, send) => {
  const nameOf = (name: string) => `${name} of ${label}`
  const topics = new Map<string, string>()
  const topicOf = (name: string) => {
    const topic = topics.get(name) ?? `postType/post-${fresh[topics.size + 10]}`
    topics.set(name, topic)
    return topic
  }

  const read = async (subscriber: string) => {
    const answer = await send('editor', `${ajax}?${fields({ subscriber_id: nameOf(subscriber) })}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(answer.headers.get('cache-control')).toContain('no-cache')
    return answer.text()
  }
  const messages = async (subscriber: string): Promise<unknown> => {
    const [, data = '[]'] = /^data: (.*)$/m.exec(await read(subscriber)) ?? []
    return JSON.parse(data)
  }
  const tell = (subscriber: string, message: unknown, who: Who = 'editor') =>
    send(who, ajax, {
      method: 'POST',
      body: fields({ subscriber_id: nameOf(subscriber), message: JSON.stringify(message) }),
    })

  it('begins each answer with the time after which to ask again', async () => {
    expect(await read('nobody')).toMatch(/^retry: \d+\n\n$/)
  })

  it('passes what is published to every subscriber, the sender too, with their number', async () => {
    const topic = topicOf('topic')
    for (const subscriber of ['a', 'b']) await tell(subscriber, { type: 'subscribe', topics: [topic] })
    await tell('b', { type: 'subscribe', topics: [topic] })
    await tell('a', { type: 'publish', topic, data: { type: 'announce', from: 'x' } })
    const said = { type: 'publish', topic, data: { type: 'announce', from: 'x' }, clients: 2 }
    expect(await messages('a')).toEqual([said])
    expect(await messages('b')).toEqual([said])
    expect(await messages('b')).toEqual([])
  })

  it('drops what is published where nobody listens, and for who has left', async () => {
    const topic = topicOf('left')
    await tell('c', { type: 'subscribe', topics: [topic] })
    await tell('c', { type: 'unsubscribe', topics: [topic] })
    const answer = await tell('c', { type: 'publish', topic, data: 'x' })
    expect((await answer.text()).trim()).toBe('{"result":"ok"}')
    expect(await messages('c')).toEqual([])
  })

  it('gives events an id, a name and the messages as one list', async () => {
    await tell('d', { type: 'ping' })
    await tell('d', { type: 'ping' })
    expect(await read('d')).toMatch(
      /^retry: \d+\nid: \d+\nevent: message\ndata: \[{"type":"pong"},{"type":"pong"}\]\n\n$/,
    )
  })

  it.each([
    ['an unknown type', { type: 'shout' }, '{"result":"ok"}'],
    ['what is no message', null, 'no message'],
  ])('answers %s with 200', async (_, message, said) => {
    const answer = await tell('e', message)
    expect([answer.status, (await answer.text()).trim()]).toEqual([200, said])
  })

  it.each([
    ['a list in the place of a message', { subscriber_id: 'x', 'message[]': 'x' }, 'no message'],
    [
      'a message of 100 kB',
      { subscriber_id: 'x', message: JSON.stringify({ x: 'x'.repeat(1e5) }) },
      'no message',
    ],
    ['a list in the place of a subscriber', { 'subscriber_id[]': 'x', message: '{}' }, 'no identifier'],
  ])('takes %s for nothing', async (_, given, said) => {
    const answer = await send('editor', ajax, { method: 'POST', body: fields(given) })
    expect([answer.status, await answer.text()]).toEqual([200, said])
  })

  it('asks for a subscriber', async () => {
    const answer = await send('editor', `${ajax}?${fields({})}`)
    expect([answer.status, await answer.text()]).toEqual([200, 'no identifier'])
  })

  it('is for those who may edit something, and for nobody else', async () => {
    expect((await tell('f', { type: 'ping' }, 'author')).status).toBe(200)
    expect((await tell('g', { type: 'ping' }, 'subscriber')).status).toBe(403)
    const listening = await send('subscriber', `${ajax}?${fields({ subscriber_id: nameOf('h') })}`)
    expect(listening.status).toBe(403)
    const refused = await tell('f', { type: 'ping' }, null)
    expect([refused.status, await refused.text()]).toEqual([400, '0'])
  })
})

describe('signalling by the plugin in WordPress', () => {
  const say = (who: Who, subscriber: string, message: object) =>
    sendToWordPress(who, ajax, {
      method: 'POST',
      body: fields({ subscriber_id: subscriber, message: JSON.stringify(message) }),
    })
  const hear = async (who: Who, subscriber: string) =>
    (await sendToWordPress(who, `${ajax}?${fields({ subscriber_id: subscriber })}`)).text()

  it('refuses the topic of what one may not edit, and passes on nothing that is published there', async () => {
    const topic = `postType/post-${post}`
    expect((await say('author', 'intruder', { type: 'subscribe', topics: [topic] })).status).toBe(403)
    expect((await say('editor', 'entitled', { type: 'subscribe', topics: [topic] })).status).toBe(200)
    expect((await say('author', 'intruder', { type: 'publish', topic, data: 'x' })).status).toBe(200)
    expect(await hear('editor', 'entitled')).not.toContain('data:')
    expect((await say('editor', 'entitled', { type: 'publish', topic, data: 'y' })).status).toBe(200)
    expect(await hear('editor', 'entitled')).toContain('"data":"y"')
    expect(await hear('author', 'intruder')).not.toContain('data:')
  })

  it('lets one into the topics of what one may edit, where others are asked for as well', async () => {
    const topics = [`postType/post-${post}`, 'root/base-index']
    expect((await say('author', 'partly', { type: 'subscribe', topics })).status).toBe(200)
    await say('author', 'partly', { type: 'publish', topic: 'root/base-index', data: 'z' })
    expect(await hear('author', 'partly')).toContain('"data":"z"')
  })

  it('lets nobody fetch what waits for somebody else', async () => {
    await say('editor', 'mine', { type: 'ping' })
    const answer = await sendToWordPress('author', `${ajax}?${fields({ subscriber_id: 'mine' })}`)
    expect(answer.status).toBe(403)
    expect(await hear('editor', 'mine')).toContain('pong')
  })

  it('is for posts whose edits are shared as well: by the name that the default codec gives them', async () => {
    const topics = [`postType/post--edit-${post}`]
    expect((await say('editor', 'edits', { type: 'subscribe', topics })).status).toBe(200)
    expect((await say('author', 'other', { type: 'subscribe', topics })).status).toBe(403)
  })

  it('keeps what it keeps where no web server hands it out', async () => {
    await say('editor', 'somebody', { type: 'ping' })
    const { url } = inject('wordpress')
    expect((await fetch(`${url}/wp-content/.copydesk-signaling`)).status).toBe(404)
  })
})

describe('the relay of the plugin in WordPress', () => {
  const ask = async (who: Who, room: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify({ rooms: [asked(room)] })
    return (await sendToWordPress(who, updates, { ...init, body })).status
  }

  it.each([
    ['editor', 'root/base', 200],
    ['author', 'root/base', 200],
    ['editor', 'root/comment', 200],
    ['author', 'root/comment', 403],
    ['editor', 'root/site', 403],
    ['author', 'root/site', 403],
    ['editor', 'root/anything', 403],
    ['author', 'postType/post', 200],
    ['author', 'postType/page', 403],
    ['editor', 'postType/page', 200],
    ['editor', 'postType/nothing', 403],
    ['editor', 'taxonomy/category', 200],
    ['author', 'taxonomy/category', 403],
    ['editor', 'taxonomy/nothing', 403],
    ['editor', 'other/kind', 403],
  ] as const)('answers the %s who asks for %s with %i', async (who, room, status) => {
    expect(await ask(who, room)).toBe(status)
  })

  it('is for posts whose edits are shared as well: by the name that the default codec gives them', async () => {
    expect(await ask('editor', `postType/post--edit:${post}`)).toBe(200)
    expect(await ask('author', `postType/post--edit:${post}`)).toBe(403)
  })

  it.each([
    [
      'text, with rooms that are right in the address',
      'text/plain',
      { rooms: [{ ...asked('root/base'), client_id: 'x compaction y' }] },
    ],
    ['a form', 'application/x-www-form-urlencoded', { rooms: [asked('root/base')] }],
    ['JSON without rooms, which stand in the address', 'application/json', {}],
  ])('takes no rooms by %s', async (_, type, body) => {
    const inAddress = new URLSearchParams({
      ...{ 'rooms[0][room]': 'root/base', 'rooms[0][client_id]': '5', 'rooms[0][after]': '0' },
      ...{ 'rooms[0][awareness]': '', 'rooms[0][updates]': '' },
    })
    const answer = await sendToWordPress('editor', `${updates}?${inAddress}`, {
      ...{ method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) },
    })
    expect(answer.status).toBe(400)
  })
})

describe.each([
  ['the server for tests', sendToNode],
  ['the plugin in WordPress', sendToWordPress],
])('the relay of %s', (label, send) => {
  /** Each test has its own. */
  const rooms: string[] = []
  const roomNamed = (name: string) => {
    if (!rooms.includes(name)) rooms.push(name)
    return `postType/post:${fresh[rooms.indexOf(name)]}`
  }

  const ask = async (who: Who, rooms: unknown) => {
    const answer = await send(who, updates, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rooms }),
    })
    const body = (await answer.json()) as { code?: string; data?: object; rooms: Record<string, unknown>[] }
    return { status: answer.status, ...body }
  }
  const visit = async (room: string, given: Record<string, unknown> = {}, who: Who = 'editor') => {
    const { status, rooms } = await ask(who, [asked(room, given)])
    expect(status).toBe(200)
    return rooms[0]!
  }

  it('answers for an empty room', async () => {
    const room = roomNamed('empty')
    expect(await visit(room, { client_id: 7, awareness: null })).toEqual({
      room,
      end_cursor: 0,
      awareness: {},
      updates: [],
      should_compact: false,
      total_updates: 0,
    })
  })

  it('passes updates on to others, once, and never back', async () => {
    const room = roomNamed('updates')
    const own = await visit(room, { client_id: 1, updates: [update('one'), update('two', 'sync_step1')] })
    expect(own).toMatchObject({ updates: [], total_updates: 2 })
    const other = await visit(room, { client_id: 2 })
    expect(other).toMatchObject({
      end_cursor: own.end_cursor,
      updates: [update('one'), update('two', 'sync_step1')],
    })
    expect(await visit(room, { client_id: 2, after: other.end_cursor })).toMatchObject({ updates: [] })
    await visit(room, { client_id: 1, updates: [update('three')] })
    expect(await visit(room, { client_id: 2, after: other.end_cursor })).toMatchObject({
      updates: [update('three')],
    })
  })

  it('tells who is here, and who has left', async () => {
    const room = roomNamed('presence')
    await visit(room, { client_id: 1, awareness: { user: 'ann', cursor: {} } })
    expect(await visit(room, { client_id: 2, awareness: {} })).toMatchObject({
      awareness: { 1: { user: 'ann', cursor: {} }, 2: {} },
    })
    await visit(room, { client_id: 1, awareness: null })
    expect((await visit(room, { client_id: 2, awareness: {} })).awareness).toEqual({ 2: {} })
  })

  it('asks the lowest client to put more than 50 updates together, and gives everybody the result', async () => {
    const room = roomNamed('compaction')
    await visit(room, { client_id: 2 })
    const fifty = Array.from({ length: 50 }, (_, index) => update(`update ${index}`))
    expect(await visit(room, { client_id: 1, updates: fifty })).toMatchObject({ should_compact: false })
    const full = await visit(room, { client_id: 1, updates: [update('last')] })
    expect(full).toMatchObject({ should_compact: true, total_updates: 51 })
    expect(await visit(room, { client_id: 2, after: full.end_cursor })).toMatchObject({
      should_compact: false,
    })
    const compaction = update('all', 'compaction')
    const compacted = await visit(room, { client_id: 1, after: full.end_cursor, updates: [compaction] })
    expect(compacted).toMatchObject({ should_compact: false, total_updates: 2, updates: [compaction] })
    // Another one, made from an older state: what it holds may be nowhere else.
    await visit(room, { client_id: 2, after: full.end_cursor, updates: [update('late', 'compaction')] })
    expect(await visit(room, { client_id: 3 })).toMatchObject({
      updates: [update('last'), compaction, update('late')],
    })
  })

  it('serves several rooms in one request', async () => {
    const names = [roomNamed('first'), roomNamed('second')]
    const { rooms } = await ask(
      'editor',
      names.map((room) => asked(room)),
    )
    expect(rooms.map(({ room }) => room)).toEqual(names)
  })

  it.each([
    ['rooms that are missing', undefined, 'rest_missing_callback_param'],
    ['a room without a kind', [asked('post')], 'rest_invalid_param'],
    ['a client that is none', [asked('root/base', { client_id: 0 })], 'rest_invalid_param'],
    ['a cursor below nought', [asked('root/base', { after: -1 })], 'rest_invalid_param'],
    [
      'an unknown type of update',
      [asked('root/base', { updates: [update('x', 'y')] })],
      'rest_invalid_param',
    ],
    ['a room without updates', [{ ...asked('root/base'), updates: undefined }], 'rest_invalid_param'],
    [
      'an update of more than 1 MiB',
      [asked('root/base', { updates: [update('x'.repeat(2 ** 20 + 1))] })],
      'rest_invalid_param',
    ],
    ['more than 50 rooms', Array.from({ length: 51 }, () => asked('root/base')), 'rest_invalid_param'],
  ])('refuses %s with 400', async (_, rooms, code) => {
    expect(await ask('editor', rooms)).toMatchObject({ status: 400, code })
  })

  it('refuses a request of more than 16 MiB with 413', async () => {
    const big = Array.from({ length: 17 }, () => update('x'.repeat(2 ** 20)))
    expect(await ask('editor', [asked('root/base', { updates: big })])).toMatchObject({
      status: 413,
      code: 'rest_sync_body_too_large',
    })
  })

  it.each([
    [
      'a presence of more than 16 KiB',
      { awareness: { x: 'x'.repeat(17_000) } },
      'rest_sync_awareness_too_large',
    ],
    [
      'more than 1,000 updates',
      { updates: Array.from({ length: 150 }, () => update('x')) },
      'rest_sync_room_full',
    ],
  ])('refuses %s, and says in which room', async (label, given, code) => {
    const room = roomNamed(label)
    let answer = await ask('editor', [asked(room, { ...given, client_id: 9 })])
    for (let count = 0; answer.status === 200 && count < 7; count++)
      answer = await ask('editor', [asked(room, { ...given, client_id: 9 })])
    expect(answer).toMatchObject({ status: 429, code, data: { rooms: [room] } })
  })

  it('lets one user be in a room by 20 clients, and others still come', async () => {
    for (let count = 0; count < 20; count++) await visit('postType/post', {})
    expect(await ask('editor', [asked('postType/post')])).toMatchObject({
      ...{ status: 429, code: 'rest_sync_too_many_clients' },
    })
    expect((await ask('author', [asked('postType/post')])).status).toBe(200)
  })

  it.each([
    ['a visitor', null, 401],
    ['a subscriber', 'subscriber', 403],
  ] as const)('refuses %s', async (_, who, status) => {
    expect(await ask(who, [asked('root/base')])).toMatchObject({ status, code: 'rest_cannot_edit' })
  })

  it('names the rooms that somebody may not edit', async () => {
    const room = `postType/post:${post}`
    await visit(room)
    const refused = await ask('author', [asked('root/base'), asked(room)])
    expect(refused).toMatchObject({ status: 403, code: 'rest_cannot_edit', data: { rooms: [room] } })
  })

  it('refuses rooms that stand for nothing, whoever asks', async () => {
    const rooms = [
      `postType/page:${post}`,
      'postType/post:999999',
      `postType/post:${post}x`,
      'root/site:index',
    ]
    const refused = await ask(
      'editor',
      rooms.map((room) => asked(room)),
    )
    expect(refused).toMatchObject({ status: 403, data: { rooms } })
  })

  it("refuses to speak for another user's client", async () => {
    const room = 'root/base'
    const mine = { client_id: ++client, awareness: { name: 'mine' } }
    await visit(room, mine)
    expect(await ask('author', [asked(room, mine)])).toMatchObject({ status: 403, data: { rooms: [room] } })
    await visit(room, mine)
  })
})

function asked(room: string, given: Record<string, unknown> = {}): Record<string, unknown> {
  return { room, client_id: ++client, after: 0, awareness: {}, updates: [], ...given }
}

function update(data: string, type = 'update') {
  return { type, data }
}

function fields(given: Record<string, string>): URLSearchParams {
  return new URLSearchParams({ action: 'gutenberg_signaling_server', ...given })
}
