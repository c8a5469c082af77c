import { EntityStoreError } from 'copydesk'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildPath, parseUrl, resolveUrl } from '../../src/rest/urls'

afterEach(() => vi.unstubAllGlobals())

describe('buildPath with an id', () => {
  it.each([
    ['a number', 7, '/wp/v2/posts/7'],
    ['zero', 0, '/wp/v2/posts/0'],
    ['a template id with its slashes', 'theme//single', '/wp/v2/posts/theme//single'],
    ['a space', 'a b', '/wp/v2/posts/a%20b'],
    ['a question mark', 'a?b=1', '/wp/v2/posts/a%3Fb%3D1'],
    ['a hash', 'a#b', '/wp/v2/posts/a%23b'],
    ['a percent sign', '%2e%2e', '/wp/v2/posts/%252e%252e'],
    ['a backslash', 'a\\..\\b', '/wp/v2/posts/a%5C..%5Cb'],
    ['other scripts', 'ü日', '/wp/v2/posts/%C3%BC%E6%97%A5'],
    ['dots inside a segment', 'a..b/...', '/wp/v2/posts/a..b/...'],
  ])('puts %s into the path', (what, id, path) => {
    expect(buildPath('/wp/v2/posts', id)).toBe(path)
  })

  it('is sent as the platform would send it where it holds half of a pair of surrogates', () => {
    expect(buildPath('/wp/v2/posts', 'a\ud800', { search: '\udc00' })).toBe(
      '/wp/v2/posts/a%EF%BF%BD?search=%EF%BF%BD',
    )
  })

  it('puts one slash before it where the base ends with one', () => {
    expect(buildPath('/wp/v2/posts/', 1)).toBe('/wp/v2/posts/1')
  })

  it.each(['.', '..', '../users', 'a/../../users', 'a/.', ''])('refuses the id "%s"', (id) => {
    expect(() => buildPath('/wp/v2/posts', id)).toThrow(`"${id}" is not the id of a record`)
    expect(() => buildPath('/wp/v2/posts', id)).toThrow(
      expect.objectContaining({ code: 'invalid_id' }) as Error,
    )
  })

  it('never leaves the base, whatever the id', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: fc.constantFrom(...'ab./\\?#% %2e:@&+=é') }), (id) => {
        fc.pre(!id.split('/').some((segment) => segment === '.' || segment === '..'))
        const parsed = new URL(buildPath('/wp/v2/posts', id), 'https://example.org')
        expect(parsed.search + parsed.hash).toBe('')
        expect(parsed.pathname.slice(0, 13)).toBe('/wp/v2/posts/')
        expect(decodeURIComponent(parsed.pathname.slice(13))).toBe(id)
      }),
    )
  })
})

describe('buildPath with a query', () => {
  it.each([
    ['nothing', undefined, '/b'],
    ['an empty object', {}, '/b'],
    ['plain values in their order', { b: 2, a: 'x' }, '/b?b=2&a=x'],
    ['an array', { a: [1, 2] }, '/b?a%5B0%5D=1&a%5B1%5D=2'],
    ['an object', { a: { b: { c: 1 } } }, '/b?a%5Bb%5D%5Bc%5D=1'],
    ['undefined', { a: undefined, b: 1 }, '/b?b=1'],
    ['undefined inside', { a: [undefined, 1], b: { c: undefined } }, '/b?a%5B1%5D=1'],
    ['null', { a: null, b: [null] }, '/b?a=&b%5B0%5D='],
    ['booleans', { a: true, b: false }, '/b?a=true&b=false'],
    ['an empty array', { a: [] }, '/b'],
    ['unsafe characters', { '?': '&=#+ %' }, '/b?%3F=%26%3D%23%2B%20%25'],
    ['joined fields', { _fields: 'id,title.raw' }, '/b?_fields=id%2Ctitle.raw'],
  ])('writes %s', (what, query, path) => {
    expect(buildPath('/b', undefined, query)).toBe(path)
  })

  it('puts it behind the id', () => {
    expect(buildPath('/wp/v2/types', 'post', { context: 'edit' })).toBe('/wp/v2/types/post?context=edit')
  })

  it.each([
    ['keeps it', {}, '/b/1?context=edit&x=1'],
    ['adds to it', { y: 2 }, '/b/1?context=edit&x=1&y=2'],
    ['overrides what has the same name', { y: 2, context: 'view' }, '/b/1?x=1&y=2&context=view'],
    ['is not overridden by undefined', { context: undefined }, '/b/1?context=edit&x=1'],
  ])('when the base has a query, %s', (what, query, path) => {
    expect(buildPath('/b?context=edit&x=1', 1, query)).toBe(path)
  })

  it('overrides an array of the base as a whole', () => {
    expect(buildPath('/b?i[0]=1&i%5B1%5D=2&c=%', undefined, { i: [3] })).toBe('/b?c=%&i%5B0%5D=3')
  })

  it('keeps a trailing slash before the query', () => {
    expect(buildPath('/wp/v2/posts/?context=edit')).toBe('/wp/v2/posts/?context=edit')
  })

  it('gives back every flat query when parsed', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), value), (query) => {
        const parsed = new URL(buildPath('/b', undefined, query), 'https://example.org').searchParams
        const expected = Object.entries(query).map(([key, item]) => [key, item === null ? '' : String(item)])
        expect([...parsed]).toEqual(expected)
      }),
    )
  })
})

