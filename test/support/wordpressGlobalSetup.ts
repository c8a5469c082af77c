import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'
import { describeChanges } from './describeChanges'
import { startProcess } from './startProcess'

declare module 'vitest' {
  interface ProvidedContext {
    /** The one WordPress that all tests of the run share. */
    wordpress: Pick<RunningWordPress, 'url' | 'root' | 'plainRoot' | 'users' | 'version'>
  }
}

const serve = fileURLToPath(new URL('../../examples/wordpress/serve.mjs', import.meta.url))

/** Boots one WordPress, that of `COPYDESK_WORDPRESS` or the embedded one, in a process of its own, so that PHP at work does not hold up the test runner. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { COPYDESK_WORDPRESS: wanted } = process.env
  const { site, stop } = await startProcess<RunningWordPress>(serve, wanted ? ['--wordpress', wanted] : [])
  if (wanted) console.log(describeChanges(site.version))
  project.provide('wordpress', site)
  return stop
}
