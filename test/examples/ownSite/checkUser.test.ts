import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, vi, afterEach } from 'vitest'
import { checkUser } from '../../../examples/ownSite/checkUser'
import { openOwnSite } from '../../../examples/ownSite/openOwnSite'

afterEach(() => vi.unstubAllGlobals())

it('does not wait for ever for a site that never says who one is', async () => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-json/`
  const checking = checkUser({ root, name: '', takesApplicationPasswords: true }, 'Basic x', 50)
  await expect(checking).rejects.toThrow('did not answer: it took too long.')
  server.closeAllConnections()
  server.close()
})

it('lets no name of a site or a person write to the terminal’s clipboard or turn its text', async () => {
  const index = {
    name: 'Gazette\u001b]52;c;ZXZpbA==\u0007 \u202eevil',
    namespaces: ['wp/v2'],
    authentication: { 'application-passwords': {} },
  }
  const answers = [
    new Response(''),
    Response.json(index),
    Response.json({ id: 1, name: 'Ann\u001b[2J\u009bm' }),
  ]
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()))
  const opened = await openOwnSite({
    site: 'https://example.org',
    username: 'ann',
    readPassword: async () => 'swordfish',
  })
  expect([opened.name, opened.user]).toEqual(['Gazette ]52;c;ZXZpbA== evil', 'Ann [2J m'])
})

it('lets no message of a site write to the terminal’s title', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ code: 'x', message: 'No\u001b]0;evil\u0007!' }, { status: 401 })),
  )
  const found = { root: 'https://example.org/wp-json/', name: '', takesApplicationPasswords: true }
  await expect(checkUser(found, 'Basic x')).rejects.toThrow('let you in: No ]0;evil ! Application')
})
