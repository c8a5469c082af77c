import { type FetchRequest, type FetchResponse, RestError } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { sendBatch, type BatchKnowledge, type QueuedWrite } from '../../src/rest/batch'
import { isAbortError } from '../../src/rest/restError'
import { batchedIn, batchRefusal, batchReply, batchSchema, refusedEntry } from '../support/batches'
import { fakeServer, refusal, reply, settle, type Rule } from '../support/fakeServer'

const update = (id: number, rest: FetchRequest = {}): FetchRequest => ({
  path: `/wp/v2/posts/${id}`,
  method: 'PUT',
  data: { title: `Post ${id}` },
  ...rest,
})
const updates = (count: number) => Array.from({ length: count }, (_, i) => update(i + 1))

/** Answers every request of every batch with its path. */
const echo: Rule = (seen) => {
  if (seen.method === 'OPTIONS') return batchSchema(25)
  if (seen.path === '/batch/v1') return batchReply(batchedIn(seen).map(({ path }) => path))
  return seen.path
}

function batching(rule: Rule = echo, allowPartial = false, signal?: AbortSignal) {
  const server = fakeServer(rule)
  const knowledge: BatchKnowledge = { unbatched: new Set() }
  const send = async (requests: readonly FetchRequest[]) => {
    const answers: Promise<PromiseSettledResult<FetchResponse>[]>[] = []
    const writes: QueuedWrite[] = []
    for (const request of requests) {
      const answer = new Promise<FetchResponse>((resolve, reject) =>
        writes.push({ request, resolve, reject }),
      )
      answers.push(Promise.allSettled([answer]))
    }
    const failure = await sendBatch(writes, { fetcher: server.fetcher, knowledge, signal, allowPartial })
    const results = (await Promise.all(answers)).map(([result]) => result)
    return {
      failure,
      bodies: results.map((result) => (result?.status === 'fulfilled' ? result.value.data : undefined)),
      errors: results.map((result) =>
        result?.status === 'rejected' ? (result.reason as RestError) : undefined,
      ),
      results,
    }
  }
  const batches = () =>
    server.seen.filter(({ path, method }) => path === '/batch/v1' && method === 'POST').map(batchedIn)
  return { server, send, batches }
}

