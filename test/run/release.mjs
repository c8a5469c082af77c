// `npm run release`: checks what can be checked, and publishes. `-- --dry-run` does all but the publishing, and goes on to the
// end whatever it finds, so that everything is said at once; fields that wait for an address are a note of it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { releaseVerdict } from './releaseVerdict.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isDryRun = process.argv.includes('--dry-run')
const read = (path) => readFileSync(`${root}${path}`, 'utf8')
const packageFile = JSON.parse(read('package.json'))
const { version } = packageFile

function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status === 0
}

function output(command, args) {
  return spawnSync(command, args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
}

/** What has to be so, and what to do where it is not. */
const checks = [
  [
    () => read('CHANGELOG.md').includes(`\n## [${version}]`),
    `CHANGELOG.md has no section of ${version}: rename [Unreleased] to [${version}] with the date.`,
  ],
  [
    () => !/\n## \[Unreleased\]\s+(?!## )\S/.test(read('CHANGELOG.md')),
    'CHANGELOG.md has unreleased changes: give package.json and them a new version.',
  ],
  [() => output('git', ['status', '--porcelain']) === '', 'There are changes that are not committed.'],
  [
    () => JSON.parse(read('package-lock.json')).version === version,
    'package-lock.json has another version: npm install --package-lock-only.',
  ],
  // Types, lint and the contents of the package as npm would publish it: entries, declarations, publint, its size.
  [() => run('npm', ['run', '-s', 'check:types']), 'The types do not compile.'],
  [() => run('npm', ['run', '-s', 'check:format']), 'Some files are not formatted: npm run format.'],
  [
    () => run('npx', ['vitest', 'run', '--project', 'package', 'test/package/contents.test.ts']),
    'The packed package is not as it has to be.',
  ],
]

const problems = checks.filter(([isSo]) => !isSo()).map(([, text]) => text)
const { lines, isRight } = releaseVerdict(packageFile, problems, isDryRun)
for (const line of lines) console.error(line)
if (!isRight && !isDryRun) process.exit(1)
const isPublished = run('npm', ['publish', '--provenance', '--access', 'public', ...process.argv.slice(2)])
process.exit(isPublished && isRight ? 0 : 1)
