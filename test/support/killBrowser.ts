import { execFileSync } from 'node:child_process'
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
