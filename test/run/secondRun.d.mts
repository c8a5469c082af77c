/** What Vitest writes as JSON of a run, as far as it is counted. */
export interface Counted {
  testResults: readonly {
    name: string
    status: string
    assertionResults: readonly { status: string }[]
  }[]
}

/** The files in which something failed, from the root of the repository. */
export function failedFiles(report: Counted | undefined): string[]

/** How many tests passed of a part whose failed files were run a second time. */
export function passedInTwo(first: Counted, second: Counted): number