describe('many writes', () => {
  it('leave one to a whole address out, which is sent alone', async () => {
    const elsewhere = { url: 'https://elsewhere.test/hook', method: 'POST', data: {} }
    const { server, send, batches } = batching((seen) => (seen.path === elsewhere.url ? 'heard' : echo(seen)))
    const { bodies } = await send([update(1), elsewhere, update(2)])
    expect(bodies).toEqual(['/wp/v2/posts/1', 'heard', '/wp/v2/posts/2'])
    expect(server.log).toContain(`POST ${elsewhere.url}`)
    expect(batches().map((batch) => batch.length)).toEqual([2])
  })

  it('are one request with their paths, bodies, methods and headers, all of them to be valid', async () => {
    const { server, send } = batching()
    const remove = { path: '/wp/v2/posts/2?force=true', method: 'DELETE', headers: { 'X-Name': 'value' } }
    const { bodies, failure } = await send([update(1), remove])
    expect(server.log).toEqual(['OPTIONS /batch/v1', 'POST /batch/v1'])
    expect(server.seen[1]?.data).toEqual({
      validation: 'require-all-validate',
      requests: [
        { path: '/wp/v2/posts/1', method: 'PUT', body: { title: 'Post 1' } },
        { path: '/wp/v2/posts/2?force=true', method: 'DELETE', headers: { 'X-Name': 'value' } },
      ],
    })
    expect(bodies).toEqual(['/wp/v2/posts/1', '/wp/v2/posts/2?force=true'])
    expect(failure).toBeUndefined()
  })

  it('are split by what the server allows, one part after another, with the answers in order', async () => {
    const { server, send, batches } = batching(({ method }) =>
      method === 'OPTIONS' ? batchSchema(25) : undefined,
    )
    const sent = send(updates(60))
    for (const count of [25, 25, 10]) {
      await settle()
      expect(server.waiting).toHaveLength(1)
      const [waiting] = server.waiting
      expect(waiting && batchedIn(waiting)).toHaveLength(count)
      waiting?.answer({ responses: batchedIn(waiting).map(({ path }) => ({ status: 200, body: path })) })
    }
    expect((await sent).bodies).toEqual(updates(60).map(({ path }) => path))
    expect(batches()).toHaveLength(3)
  })

  it('ask only once how many fit into one request', async () => {
    const { server, send } = batching()
    await Promise.all([send(updates(2)), send(updates(2))])
    await send(updates(3))
    expect(server.log.filter((line) => line === 'OPTIONS /batch/v1')).toHaveLength(1)
    expect(server.log).toHaveLength(4)
  })

  it.each([
    ['fails', () => refusal(500, 'broken')],
    ['tells no number', () => batchSchema()],
    ['tells nonsense', () => batchSchema(-1)],
    ['is of another shape', () => reply('hello')],
  ])('are split by 25 when the answer to that %s', async (_, options) => {
    const { send, batches } = batching((seen) => (seen.method === 'OPTIONS' ? options() : echo(seen)))
    await send(updates(30))
    expect(batches().map((requests) => requests.length)).toEqual([25, 5])
  })

  it('ask again how many fit after the answer failed', async () => {
    let isBroken = true
    const { send, batches } = batching((seen) =>
      seen.method !== 'OPTIONS' ? echo(seen) : isBroken ? refusal(500, 'broken') : batchSchema(2),
    )
    await send(updates(4))
    isBroken = false
    await send(updates(4))
    expect(batches().map((requests) => requests.length)).toEqual([4, 2, 2])
  })

  it('are none when there are none', async () => {
    const { server, send } = batching()
    expect((await send([])).bodies).toEqual([])
    expect(server.log).toEqual([])
  })
})

describe('an answer', () => {
  it('with a status from 200 to 299 is a success, with its headers under any case', async () => {
    const { send } = batching((seen) =>
      seen.method === 'OPTIONS'
        ? batchSchema(25)
        : batchReply([
            { status: 201, body: { id: 7 }, headers: { Allow: 'GET, POST' } },
            { status: 204, body: null, headers: [] },
            { status: 300, body: 'moved', headers: [] },
          ]),
    )
    const { results } = await send(updates(3))
    const [created, empty, moved] = results
    expect(created).toMatchObject({ status: 'fulfilled', value: { status: 201, data: { id: 7 } } })
    expect(created?.status === 'fulfilled' && created.value.headers.get('allow')).toBe('GET, POST')
    expect(empty).toMatchObject({ status: 'fulfilled', value: { status: 204, data: null } })
    expect(moved).toMatchObject({ status: 'rejected', reason: { status: 300 } })
  })

  it('with another status rejects its own write with the code, message, status, data and headers of it', async () => {
    const { send } = batching((seen) =>
      seen.method === 'OPTIONS'
        ? batchSchema(25)
        : batchReply(['fine', refusedEntry(403, 'rest_cannot_edit', { Allow: 'GET' })]),
    )
    const { bodies, errors, failure } = await send(updates(2))
    expect(bodies[0]).toBe('fine')
    expect(errors[1]).toBeInstanceOf(RestError)
    expect(errors[1]).toMatchObject({
      code: 'rest_cannot_edit',
      message: 'rest_cannot_edit!',
      status: 403,
      data: { status: 403 },
    })
    expect(errors[1]?.headers?.get('allow')).toBe('GET')
    expect(failure).toBeUndefined()
  })

  it('has no headers where its entry has none', async () => {
    const { send } = batching((seen) =>
      seen.method === 'OPTIONS'
        ? echo(seen)
        : batchReply([refusedEntry(403, 'rest_cannot_edit', null), refusedEntry(403, 'rest_cannot_edit')]),
    )
    const { errors } = await send(updates(2))
    expect(errors.map((error) => error?.headers?.get('allow'))).toEqual([null, null])
  })

  it('with an entry that says nothing rejects that write', async () => {
    const { send } = batching((seen) =>
      seen.method === 'OPTIONS' ? batchSchema(25) : reply({ responses: [null, { status: 200, body: 1 }] }),
    )
    const { bodies, errors } = await send(updates(2))
    expect([bodies[1], errors[0]?.status]).toEqual([1, 0])
  })
})

