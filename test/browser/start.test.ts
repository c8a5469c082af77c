import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../../examples/wordpress/content'

const start = fileURLToPath(new URL('../../examples/start.mjs', import.meta.url))

let editor: ChildProcess
let printed = ''
let url = ''

beforeAll(async () => {
  editor = spawn(process.execPath, [start, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  url = await new Promise((resolve, reject) => {
    editor.once('exit', (code) => reject(new Error(`npm start ended with code ${code}: ${printed}`)))
    editor.stdout?.on('data', (chunk) => {
      printed += String(chunk)
      const [, address] = /The editor: +(\S+)[^]*Ctrl-C/.exec(printed) ?? []
      if (address) resolve(address)
    })
  })
})
afterAll(() => {
  editor.kill('SIGKILL')
})

describe('npm start', () => {
  it('prints who can sign in', () => {
    for (const role of roles) expect(printed).toMatch(new RegExp(`${role} +${role}-password `))
  })

  it('serves the page', async () => {
    expect(await (await fetch(url)).text()).toContain('<title>Copydesk</title>')
  })

  it('serves the page with the built package, by its public names', async () => {
    const app = await (await fetch(new URL('App.tsx', url))).text()
    expect(app).toMatch(/from "[^"]*\/dist\/react\.js"/)
  })

  it('serves WordPress on the same origin', async () => {
    const answer = await fetch(new URL('wp-json/', url))
    expect(await answer.json()).toMatchObject({ url: url.replace(/\/$/, '') })
  })

  it('refuses what is no port', async () => {
    const refused = spawn(process.execPath, [start, '--port', 'eighty'], { stdio: 'ignore' })
    expect(await exitCode(refused)).toBe(2)
  })

  it('says so when the port it was told is taken', async () => {
    const refused = spawn(process.execPath, [start, '--port', new URL(url).port], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    refused.stderr.on('data', (chunk) => (said += String(chunk)))
    expect(await exitCode(refused)).toBe(1)
    expect(said).toContain('is in use')
  })

  it('tells its options', async () => {
    const { code, output } = await run('--help')
    expect(code).toBe(0)
    for (const option of ['--port', '--site', '--user', '--insecure', 'COPYDESK_PASSWORD']) {
      expect(output).toContain(option)
    }
  })

  it.each([
    [['--sight', 'x'], `Unknown option '--sight'. The options: npm start -- --help`],
    [['now'], 'Unexpected argument'],
    [['--user', 'ann'], '--user goes with --site.'],
    [['--insecure'], '--insecure goes with --site.'],
    [['--site', 'https://example.org'], '--site needs --user'],
    [['--password', 'swordfish'], 'The command line is no place for a password.'],
    [['--password=swordfish'], 'The command line is no place for a password.'],
  ])('refuses %j', async (args, said) => {
    const { code, output } = await run(...args)
    expect(code).toBe(2)
    expect(output).toContain(said)
    expect(output).not.toContain('swordfish')
  })

  it('says in a line why a site can not be opened', async () => {
    const { code, output } = await run('--site', 'http://127.0.0.1:1', '--user', 'ann')
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([
      expect.stringMatching(/^http:\/\/127.0.0.1:1 did not answer: /),
    ])
  })

  it('ends cleanly with Ctrl-C', async () => {
    const ended = exitCode(editor)
    editor.kill('SIGINT')
    expect(await ended).toBe(0)
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})

/** Runs `npm start` to its end; gives all that it said. */
async function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [start, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return { code: await exitCode(child), output }
}

function exitCode(process: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => process.once('exit', resolve))
}
