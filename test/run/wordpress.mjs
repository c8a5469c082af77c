// `npm run test:wordpress`: the suites on a real WordPress, and the contracts of the mock site.
//   npm run test:wordpress -- [--wordpress <which>] [test files and flags of Vitest]
// Which: the path or the address of a zip; 6.2 to 6.5, beta or nightly, which need no network; or a file that describes a
// site that runs already, as `node examples/wordpress/serve.mjs --describe site.json` writes it.
import { spawn } from 'node:child_process'
import { readArguments } from './wordpressArguments.mjs'

const { wordpress, rest } = readArguments(process.argv.slice(2))
const child = spawn('vitest', ['run', '--project', 'wordpress', ...rest], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, ...(wordpress !== undefined && { COPYDESK_WORDPRESS: wordpress }) },
})
child.once('error', (error) => {
  console.error(`Vitest could not be started: ${error.message} Run this by npm, which knows where it is.`)
  process.exitCode = 1
})
child.once('exit', (code) => (process.exitCode = code ?? 1))
