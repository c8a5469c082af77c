import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { request, type Cookie } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { roles, type Role } from '../../examples/playground/session/roles'
import { launchBrowserServer } from '../../examples/launchBrowser'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'
import { chosenWordPress } from './chosenWordPress'
import { startProcess } from './startProcess'

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser of the run, to connect to. */
    browserAddress: string
    /** The editor and the WordPress that the files of the run use one after the other. */
    editor: {
      site: Pick<RunningWordPress, 'url' | 'root' | 'users'>
      /** What each user is signed in by. */
      cookies: Record<Role, Cookie[]>
      /** Asked with POST, it puts the site back to what it was at first. */
      restoreAddress: string
    }
  }
}

interface Builder {
  buildWhereStale(): void
  buildPageWhereStale(options: { mode: 'development' }): Promise<string>
}

const at = (path: string) => new URL(`../../examples/${path}`, import.meta.url)

/** Bundles the page once, with React's development build, which warns of what is wrong; starts one editor, one browser. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { buildWhereStale, buildPageWhereStale } = (await import(at('build.mjs').href)) as Builder
  buildWhereStale()
  const folder = await buildPageWhereStale({ mode: 'development' })
  const [editor, browser] = await Promise.all([
    startProcess<RunningWordPress>(
      fileURLToPath(at('start.mjs')),
      // The same lists on every day.
      ['--today', '2024-04-14', ...chosenWordPress()],
      { BUILT_PAGE: folder },
    ),
    launchBrowserServer(),
  ])
  const cookies = await signInAll(editor.site)
  await editor.order('keep')
  const restorer = await listen(() => editor.order('restore'))
  project.provide('browserAddress', browser.wsEndpoint())
  project.provide('editor', { site: editor.site, cookies, restoreAddress: addressOf(restorer) })
  return async () => {
    restorer.close()
    await browser.close()
    await editor.stop()
  }
}

async function signInAll({ url, users }: RunningWordPress): Promise<Record<Role, Cookie[]>> {
  const signedIn = roles.map(async (role) => {
    const session = await request.newContext({ baseURL: url })
    const form = { log: role, pwd: users[role].password, rememberme: 'forever' }
    await session.post('/wp-login.php', { form, maxRedirects: 0 })
    const { cookies } = await session.storageState()
    await session.dispose()
    return [role, cookies] as const
  })
  return Object.fromEntries(await Promise.all(signedIn)) as Record<Role, Cookie[]>
}

/** The tests run in a process of their own, and the editor takes orders only from the one that started it. */
function listen(restore: () => Promise<void>): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((...[, response]) => void restore().then(() => response.end()))
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
