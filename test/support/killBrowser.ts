import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'

/** Kills the browser that has a profile in a folder, as a crash would: nothing is said to its pages. */
export async function killBrowser(folder: string, context: BrowserContext): Promise<void> {
  const closed = new Promise((resolve) => context.once('close', resolve))
  process.kill(browserOf(folder), 'SIGKILL')
  await closed
}

/** The process of that browser, and none of its children. */
function browserOf(folder: string): number {
  const line = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .find((one) => one.includes(`--user-data-dir=${folder}`) && !one.includes('--type='))
  if (line === undefined) throw new Error(`No browser has ${folder}.`)
  return Number.parseInt(line, 10)
}

/** Whether a text is in what the browser of a profile has written of its databases. */
export async function isStored(folder: string, text: string): Promise<boolean> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const databases = files.filter((one) => one.isFile() && one.parentPath.includes('IndexedDB'))
  // One that was there a moment ago may have been merged into another.
  const contents = databases.map((one) => readFile(join(one.parentPath, one.name)).catch(() => ''))
  return (await Promise.all(contents)).some((content) => content.includes(text))
}
