import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'

declare module 'vitest' {
  interface ProvidedContext {
    /** The one WordPress that all tests of the run share. */
    wordpress: Pick<RunningWordPress, 'url' | 'root' | 'plainRoot' | 'users'>
  }
}

const serve = fileURLToPath(new URL('../../examples/wordpress/serve.mjs', import.meta.url))

/** Boots one WordPress in a process of its own, so that PHP at work does not hold up the test runner. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = fork(serve, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  project.provide('wordpress', await firstMessage(server))
  return () => stop(server)
}

function firstMessage(server: ChildProcess): Promise<RunningWordPress> {
  return new Promise((resolve, reject) => {
    server.once('message', (message) => resolve(message as RunningWordPress))
    server.once('exit', (code) => reject(new Error(`WordPress did not start: it ended with code ${code}.`)))
  })
}

function stop(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.disconnect()
  })
}
