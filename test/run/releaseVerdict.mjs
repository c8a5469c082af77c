/** Fields of package.json that nobody can fill in before the repository has an address. */
const addressFields = ['repository', 'bugs', 'homepage']

/**
 * What is to be said of a release, and whether it may be published. What waits for the address of the repository stops a
 * release, and is a note of a dry run.
 *
 * @param {Record<string, unknown>} packageFile
 * @param {readonly string[]} problems - What is not as it has to be, besides those fields
 * @param {boolean} isDryRun
 * @returns {import('./releaseVerdict.mjs').Verdict}
 */
export function releaseVerdict(packageFile, problems, isDryRun) {
  const missing = addressFields.filter((field) => packageFile[field] === undefined)
  const waits = `package.json has no ${missing.join(', ')} yet: see docs/contributing.md, Releases.`
  const lines = problems.map((problem) => `✗ ${problem}`)
  if (missing.length > 0)
    lines.push(isDryRun ? `… Waits for the address of the repository: ${waits}` : `✗ ${waits}`)
  return { lines, isRight: problems.length === 0 && (isDryRun || missing.length === 0) }
}