describe('Batch failure: rejects every queued request; a per-item error rejects only that item.', () => {
  it('A lost request rejects all of its writes with the error itself, which is reported', async () => {
    const lost = refusal(0, 'fetch_error')
    const { send } = batching((seen) => (seen.method === 'OPTIONS' ? batchSchema(25) : lost))
    const { errors, failure } = await send(updates(3))
    expect(errors).toEqual([lost, lost, lost])
    expect(failure).toBe(lost)
  })

  it('A part that fails leaves the parts before and after it alone', async () => {
    const lost = refusal(502, 'bad_gateway')
    let part = 0
    const { send } = batching((seen) =>
      seen.method === 'OPTIONS' ? batchSchema(2) : ++part === 2 ? lost : echo(seen),
    )
    const { bodies, errors, failure } = await send(updates(6))
    expect(bodies.map(Boolean)).toEqual([true, true, false, false, true, true])
    expect(errors.map((error) => error === lost)).toEqual([false, false, true, true, false, false])
    expect(failure).toBe(lost)
  })

  it('An invalid request rejects itself with what is wrong, and the others as not executed', async () => {
    const { server, send } = batching((seen) =>
      seen.method === 'OPTIONS'
        ? batchSchema(25)
        : batchRefusal([null, refusedEntry(400, 'rest_invalid_param'), null]),
    )
    const { errors, failure } = await send(updates(3))
    expect(errors.map((error) => error?.code)).toEqual([
      'batch_not_executed',
      'rest_invalid_param',
      'batch_not_executed',
    ])
    expect(errors[0]?.message).toBe('Not executed because another request in the batch was invalid.')
    expect(failure).toBeUndefined()
    expect(server.log).toHaveLength(2)
  })

  it('The valid ones are sent again where the caller allows that', async () => {
    const { send, batches } = batching((seen) => {
      const requests = batchedIn(seen)
      const isBad = (path = '') => path.endsWith('/2')
      return requests.some(({ path }) => isBad(path))
        ? batchRefusal(requests.map(({ path }) => (isBad(path) ? refusedEntry(400, 'bad') : null)))
        : echo(seen)
    }, true)
    const { bodies, errors } = await send(updates(4))
    expect(bodies.map(Boolean)).toEqual([true, false, true, true])
    expect(errors[1]?.code).toBe('bad')
    expect(batches().map((requests) => requests.length)).toEqual([4, 3])
  })

  it.each([true, false])(
    'A refusal that names nothing invalid rejects all, whatever the caller allows (%s)',
    async (isAllowed) => {
      const { server, send } = batching(
        (seen) => (seen.method === 'OPTIONS' ? batchSchema(25) : batchRefusal([null, null])),
        isAllowed,
      )
      const { errors } = await send(updates(2))
      expect(errors.map((error) => error?.code)).toEqual(['batch_not_executed', 'batch_not_executed'])
      expect(server.log).toHaveLength(2)
    },
  )
})

describe('A batch processor must return as many results as inputs', () => {
  it.each([
    ['too few', { responses: [{ status: 200, body: 1 }] }, 1],
    ['too many', { responses: [1, 2, 3] }, 3],
    ['no', { posts: [] }, undefined],
    ['an empty answer, so no', null, undefined],
  ])('%s results reject every write', async (_, answer, count) => {
    const { send } = batching(({ method }) => (method === 'OPTIONS' ? batchSchema(25) : reply(answer)))
    const { errors, failure } = await send(updates(2))
    expect(errors).toEqual([failure, failure])
    expect(failure).toMatchObject({
      code: 'invalid_response',
      message: `A batch processor must return as many results as inputs, but POST /batch/v1 returned ${count} for 2.`,
    })
  })
})

