import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { chosenWordPress } from './chosenWordPress'

/** `npm start` as one types it. */
export interface StartedEditor {
  process: ChildProcess
  /** Origin, without a slash at the end. */
  url: string
  /** The address that opens the page, once for each browser. */
  entrance: string
  /** What it said until the page answered. */
  printed: string
}

/** The script behind `npm start`. */
export const start = fileURLToPath(new URL('../../examples/start.mjs', import.meta.url))

/** Runs `npm start`, on a free port, until the page answers. */
export function startEditor(...args: string[]): Promise<StartedEditor> {
  // It answers some dozens of requests: to optimize PHP takes longer than to run it as it is compiled at first.
  const brief = '--liftoff-only'
  const own = args.includes('--site') ? [] : chosenWordPress()
  const editor = spawn(process.execPath, [brief, start, '--port', '0', ...own, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  return new Promise((resolve, reject) => {
    editor.once('exit', (code) => reject(new Error(`npm start ended with code ${code}: ${printed}`)))
    editor.stdout.on('data', (chunk) => {
      printed += String(chunk)
      const [, entrance] = /The editor: +(\S+)\s[^]*Ctrl-C/.exec(printed) ?? []
      if (entrance) resolve({ process: editor, url: new URL(entrance).origin, entrance, printed })
    })
  })
}

/** What a browser is known by that was opened at the entrance. */
export async function enter(entrance: string): Promise<{ cookie: string }> {
  const { headers } = await fetch(entrance)
  return { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/**
 * Asserts that the page is served to whoever comes in by the entrance, and with it its scripts.
 * @param entry What the page says of the script it begins with.
 * @param script The path of one that it loads.
 */
export async function expectPage(
  { url, entrance }: StartedEditor,
  entry: RegExp,
  script: RegExp,
): Promise<void> {
  const html = await (await fetch(url, { headers: await enter(entrance) })).text()
  expect(html).toContain('<title>Copydesk</title>')
  expect(html).toMatch(entry)
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
  const answer = await fetch(new URL(addresses.find((path) => script.test(path)) ?? 'missing', url))
  expect(answer.headers.get('content-type')).toContain('text/javascript')
  expect((await answer.text()).length).toBeGreaterThan(1000)
}

/** Asserts that WordPress answers on the page's origin: its REST interface, posts and embeds. */
export async function expectWordPress(url: string): Promise<void> {
  const answer = await fetch(new URL('wp-json/', url))
  expect(await answer.json()).toMatchObject({ url })
  const posts = await fetch(new URL('wp-json/wp/v2/posts?per_page=1', url))
  const [post] = (await posts.json()) as { id: number; link: string }[]
  for (const address of [post?.link, `${post?.link}embed/`, `${url}/?p=${post?.id}&embed=true`]) {
    const html = await (await fetch(address ?? '')).text()
    expect(html, address).toMatch(/<title>.* The Harbour Gazette<\/title>/)
  }
}
