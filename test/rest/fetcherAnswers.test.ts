import { createRestFetcher, RestError } from 'copydesk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeFetch, json, networkFailure, rejectionOf } from './fakeFetch'

const root = 'https://example.org/wp-json/'

function answerTo(step: Response | Error) {
  return createRestFetcher({ root, fetch: fakeFetch(step).fetch, retry: false })({ path: '/wp/v2/posts' })
}

afterEach(() => vi.unstubAllGlobals())

describe('a successful answer', () => {
  it('gives status, data and headers of any case', async () => {
    const answer = await answerTo(json([{ id: 1 }], 201, { 'X-WP-Total': '12' }))
    expect(answer.status).toBe(201)
    expect(answer.data).toEqual([{ id: 1 }])
    expect(answer.headers.get('x-wp-total')).toBe('12')
    expect(answer.headers.get('X-WP-TOTAL')).toBe('12')
    expect(answer.headers.get('X-WP-TotalPages')).toBeNull()
  })

  it.each([
    ['no content', new Response(null, { status: 204 })],
    ['an empty body', new Response('', { status: 200 })],
    ['a blank body', new Response(' \n', { status: 200 })],
    ['the JSON null', new Response('null', { status: 200 })],
  ])('has null for %s', async (what, step) => {
    expect((await answerTo(step)).data).toBeNull()
  })

  it.each([false, 0, '', 'text'])('keeps the JSON value %j', async (value) => {
    expect((await answerTo(json(value))).data).toBe(value)
  })
})

describe('a body that is not JSON', () => {
  const page = `<!DOCTYPE html><html><head><title>Maintenance</title></head>${'x'.repeat(500)}</html>`

  it.each([
    ['a page with status 200', 200, page],
    ['a page with status 502', 502, page],
    ['an empty error', 500, ''],
    ['JSON that was cut off', 200, '[{"id":1,"title":{"raw":"Hel'],
    ['a warning before the JSON', 200, '<b>Warning</b>: foo in bar.php [{"id":1}]'],
  ])('is an error: %s', async (what, status, body) => {
    const error = await rejectionOf(answerTo(new Response(body, { status })))
    expect(error).toBeInstanceOf(RestError)
    expect(error).toMatchObject({ code: 'invalid_json', status, data: { status } })
    expect(String(error)).toContain(`GET /wp/v2/posts was answered with status ${status}`)
    expect(error).toHaveProperty('cause.name', 'SyntaxError')
  })

  it('shows its first 100 characters in data', async () => {
    const error = await rejectionOf(answerTo(new Response(`  ${page}`)))
    expect(error).toMatchObject({ data: { status: 200, excerpt: page.slice(0, 100) } })
  })
})

describe('an error answer', () => {
  it("has the server's code, message and data", async () => {
    const data = { status: 400, params: { title: 'Invalid.' } }
    const body = { code: 'rest_invalid_param', message: 'Invalid parameter(s): title', data }
    const error = await rejectionOf(answerTo(json(body, 400)))
    expect(error).toBeInstanceOf(RestError)
    expect(error).toMatchObject({ name: 'RestError', ...body, status: 400 })
  })

  it('without a code is an unknown_error with the body as data', async () => {
    const error = await rejectionOf(answerTo(json({ error: 'teapot' }, 418)))
    expect(error).toMatchObject({ code: 'unknown_error', status: 418, data: { error: 'teapot' } })
  })

  it('lets its headers be read', async () => {
    const headers = { 'X-WP-Upload-Attachment-ID': '7' }
    const error = await rejectionOf(answerTo(json({ code: 'a', message: 'b' }, 500, headers)))
    expect(error instanceof RestError && error.headers?.get('x-wp-upload-attachment-id')).toBe('7')
  })
})

describe('a request without an answer', () => {
  it('is a fetch_error with its cause', async () => {
    const error = await rejectionOf(answerTo(networkFailure))
    expect(error).toBeInstanceOf(RestError)
    expect(error).toMatchObject({ code: 'fetch_error', status: 0, cause: networkFailure })
  })

  it('is an offline_error when the browser is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(await rejectionOf(answerTo(networkFailure))).toMatchObject({ code: 'offline_error', status: 0 })
  })

  it('succeeds where something answers although the browser says it is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect((await answerTo(json({ cached: true }))).data).toEqual({ cached: true })
  })

  it('is a fetch_error when the connection breaks inside the body', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[{"id":1},'))
        controller.error(networkFailure)
      },
    })
    const fetch = async () => new Response(body)
    const error = await rejectionOf(createRestFetcher({ root, fetch, retry: false })({ path: '/' }))
    expect(error).toMatchObject({ code: 'fetch_error', cause: networkFailure })
  })
})
