import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { describeChanges } from './describeChanges'
import { type DescribedWordPress, readRunningWordPress } from './runningWordPress'
import { startProcess } from './startProcess'

declare module 'vitest' {
  interface ProvidedContext {
    /** The one WordPress that all tests of the run share. */
    wordpress: DescribedWordPress
  }
}

const serve = fileURLToPath(new URL('../../examples/wordpress/serve.mjs', import.meta.url))

/**
 * The one WordPress of the run: that of `COPYDESK_WORDPRESS`, or the embedded one. It is booted in a process of its own,
 * so that PHP at work does not hold up the test runner, unless a file describes one that runs already.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { COPYDESK_WORDPRESS: wanted } = process.env
  const { site, stop } = wanted?.endsWith('.json')
    ? { site: await readRunningWordPress(wanted), stop: () => Promise.resolve() }
    : await startProcess<DescribedWordPress>(serve, wanted ? ['--wordpress', wanted] : [])
  if (wanted) console.log(describeChanges(site.version))
  project.provide('wordpress', site)
  return stop
}
