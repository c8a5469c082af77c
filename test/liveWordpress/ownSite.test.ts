import { createRestFetcher, type Fetcher } from 'copydesk'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openOwnSite, type OwnSite } from '../../examples/ownSite/openOwnSite'
import { startProxy, type RunningProxy } from '../../examples/ownSite/startProxy'
import { picture } from '../support/picture'
import { asUser, newPost } from '../support/wordpress'

let site: OwnSite
let proxy: RunningProxy
let page: Fetcher
let password: string

beforeAll(async () => {
  password = await newApplicationPassword()
  site = await open(password)
  // Node finds no names below .localhost.
  proxy = await site.serve({ hostname: '127.0.0.1' })
  page = await fetcherOf(proxy)
})
afterAll(() => proxy.close())

describe('A person’s own site', () => {
  it('is found by its address, and knows the person', () => {
    const { root, name, user, isInTheClear } = site
    expect({ root, name, user, isInTheClear }).toEqual({
      root: inject('wordpress').root,
      name: 'The Harbour Gazette',
      user: 'Edith Editor',
      isInTheClear: false,
    })
  })

  it('lets nobody in with a wrong password, and does not repeat it', async () => {
    const opening = open('swordfish')
    await expect(opening).rejects.toThrow('The site took you for a visitor')
    await expect(opening).rejects.not.toThrow('swordfish')
  })

  it('lets nobody in by a name that it does not know', async () => {
    await expect(open(password, 'nobody')).rejects.toThrow('The site took you for a visitor')
  })
})

describe('Through the proxy', () => {
  it('the page is the person, without knowing the password', async () => {
    const { data } = await page({ path: '/wp/v2/users/me?context=edit&_fields=username,roles' })
    expect(data).toEqual({ username: 'editor', roles: ['editor'] })
  })

  it('a list has its totals, and a record its permissions', async () => {
    const list = await page({ path: '/wp/v2/posts?context=edit&per_page=2&_fields=id' })
    expect(Number(list.headers.get('X-WP-Total'))).toBeGreaterThan(100)
    expect(Number(list.headers.get('X-WP-TotalPages'))).toBeGreaterThan(50)
    const [first] = list.data as { id: number }[]
    const one = await page({ path: `/wp/v2/posts/${first?.id}?_fields=id` })
    expect(one.headers.get('Allow')).toBe('GET, POST, PUT, PATCH, DELETE')
  })

  it.each([false, true])('a post is saved (method override: %s)', async (methodOverride) => {
    const { id } = await newPost({ status: 'draft' })
    const title = `Saved through the proxy, ${methodOverride}`
    const overriding = await fetcherOf(proxy, { methodOverride })
    await overriding({ path: `/wp/v2/posts/${id}`, method: 'PUT', data: { title } })
    const { data } = await asUser('editor')({ path: `/wp/v2/posts/${id}?context=edit&_fields=title.raw` })
    expect(data).toEqual({ title: { raw: title } })
  })

  it('a picture arrives byte by byte', async () => {
    const sent = picture(3, 2, 'proxied.png')
    const body = new FormData()
    body.set('file', sent)
    const { data } = await page({ path: '/wp/v2/media', method: 'POST', body })
    const got = await fetch((data as { source_url: string }).source_url)
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(new Uint8Array(await sent.arrayBuffer()))
  })

  it('no application password is made, which would outlive it', async () => {
    const path = '/wp/v2/users/me/application-passwords'
    const making = page({ path, method: 'POST', data: { name: 'Stolen' } })
    await expect(making).rejects.toMatchObject({ status: 403, code: 'application_passwords_not_passed' })
  })

  it('nor by a form that names another route than the address', async () => {
    const route = '/wp/v2/users/me/application-passwords'
    const inMultipart = new FormData()
    for (const [name, value] of Object.entries({ rest_route: route, name: 'Stolen' }))
      inMultipart.set(name, value)
    const before = await passwordsOfEditor()
    for (const body of [new URLSearchParams({ rest_route: route, name: 'Stolen' }), inMultipart])
      for (const path of ['/wp/v2/posts', '/wp/v2/media'])
        expect((await sendForm(path, body)).status).toBe(400)
    expect(await passwordsOfEditor()).toEqual(before)
  })

  it('an error of the site is the page’s, in the site’s words', async () => {
    await expect(page({ path: '/wp/v2/posts/999999' })).rejects.toMatchObject({
      status: 404,
      code: 'rest_post_invalid_id',
    })
  })

  it('a site with plain permalinks is the same to the page', async () => {
    const credentials = Buffer.from(`editor:${password}`).toString('base64')
    const { plainRoot } = inject('wordpress')
    const plain = await startProxy({
      root: plainRoot,
      authorization: `Basic ${credentials}`,
      hostname: '127.0.0.1',
    })
    const { data } = await (await fetcherOf(plain))({ path: '/wp/v2/users/me?context=edit&_fields=username' })
    expect(data).toEqual({ username: 'editor' })
    await plain.close()
  })
})

function open(given: string, username = 'editor'): Promise<OwnSite> {
  return openOwnSite({ site: inject('wordpress').url, username, readPassword: async () => given })
}

/** Sends a form through the proxy, as a script on the page's origin could. */
async function sendForm(path: string, body: BodyInit): Promise<Response> {
  const entered = await fetch(proxy.entrance)
  const headers = { Origin: proxy.url, Cookie: entered.headers.getSetCookie().join('; ') }
  return fetch(`${proxy.url}/wp-json${path}`, { method: 'POST', headers, body })
}

async function passwordsOfEditor(): Promise<unknown> {
  const { data } = await asUser('editor')({ path: '/wp/v2/users/me/application-passwords?_fields=uuid' })
  return data
}

/** What the page asks with: Node sends no `Origin` and no cookie of its own. */
async function fetcherOf(
  { url, entrance }: RunningProxy,
  options: { methodOverride?: boolean } = {},
): Promise<Fetcher> {
  const entered = await fetch(entrance)
  const headers = { Origin: url, Cookie: entered.headers.getSetCookie().join('; ') }
  return createRestFetcher({ root: `${url}/wp-json/`, headers, ...options })
}

/** One that the editor makes for the occasion, as people do on their profile. */
async function newApplicationPassword(): Promise<string> {
  const { data } = await asUser('editor')({
    path: '/wp/v2/users/me/application-passwords',
    method: 'POST',
    data: { name: `Playground ${Date.now()}` },
  })
  return (data as { password: string }).password
}
