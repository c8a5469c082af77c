import { afterEach, describe, expect, it, vi } from 'vitest'
import { findRestRoot, readRootLink } from '../../../examples/ownSite/findRestRoot'
import { openOwnSite } from '../../../examples/ownSite/openOwnSite'

const index = { name: 'Gazette', namespaces: ['wp/v2'], authentication: { 'application-passwords': {} } }
const linkTo = (root: string) => ({ Link: `<${root}>; rel="https://api.w.org/"` })

/** Answers by address; all else is a page that is not there. */
function stubSites(answers: Record<string, () => Response>) {
  const asked: string[] = []
  const site = async (url: URL, init?: RequestInit) => {
    expect(new Headers(init?.headers).has('Authorization')).toBe(false)
    asked.push(url.href)
    return answers[url.href]?.() ?? new Response('<p>Not found', { status: 404 })
  }
  vi.stubGlobal('fetch', vi.fn(site))
  return asked
}

const page = (headers = {}) => new Response('<p>Hello', { headers })
const redirect = (to: string) => new Response(null, { status: 301, headers: { Location: to } })
const find = (address: string) => findRestRoot(new URL(address))

afterEach(() => vi.unstubAllGlobals())

describe('findRestRoot', () => {
  it('goes where the Link header says', async () => {
    const root = 'https://example.org/blog/api/'
    stubSites({
      'https://example.org/blog': () => page(linkTo(root)),
      [root]: () => Response.json(index),
    })
    expect(await find('https://example.org/blog')).toEqual({
      root,
      name: 'Gazette',
      takesApplicationPasswords: true,
    })
  })

  it('looks at wp-json/ where no header says', async () => {
    stubSites({ 'https://example.org/blog/wp-json/': () => Response.json(index) })
    expect((await find('https://example.org/blog')).root).toBe('https://example.org/blog/wp-json/')
  })

  it('looks at ?rest_route=/ last', async () => {
    const asked = stubSites({ 'https://example.org/?rest_route=/': () => Response.json(index) })
    expect((await find('https://example.org/')).root).toBe('https://example.org/?rest_route=/')
    expect(asked).toEqual([
      'https://example.org/',
      'https://example.org/wp-json/',
      'https://example.org/?rest_route=/',
    ])
  })

  it('takes what answers visitors with a refusal for a WordPress that is closed to them', async () => {
    stubSites({
      'https://example.org/wp-json/': () => Response.json({ code: 'rest_login_required' }, { status: 401 }),
    })
    expect(await find('https://example.org/')).toMatchObject({ name: 'example.org' })
  })

  it('follows a redirect to https on the same host', async () => {
    stubSites({
      'http://example.org/': () => redirect('https://example.org/'),
      'https://example.org/wp-json/': () => Response.json(index),
    })
    expect((await find('http://example.org/')).root).toBe('https://example.org/wp-json/')
  })

  it('stays with https where the site takes itself for http', async () => {
    stubSites({
      'https://example.org/': () => page(linkTo('http://example.org/wp-json/')),
      'https://example.org/wp-json/': () => Response.json(index),
    })
    expect((await find('https://example.org/')).root).toBe('https://example.org/wp-json/')
  })

  it.each([
    ['another host', 'https://other.example/'],
    ['the same host without https', 'http://example.org/'],
  ])('refuses a redirect to %s', async (title, to) => {
    const asked = stubSites({ 'https://example.org/': () => redirect(to) })
    await expect(find('https://example.org/'), title).rejects.toThrow(
      `sends visitors on to ${new URL(to).origin}`,
    )
    expect(asked).toEqual(['https://example.org/'])
  })

  it('refuses a REST interface on another host', async () => {
    stubSites({ 'https://example.org/': () => page(linkTo('https://other.example/wp-json/')) })
    await expect(find('https://example.org/')).rejects.toThrow('on another host, other.example')
  })

  it('gives up on a site that redirects in circles', async () => {
    stubSites({ 'https://example.org/': () => redirect('/') })
    await expect(find('https://example.org/')).rejects.toThrow('in circles')
  })

  it.each([
    ['a page', () => page()],
    ['JSON of another kind', () => Response.json({ namespaces: 'all' })],
    ['JSON that is nothing', () => Response.json(null)],
  ])('takes %s for no WordPress', async (title, answer) => {
    stubSites({ 'https://example.org/wp-json/': answer })
    await expect(find('https://example.org/'), title).rejects.toThrow('does not answer as a WordPress')
  })

  it('says why a site did not answer', async () => {
    const cause = new Error('getaddrinfo ENOTFOUND example.org')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })))
    await expect(find('https://example.org/')).rejects.toThrow(
      'https://example.org did not answer: getaddrinfo ENOTFOUND example.org.',
    )
  })
})

describe('readRootLink', () => {
  it.each([
    ['<https://a.example/wp-json/>; rel="https://api.w.org/"', 'https://a.example/wp-json/'],
    [
      '<https://a.example/x>; rel="alternate", <https://a.example/wp-json/>; rel="https://api.w.org/", <y>; rel=z',
      'https://a.example/wp-json/',
    ],
    ['<https://a.example/x>; rel="alternate"', undefined],
    ['', undefined],
  ])('%s: %s', (header, expected) => {
    expect(readRootLink(header)).toBe(expected)
  })
})

describe('A site without https', () => {
  const open = (isInsecureAllowed: boolean, readPassword: () => Promise<string>) =>
    openOwnSite({ site: 'http://example.org', username: 'ann', isInsecureAllowed, readPassword })

  it('is refused before the password is asked for', async () => {
    stubSites({ 'http://example.org/wp-json/': () => Response.json(index) })
    const readPassword = vi.fn(async () => 'swordfish')
    await expect(open(false, readPassword)).rejects.toThrow('http://example.org has no https')
    expect(readPassword).not.toHaveBeenCalled()
  })

  it('is opened where that was allowed', async () => {
    const answers = [page(), Response.json(index), Response.json({ id: 1, name: 'Ann' })]
    vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()))
    expect(await open(true, async () => 'swordfish')).toMatchObject({ isInTheClear: true, user: 'Ann' })
  })
})