describe('resolveUrl', () => {
  it.each([
    ['https://x.org/wp-json/', '/wp/v2/posts?a=1', 'https://x.org/wp-json/wp/v2/posts?a=1'],
    ['https://x.org/wp-json', 'wp/v2/posts', 'https://x.org/wp-json/wp/v2/posts'],
    ['https://x.org/wp-json/', '/', 'https://x.org/wp-json/'],
    ['https://x.org/wp-json/', '//evil.org/a', 'https://x.org/wp-json/evil.org/a'],
    ['https://x.org', '.evil.org/a', 'https://x.org/.evil.org/a'],
    ['https://x.org/wp-json/?lang=de', '/wp/v2/posts?a=1', 'https://x.org/wp-json/wp/v2/posts?lang=de&a=1'],
    ['/wp-json/', '/wp/v2/posts', '/wp-json/wp/v2/posts'],
    ['https://x.org/?rest_route=/', '/wp/v2/posts?a=1&b=2', 'https://x.org/?rest_route=/wp/v2/posts&a=1&b=2'],
    ['https://x.org/?rest_route=', '/wp/v2/posts', 'https://x.org/?rest_route=/wp/v2/posts'],
    ['https://x.org/?rest_route=%2F', '/wp/v2/posts', 'https://x.org/?rest_route=/wp/v2/posts'],
    ['https://x.org/?rest_route=/', '/', 'https://x.org/?rest_route=/'],
    ['https://x.org/index.php?rest_route=/', 'wp/v2', 'https://x.org/index.php?rest_route=/wp/v2'],
    ['https://x.org/?lang=de&rest_route=/', '/a?b=1', 'https://x.org/?lang=de&rest_route=/a&b=1'],
    ['https://x.org/?rest_route=/&lang=de', '/a?b=1', 'https://x.org/?rest_route=/a&lang=de&b=1'],
    ['https://x.org/?rest_route=/', '/a$&b', 'https://x.org/?rest_route=/a$&b'],
  ])('joins %s and %s', (root, path, url) => {
    expect(resolveUrl(root, path)).toBe(url)
  })

  it('addresses the same route and query through both kinds of root', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((id) => !/(^|\/)\.{1,2}(\/|$)/.test(id)),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string()),
        (id, query) => {
          const path = buildPath('/wp/v2/posts', id, query)
          const plain = new URL(resolveUrl('https://x.org/?rest_route=/', path)).searchParams
          expect(plain.get('rest_route')).toBe(`/wp/v2/posts/${id}`)
          const pretty = new URL(resolveUrl('https://x.org/wp-json/', path))
          expect(decodeURIComponent(pretty.pathname)).toBe(`/wp-json/wp/v2/posts/${id}`)
          expect([...plain].slice(1)).toEqual([...pretty.searchParams])
        },
      ),
    )
  })
})

describe('parseUrl', () => {
  it('takes a relative address from the page', () => {
    vi.stubGlobal('location', { href: 'https://page.org/wp-admin/post.php' })
    expect(parseUrl('/wp-json/').href).toBe('https://page.org/wp-json/')
  })

  it('gives all relative addresses one origin where there is no page', () => {
    expect(parseUrl('/wp-json/a').origin).toBe(parseUrl('/wp-json/').origin)
    expect(parseUrl('//evil.org/a').origin).not.toBe(parseUrl('/wp-json/').origin)
  })

  it.each(['ftp://x.org/', 'file:///etc/passwd', 'javascript:alert(1)', 'https://', 'http://[x'])(
    'refuses %s, naming it',
    (url) => {
      expect(() => parseUrl(url)).toThrow(EntityStoreError)
      expect(() => parseUrl(url)).toThrow(`"${url}"`)
    },
  )

  it.each([
    'https://anna:hunter2@x.org/',
    'https://:hunter2@x.org/',
    'https://hunter2@x.org/',
    'https://anna:hunter2@[x',
  ])('refuses a password untold', (url) => {
    let message = ''
    try {
      parseUrl(url)
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain('EntityStoreError')
    expect(message).not.toContain('hunter2')
  })
})
