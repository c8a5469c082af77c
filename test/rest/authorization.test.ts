import { createRestFetcher, EntityStoreError, type RestFetcherOptions } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeFetch, json, rejectionOf } from './fakeFetch'

/** What a server makes of a Basic header. */
function decodeBasic(header: string | null): string {
  return Buffer.from(header?.replace(/^Basic /, '') ?? '', 'base64').toString('utf8')
}

/** The Authorization header of a request; null where it has none. */
async function readAuthorization(authorization: RestFetcherOptions['authorization']): Promise<string | null> {
  const { fetch, calls } = fakeFetch(json({}))
  const fetcher = createRestFetcher({ root: 'https://site.example/wp-json/', fetch, authorization })
  await fetcher({ path: '/wp/v2/posts/1' })
  return calls[0]?.headers.get('authorization') ?? null
}

describe('what a request is authorized with', () => {
  it.each([
    ['nothing', undefined, null],
    ['an empty string', '', null],
    ['a whole header value', 'Digest a=b', 'Digest a=b'],
    ['a token', { token: 'abc.def' }, 'Bearer abc.def'],
    ['a function', () => ({ token: 't' }), 'Bearer t'],
    ['an async function', async () => 'Custom 1', 'Custom 1'],
    ['a function that has none', () => null, null],
  ])('reads %s', async (what, source, header) => {
    expect(await readAuthorization(source)).toBe(header)
  })

  it('keeps the spaces of an application password', async () => {
    const header = await readAuthorization({ username: 'anna', password: 'abcd efgh 1234' })
    expect(header).toBe('Basic YW5uYTphYmNkIGVmZ2ggMTIzNA==')
  })

  it('encodes names of every script as UTF-8', async () => {
    const header = await readAuthorization({ username: 'zoë', password: '密碼🔑' })
    expect(decodeBasic(header)).toBe('zoë:密碼🔑')
  })

  it('rejects with what the function throws', async () => {
    const failure = new Error('no session')
    expect(await rejectionOf(readAuthorization(() => Promise.reject(failure)))).toBe(failure)
  })

  it('refuses another shape without repeating it', async () => {
    const source = JSON.parse('{"username":"anna","pass":"hunter2"}')
    const error = await rejectionOf(readAuthorization(source))
    expect(error).toBeInstanceOf(EntityStoreError)
    expect(String(error)).toContain('{ username, password }')
    expect(String(error)).not.toContain('hunter2')
  })
})
