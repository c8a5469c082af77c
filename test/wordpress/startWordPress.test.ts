import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoggedRequest } from '../../examples/wordpress/respondInTurn'
import {
  isWordPressUrl,
  startWordPress,
  type RunningWordPress,
} from '../../examples/wordpress/startWordPress'
import { picture } from '../support/picture'

let site: RunningWordPress
const heard: LoggedRequest[] = []

beforeAll(async () => {
  site = await startWordPress({
    content: 'minimal',
    onRequest: (request) => heard.push(request),
    middleware: (request, response, next) => {
      if (request.url === '/') response.end('the page')
      else next()
    },
  })
})

afterAll(async () => {
  if (site.server.listening) await site.close()
})

describe('startWordPress', () => {
  it('lets the page answer at the root', async () => {
    const response = await fetch(`${site.url}/`)
    expect(await response.text()).toBe('the page')
  })

  it('answers the REST interface itself, on the same origin', async () => {
    for (const root of [site.root, site.plainRoot]) {
      const separator = root.includes('?') ? '&' : '?'
      const response = await fetch(`${root}wp/v2/posts${separator}_fields=id`)
      expect(await response.json()).toHaveLength(5)
    }
  })

  it('answers what the page passes on', async () => {
    const response = await fetch(`${site.url}/nothing-is-here`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('The Harbour Gazette')
  })

  it('logs every request WordPress answered', async () => {
    await fetch(`${site.root}wp/v2/types?_fields=post`)
    expect(heard.at(-1)).toMatchObject({
      method: 'GET',
      url: '/wp-json/wp/v2/types?_fields=post',
      status: 200,
    })
    expect(heard.at(-1)?.duration).toBeGreaterThan(1)
    expect(site.requestLog).toEqual(heard)
  })

  it('goes back to what it held, in its database and in its files', async () => {
    const { username, applicationPassword: password } = site.users.administrator
    const authorization = `Basic ${btoa(`${username}:${password}`)}`
    const restore = await site.keep()
    await fetch(`${site.root}wp/v2/settings?title=Renamed`, { method: 'POST', headers: { authorization } })
    const sent = await fetch(`${site.root}wp/v2/media`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename=boat.png',
      },
      body: picture(20, 20),
    })
    const { source_url } = (await sent.json()) as { source_url: string }
    const look = async () => [
      ((await (await fetch(`${site.root}?_fields=name`)).json()) as { name: string }).name,
      (await fetch(source_url)).status,
    ]
    expect(await look()).toEqual(['Renamed', 200])
    await restore()
    expect(await look()).toEqual(['The Harbour Gazette', 404])
  })

  it('answers no more once it is closed', async () => {
    const root = `${site.root}?_fields=name`
    const { status } = await fetch(root)
    expect(status).toBe(200)
    await site.close()
    await expect(fetch(root)).rejects.toThrow()
  })
})

describe('isWordPressUrl', () => {
  it.each([
    ['/wp-json/', true],
    ['/wp-json', true],
    ['/wp-json/wp/v2/posts?page=2', true],
    ['/?rest_route=/wp/v2/posts', true],
    ['/?lang=en&rest_route=/', true],
    ['/wp-login.php?action=logout', true],
    ['/wp-admin/admin-ajax.php', true],
    ['/wp-content/uploads/2023/01/a.png', true],
    ['/', false],
    ['/?page=2', false],
    ['/src/main.tsx', false],
    ['/wp-jsonish', false],
    ['/@vite/client', false],
  ])('%s: %s', (url, expected) => {
    expect(isWordPressUrl(url)).toBe(expected)
  })
})
