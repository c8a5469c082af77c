/** A part of a run, with what is known of it when it has ended. */
export interface Part {
  name: string
  /** `ok`, or how it failed. */
  ended: string
  /** All that it printed. */
  output: string
  /** What Vitest wrote as JSON, where it runs tests and came so far. */
  report?: Report | undefined
}

interface Report {
  testResults: readonly {
    name: string
    status: string
    message: string
    assertionResults: readonly {
      status: string
      title: string
      fullName: string
      failureMessages?: readonly string[]
    }[]
  }[]
}

/** What failed, in at most 36 lines, below a heading (`What failed:`): none where nothing did. */
export function describeFailures(parts: readonly Part[], heading?: string): string[]
