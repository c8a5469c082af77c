import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The files of a report in which something failed, from the root of the repository.
 *
 * @param {import('./secondRun.mjs').Counted | undefined} report
 * @returns {string[]}
 */
export function failedFiles(report) {
  return filesOf(report, (status) => status === 'failed').map(({ name }) =>
    relative(root, name).replaceAll('\\', '/'),
  )
}

/**
 * How many tests passed of a part whose failed files were run a second time.
 *
 * @param {import('./secondRun.mjs').Counted} first
 * @param {import('./secondRun.mjs').Counted} second - Of the failed files alone
 * @returns {number}
 */
export function passedInTwo(first, second) {
  const kept = filesOf(first, (status) => status !== 'failed')
  return [...kept, ...second.testResults]
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length
}

function filesOf(report, isWanted) {
  return (report?.testResults ?? []).filter(({ status }) => isWanted(status))
}