describe('a write that goes alone', () => {
  it('is a plain request, with no question about batches', async () => {
    const { server, send } = batching()
    const { bodies } = await send([update(7)])
    expect(server.log).toEqual(['PUT /wp/v2/posts/7'])
    expect(bodies).toEqual(['/wp/v2/posts/7'])
  })

  it.each([
    ['media', '/wp/v2/media/5'],
    ['global styles', '/wp/v2/global-styles/6'],
    ['templates', '/wp/v2/templates/theme//home'],
    ['template parts', '/wp/v2/template-parts/theme//header'],
    ['settings', '/wp/v2/settings'],
    ['comments', '/wp/v2/comments/8'],
    ['plugins', '/wp/v2/plugins/tides/tides'],
    ['sidebars', '/wp/v2/sidebars/sidebar-1'],
    ['autosaves', '/wp/v2/posts/9/autosaves'],
    ['paths that the server would have to decode', '/shop/v1/books/a%20b'],
  ])('is one of %s, beside the batch', async (_, path) => {
    const { send, batches, server } = batching()
    const { bodies } = await send([update(1), { path, method: 'POST', data: {} }, update(2)])
    expect(bodies).toEqual(['/wp/v2/posts/1', decodeURIComponent(path), '/wp/v2/posts/2'])
    expect(batches().map((requests) => requests.length)).toEqual([2])
    expect(server.log).toHaveLength(3)
  })

  it('is one that the server refuses to batch, while the others are sent again without it', async () => {
    const { send, batches, server } = batching((seen) => {
      const requests = batchedIn(seen)
      const isOdd = (path = '') => path.startsWith('/shop/')
      return requests.some(({ path }) => isOdd(path))
        ? batchRefusal(
            requests.map(({ path }) => (isOdd(path) ? refusedEntry(400, 'rest_batch_not_allowed') : null)),
          )
        : echo(seen)
    })
    const book = (id: number): FetchRequest => ({
      path: `/shop/v1/books/${id}?x=1`,
      method: 'PUT',
      data: {},
      isBatchable: true,
    })
    const { bodies } = await send([update(1), book(4), update(2)])
    expect(bodies).toEqual(['/wp/v2/posts/1', '/shop/v1/books/4?x=1', '/wp/v2/posts/2'])
    expect(batches().map((requests) => requests.length)).toEqual([3, 2])
    server.log.length = 0
    await send([update(1), book(5), update(2)])
    expect(server.log).toEqual(['PUT /shop/v1/books/5?x=1', 'POST /batch/v1'])
  })

  it.each([
    ['lies outside of what WordPress has', { path: '/shop/v1/books/1' }],
    ['is said not to travel with others', { isBatchable: false }],
  ])('is one that %s', async (what, rest) => {
    const { send, server } = batching()
    await send([update(1, rest), update(2, rest)])
    expect(server.log).not.toContain('POST /batch/v1')
    expect(server.log).not.toContain('OPTIONS /batch/v1')
  })

  it.each([
    ['the address', 'OPTIONS', refusal(404, 'rest_no_route'), 1],
    ['the batch, as there is none', 'POST', refusal(404, 'rest_no_route'), 2],
    ['the batch, as it is forbidden', 'POST', refusal(403, 'forbidden'), 2],
    ['the method', 'POST', refusal(405, 'not_allowed'), 2],
  ])('is each one from then on when the server refuses %s', async (what, refused, error, asked) => {
    const { send, server } = batching((seen) =>
      seen.path === '/batch/v1' && seen.method === refused ? error : echo(seen),
    )
    for (let i = 0; i < 3; i++) {
      const { bodies, failure } = await send([update(1), update(2)])
      expect([bodies, failure]).toEqual([['/wp/v2/posts/1', '/wp/v2/posts/2'], undefined])
    }
    expect(server.log.filter((line) => line.endsWith('/batch/v1'))).toHaveLength(asked)
  })

  it.each([
    ['was too large', refusal(413, 'too_large')],
    ['met an expired login', refusal(403, 'rest_cookie_invalid_nonce')],
  ])('is batched again the next time when a batch %s', async (what, error) => {
    let isRefused = true
    const { send, batches } = batching((seen) =>
      seen.path === '/batch/v1' && seen.method === 'POST' && isRefused ? error : echo(seen),
    )
    await send([update(1), update(2)])
    isRefused = false
    await send([update(1), update(2)])
    expect(batches()).toHaveLength(2)
  })

  it('fails alone', async () => {
    const { send } = batching((seen) => (seen.path.includes('media') ? refusal(413, 'too_big') : echo(seen)))
    const { errors, failure } = await send([update(1), update(2), { path: '/wp/v2/media/5', method: 'PUT' }])
    expect(errors.map((error) => error?.code)).toEqual([undefined, undefined, 'too_big'])
    expect(failure).toBeUndefined()
  })

  it.each([
    ['the server knows no batches', refusal(404, 'rest_no_route')],
    ['a page stands there instead', refusal(404, 'invalid_json')],
    ['something before the server refuses batches', refusal(403, 'forbidden')],
    ['something before the server refuses the method', refusal(405, 'invalid_json')],
    ['the batch is too big for what is before the server', refusal(413, 'invalid_json')],
  ])('is every one where %s', async (_, error) => {
    const { send } = batching((seen) => (seen.path === '/batch/v1' ? error : seen.path))
    const { bodies, failure } = await send(updates(2))
    expect([bodies, failure]).toEqual([['/wp/v2/posts/1', '/wp/v2/posts/2'], undefined])
  })

  it('whose fetcher throws at once rejects, and holds up none of the others', async () => {
    const answered: unknown[] = []
    const fetcher = (request: FetchRequest) => {
      if (request.path?.includes('media')) throw new Error('broken')
      return Promise.resolve({ status: 200, headers: { get: () => null }, data: request.path })
    }
    const requests = [
      { path: '/wp/v2/media/5', method: 'PUT' },
      { path: '/wp/v2/settings', method: 'POST' },
    ]
    const writes = requests.map((request) => ({
      request,
      resolve: (answer: unknown) => answered.push(answer),
      reject: () => {},
    }))
    await sendBatch(writes, { fetcher, knowledge: { unbatched: new Set() }, allowPartial: false })
    expect(await Promise.allSettled(answered)).toMatchObject([
      { status: 'rejected', reason: { message: 'broken' } },
      { status: 'fulfilled', value: { data: '/wp/v2/settings' } },
    ])
  })
})

describe('an abort', () => {
  it('ends the request, and is no failure of the batch', async () => {
    const controller = new AbortController()
    const { server, send } = batching(
      ({ method }) => (method === 'OPTIONS' ? batchSchema(25) : undefined),
      false,
      controller.signal,
    )
    const sent = send(updates(2))
    await settle()
    controller.abort()
    const { errors, failure } = await sent
    expect(server.log).toHaveLength(2)
    expect(errors.map(isAbortError)).toEqual([true, true])
    expect(failure).toBeUndefined()
  })

  it('of one write while an earlier part is under way leaves that write out', async () => {
    const controller = new AbortController()
    const { server, send, batches } = batching(({ method }) =>
      method === 'OPTIONS' ? batchSchema(2) : undefined,
    )
    void send([update(1), update(2), update(3, { signal: controller.signal }), update(4)])
    await settle()
    controller.abort()
    server.waiting[0]?.answer({ responses: [{ status: 200 }, { status: 200 }] })
    await settle()
    expect(batches()).toHaveLength(1)
    expect(server.log.slice(2)).toEqual(['PUT /wp/v2/posts/4'])
  })
})
