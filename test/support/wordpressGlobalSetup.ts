import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'
import { startProcess } from './startProcess'

declare module 'vitest' {
  interface ProvidedContext {
    /** The one WordPress that all tests of the run share. */
    wordpress: Pick<RunningWordPress, 'url' | 'root' | 'plainRoot' | 'users'>
  }
}

const serve = fileURLToPath(new URL('../../examples/wordpress/serve.mjs', import.meta.url))

/** Boots one WordPress in a process of its own, so that PHP at work does not hold up the test runner. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { site, stop } = await startProcess<RunningWordPress>(serve)
  project.provide('wordpress', site)
  return stop
}
