import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request, type Cookie } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { roles, type Role } from '../../examples/playground/session/roles'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'

declare module 'vitest' {
  interface ProvidedContext {
    /** The editor and the site that the files of the run use one after the other. */
    editor: {
      site: Editor['site']
      /** What the page is open to somebody by who came in by its entrance, and what each user is signed in by, too. */
      cookies: Record<Role | 'nobody', Cookie[]>
      /** Asked with POST, it puts the site back to what it was at first. */
      restoreAddress: string
      /** Asked with POST, half a minute passes for the site, where that is a WordPress. */
      passAddress: string | undefined
    }
  }
}

/** The playground on a site. */
export interface Editor {
  /** Without an entrance the page is anybody's. */
  site: Pick<RunningWordPress, 'url' | 'root' | 'users'> & { entrance?: string }
  /** Notes what the site holds, and gives what puts it back to that, logins included. */
  keep(): Promise<() => Promise<void>>
  /** Lets half a minute pass on its clock, where it has one that goes on by itself. */
  pass?(): Promise<void>
  stop(): Promise<void>
}

interface Builder {
  buildWhereStale(): void
  buildPageWhereStale(options: { mode: 'development' }): Promise<string>
}

/**
 * Bundles the page once, with React's development build, which warns of what is wrong; starts one editor.
 *
 * @param start - Starts the editor with the page of that folder.
 */
export async function provideEditor(
  project: TestProject,
  start: (folder: string) => Promise<Editor>,
): Promise<() => Promise<void>> {
  const build = new URL('../../examples/build.mjs', import.meta.url).href
  const { buildWhereStale, buildPageWhereStale } = (await import(build)) as Builder
  buildWhereStale()
  const folder = await buildPageWhereStale({ mode: 'development' })
  const editor = await start(folder)
  const cookies = await signInAll(editor.site)
  const restorer = await listen(await editor.keep())
  const passer = editor.pass && (await listen(editor.pass))
  project.provide('editor', {
    site: editor.site,
    cookies,
    restoreAddress: addressOf(restorer),
    passAddress: passer && addressOf(passer),
  })
  return async () => {
    restorer.close()
    passer?.close()
    await editor.stop()
  }
}

async function signInAll(site: Editor['site']): Promise<Record<Role | 'nobody', Cookie[]>> {
  const { url, users, entrance } = site
  const comeIn = async (role?: Role) => {
    const session = await request.newContext({ baseURL: url })
    if (entrance) await session.get(entrance)
    const form = role && { log: role, pwd: users[role].password, rememberme: 'forever' }
    if (form) await session.post('/wp-login.php', { form, maxRedirects: 0 })
    const { cookies } = await session.storageState()
    await session.dispose()
    return cookies
  }
  const signedIn = roles.map(async (role) => [role, await comeIn(role)] as const)
  return Object.fromEntries([['nobody', await comeIn()], ...(await Promise.all(signedIn))]) as Record<
    Role | 'nobody',
    Cookie[]
  >
}

/** The tests run in a process of their own, and the editor takes orders only from the one that started it. */
function listen(order: () => Promise<void>): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((...[, response]) => void order().then(() => response.end()))
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
