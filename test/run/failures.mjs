import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What is kept of a log that is cut: the closing lines of the run stand below these. */
const mostLines = 36
const mostCharacters = 220

/**
 * What failed in a run, in so few lines that the end of its output has it: each failed test by file, full name and how
 * its error begins, each file that could not be run, and of a part without either its last lines. Many failures share
 * the lines.
 *
 * @param {readonly import('./failures.mjs').Part[]} parts
 * @param {string} [heading]
 * @returns {string[]} None where nothing failed
 */
export function describeFailures(parts, heading = 'What failed:') {
  const failures = parts.filter(({ ended }) => ended !== 'ok').flatMap(failuresOf)
  if (failures.length === 0) return []
  const lines = Math.max(2, Math.floor((mostLines - 2) / failures.length))
  const shown = failures.slice(0, Math.floor((mostLines - 2) / lines))
  const told = shown.flatMap(({ title, error }) => [`✗ ${title}`, ...error.slice(0, lines - 1).map(indent)])
  const left = failures.length - shown.length
  return [heading, ...told.map(cut), ...(left > 0 ? [`… and ${left} more: .tmp/results`] : [])]
}

/** @param {import('./failures.mjs').Part} part */
function failuresOf({ name: part, ended, output, report }) {
  const lines = plain(output)
  const found = (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    const path = relative(root, file.name).replaceAll('\\', '/')
    const tests = failed.map(({ fullName, title, failureMessages }) => ({
      title: `${part} · ${path} · ${fullName}`,
      error: printedError(lines, `${path} `, `> ${title}`) ?? plain(failureMessages.join('\n')),
    }))
    if (tests.length > 0 || file.status !== 'failed') return tests
    return [
      {
        title: `${part} · ${path} · could not be run`,
        error: printedError(lines, path, '') ?? plain(file.message),
      },
    ]
  })
  // A lint finding, an error outside of every test, a run that was ended.
  return found.length > 0 ? found : [{ title: `${part} · ${ended}`, error: lines.slice(-6) }]
}

/** The error that Vitest printed below the name of a test: the report has neither differences nor what timed out. */
function printedError(lines, path, end) {
  const named = lines.findIndex((line) => /^\s*FAIL /.test(line) && line.includes(path) && line.endsWith(end))
  if (named === -1) return undefined
  // Tests that failed by the same error stand above it together.
  const rest = lines.slice(named).filter((line) => !/^\s*FAIL /.test(line))
  const last = rest.findIndex((line) => /^\s*❯ .*:\d+:\d+$/.test(line) || /^⎯+/.test(line))
  return rest.slice(0, last + 1).filter((line) => !/^⎯+/.test(line))
}

/** The lines that say something, without colours. */
function plain(text) {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
}

const indent = (line) => `    ${line}`
const cut = (line) => (line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line)
