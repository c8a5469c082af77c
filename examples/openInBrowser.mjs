import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const openers = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''], linux: ['xdg-open'] }

/**
 * Opens an address in the person's browser, by a file that leads there: other users of the machine see the command that
 * opens it, and the address may hold a secret.
 */
export async function openInBrowser(
  address,
  [command, ...args] = openers[process.platform] ?? openers.linux,
) {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-open-'))
  const file = join(folder, 'open.html')
  const html = `<!doctype html><meta http-equiv="refresh" content="0;url=${address.replaceAll('&', '&amp;')}">`
  await writeFile(file, html, { mode: 0o600 })
  const forget = () => rmSync(folder, { recursive: true, force: true })
  // Browsers take a moment to read it.
  setTimeout(forget, 30_000).unref()
  process.once('exit', forget)
  const opener = spawn(command, [...args, file], { stdio: 'ignore', detached: true })
  await new Promise((resolve, reject) => {
    opener.once('spawn', resolve)
    opener.once('error', reject)
  })
  opener.unref()
}
