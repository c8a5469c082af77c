import { entries } from './architecture'
import { findImports, type SourceFiles } from './sourceTree'

/**
 * Tests import what applications import. Those that look inside stand here, with what they say that no entry can: a new
 * one needs a reason, and one that looks inside no more is struck off.
 */
export const reasonsToLookInside: { readonly [reason: string]: readonly string[] } = {
  'Laws of a pure data structure or function, for inputs that no store would come to in a reasonable time.': [
    'core/assertPlain.test.ts',
    'core/changedKeys.test.ts',
    'core/companions.test.ts',
    'core/counterparts.test.ts',
    'core/errors.test.ts',
    'core/isEqual.test.ts',
    'core/keys.test.ts',
    'core/paths.test.ts',
    'core/query.test.ts',
    'core/recentMap.test.ts',
    'core/reuse.test.ts',
    'core/table.test.ts',
    'blocks/footnoteMarks.test.ts',
    'blocks/syncFootnotes.test.ts',
    'edits/decided.test.ts',
    'entities/fieldVersions.test.ts',
    'locks/conflicts.test.ts',
    'queries/windows.test.ts',
    'rest/decodeEntities.test.ts',
    'rest/headersOf.test.ts',
    'rest/urls.test.ts',
    'sync/mergeValues.test.ts',
    'sync/seed.test.ts',
    'sync/text.test.ts',
    'sync/writtenTwice.test.ts',
    'undo/longHistory.test.ts',
    'wordpress/rank.test.ts',
    'durable/conflicts/slugOf.test.ts',
    'durable/laws/chain.test.ts',
    'durable/laws/merge.test.ts',
    'durable/merging/mergeFootnotes.test.ts',
    'durable/merging/mergeText.test.ts',
    'durable/merging/mergeValues.test.ts',
    'core/textTokens.test.ts',
    'durable/patching/listRules.test.ts',
    'durable/patching/listNotes.test.ts',
    'durable/queue/classify.test.ts',
    'durable/queue/compact.test.ts',
    'durable/queue/earlierRows.test.ts',
  ],
  'The oracle of a law reads the state by its own names, to say what selectors have to come to.': [
    'entities/orderedTruth.test.ts',
    'store/subscribers.test.ts',
  ],
  'One part that several features share, in cases that only some of them come to: which one is not the matter.':
    [
      'entities/reducer.test.ts',
      'locks/lockStore.ts',
      'queries/manyLists.test.ts',
      'react/newRead.test.tsx',
      'resolution/askStore.ts',
      'resolution/reducer.test.ts',
      'resolution/runRead.test.ts',
      'react/stableQueries.test.tsx',
      'rest/batch.test.ts',
      'rest/pagination.test.ts',
      'rest/retry.test.ts',
      'rest/sendFile.test.ts',
      'rest/uploadWithProgress.test.ts',
      'wordpress/lookup.test.ts',
    ],
  'The times and sizes that a transport keeps to, which the test has to wait for and no application has to know.':
    [
      'sync/transports/keepConnected.test.ts',
      'sync/transports/pollingTransport.test.ts',
      'sync/transports/webrtcTransport.test.ts',
    ],
  'Code that arrives late: what a page misses meanwhile.': ['durable/queue/queueLoadedLate.test.ts'],
  "The recorder of the developers' panel, which the panel alone shows.": [
    'devtools/callerIn.test.ts',
    'devtools/failureSwitch.test.ts',
    'devtools/traceThunks.test.ts',
  ],
  'What the mock site leaves out, and what each version of WordPress changed: the tests run the real one by it.':
    [
      'contracts/bothSites.ts',
      'contracts/schemas.test.ts',
      'support/describeChanges.ts',
      'support/wordpressVersion.ts',
      'testing/documentedRoutes.test.ts',
      'testing/serverChanges.test.ts',
    ],
  'Types that the public ones are made of, or that have no name in an entry.': [
    'records/context.test-d.ts',
    'records/inference.test-d.ts',
    'records/merging.test-d.ts',
    'records/projection.test-d.ts',
  ],
}

/** Tests, from their folder, that import files of `src` which no application can import. */
export function findPrivateImports(sources: SourceFiles, tests: SourceFiles): readonly string[] {
  const naming = Object.fromEntries(Object.entries(tests).filter(([, text]) => text.includes('src/')))
  const inside = findImports(naming, { ...sources, ...naming }).filter(
    ({ to }) => to?.startsWith('src/') && !entries.has(to),
  )
  return [...new Set(inside.map(({ from }) => from.replace(/^test\//, '')))].sort()
}
