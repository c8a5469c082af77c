import { spawn } from 'node:child_process'
import { readArguments } from './wordpressArguments.mjs'

/**
 * Runs projects of Vitest on the WordPress that the command line asks for, and ends as Vitest does.
 *
 * @param {readonly string[]} projects
 */
export function runOnWordPress(projects) {
  const { wordpress, rest } = readArguments(process.argv.slice(2))
  const flags = projects.flatMap((project) => ['--project', project])
  const child = spawn('vitest', ['run', ...flags, ...rest], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      CONTRACTS: 'live',
      ...(wordpress !== undefined && { COPYDESK_WORDPRESS: wordpress }),
    },
  })
  child.once('error', (error) => {
    console.error(`Vitest could not be started: ${error.message} Run this by npm, which knows where it is.`)
    process.exitCode = 1
  })
  child.once('exit', (code) => (process.exitCode = code ?? 1))
}
