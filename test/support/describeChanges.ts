import { hasChange, serverChanges, type ServerChangeName } from '../../src/testing/site/serverChanges'

/** What a run on another WordPress than the embedded one is to expect, as text. */
export function describeChanges(version: string): string {
  const changes = Object.entries(serverChanges)
  const done = changes.filter(([name]) => hasChange(version, name as ServerChangeName))
  const lines = done.map(([name, { since, what }]) => `  ${name} (since ${since.join(', ')}): ${what}`)
  const heading = `WordPress ${version} does ${done.length} of ${changes.length} known things differently from 6.6`
  return [`${heading}; whatever else differs fails a test.`, ...lines].join('\n')
}
