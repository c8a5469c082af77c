// `npm run test:gutenberg`: installs what is needed beside this file, then runs the tests of core-data on Copydesk, both
// side by side, and all stories of WordPress's own editors in a browser.
//   npm run test:gutenberg -- [test files and flags of Vitest]   only what they name of the tests of this folder
//   npm run test:gutenberg -- --wordpress <which> [flags]        only the stories, on that WordPress: the path or the
//                                                                address of a zip
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readArguments } from '../test/run/wordpressArguments.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
const { wordpress, rest } = readArguments(process.argv.slice(2))

function run(command, args, cwd = here) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Whether what is installed is what the lockfile says. */
function isInstalled() {
  const installed = new URL('node_modules/.package-lock.json', import.meta.url)
  if (!existsSync(installed)) return false
  const packagesIn = (url) => JSON.parse(readFileSync(url, 'utf8')).packages
  const wanted = packagesIn(new URL('package-lock.json', import.meta.url))
  const there = packagesIn(installed)
  return Object.keys(wanted).every(
    (path) => path === '' || wanted[path].optional || there[path]?.version === wanted[path].version,
  )
}

const vitest = (options, folder) =>
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options], folder)

/** Plays all stories of the editors of a WordPress, on its own store and on Copydesk. */
function playStories(...flags) {
  process.env.EDITOR_STORIES = 'all'
  vitest(['--project', 'browser', 'test/browser/blockEditor.test.ts', ...flags], root)
}

if (wordpress !== undefined) {
  process.env.COPYDESK_WORDPRESS = wordpress
  playStories(...rest)
} else {
  if (!isInstalled()) {
    console.log('Installing the editor’s packages beside this file: about a gigabyte, once.')
    run('npm', ['ci', '--ignore-scripts'])
  }
  vitest(rest)
  if (rest.length === 0) {
    // Once more with our hooks and helpers in place of its own.
    vitest(['--config', 'instead.config.mjs'])
    run(process.execPath, ['types.mjs'])
    playStories()
  }
}
