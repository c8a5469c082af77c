/** What is said of a release, line by line, and whether all that has to be right is so. */
export interface Verdict {
  lines: string[]
  isRight: boolean
}

/** What is to be said of a release, and whether it may be published. */
export function releaseVerdict(
  packageFile: Readonly<Record<string, unknown>>,
  problems: readonly string[],
  isDryRun: boolean,
): Verdict
