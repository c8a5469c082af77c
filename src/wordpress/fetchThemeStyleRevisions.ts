import { part, stepsFacts, type StepsFacts } from '../resolution/stepsFacts'
import { revisionsFacts } from '../revisions/revisionsFacts'
import { weakMapMemoize } from 'reselect'
import { createEntitySelector } from '../core/createEntitySelector'
import { camelCased } from './lookups/camelCased'
import type { RecordData } from '../core/plain'
import type { ListReadOptions } from '../queries/fetchEntityRecords'
import type { StateWithQueries } from '../queries/storedQuery'
import { unlessThrown } from '../resolution/defineRead'
import { defineSteps } from '../resolution/defineSteps'
import { questionOf } from '../resolution/question'
import { fetchRead } from '../resolution/runRead'
import { revisions } from '../revisions/fetchRevisions'
import { selectRevisions } from '../revisions/selectors'
import type { Thunk } from '../core/thunk'
import { currentTheme } from './fetchCurrentTheme'
import { currentThemeFacts, selectGlobalStylesId } from './selectors'

/**
 * An older version of what the user changed in the theme's looks, with its fields in camel case.
 */
export interface ThemeStyleRevision {
  readonly id: number
  /** The id of the user who made it. */
  readonly author: number
  /** ISO 8601 in the site's time zone. */
  readonly date: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly styles: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

/** What can be said of the read below. */
export function themeStyleRevisionsFacts(): StepsFacts<StateWithQueries> {
  return stepsFacts<StateWithQueries>(questionOf('fetchThemeStyleRevisions'), (state) => {
    const id = selectGlobalStylesId(state)
    return [
      [part(currentThemeFacts, [])],
      id === undefined ? [] : [part(revisionsFacts, [...globalStyles, id])],
    ]
  })
}

const globalStyles = ['root', 'globalStyles'] as const

/** The read of the revisions of the user's global styles. */
export const themeStyleRevisions = /* @__PURE__ */ defineSteps({
  facts: themeStyleRevisionsFacts,
  reads: [currentTheme, revisions],
  partOptions: { throwOnError: true },
  select: (state: StateWithQueries) => selectThemeStyleRevisions(state),
  onError: /* @__PURE__ */ unlessThrown(null),
})

/**
 * Reads the older versions of what the user changed in the active theme's looks: the revisions of the global styles.
 * @returns The revisions; null when there are no global styles or the read failed: the error stands in the resolution.
 * @example
 * const revisions = await dispatch(fetchThemeStyleRevisions())
 */
export function fetchThemeStyleRevisions(
  options?: ListReadOptions,
): Thunk<StateWithQueries, Promise<readonly ThemeStyleRevision[] | null>> {
  return fetchRead(themeStyleRevisions, [], options)
}

/**
 * The revisions of the user's global styles, with their fields in camel case; null while they are not
 * known.
 */
export const selectThemeStyleRevisions: (state: StateWithQueries) => readonly ThemeStyleRevision[] | null =
  /* @__PURE__ */ createEntitySelector(
    [
      (state: StateWithQueries) =>
        selectRevisions(state, 'root', 'globalStyles', selectGlobalStylesId(state)),
    ],
    (revisions) => revisions && revisions.map((row) => shownRow(row)),
  )

/** The same object for a revision, however many there are beside it. */
const shownRow = /* @__PURE__ */ weakMapMemoize(
  (revision: object) => camelCased(revision as RecordData) as ThemeStyleRevision,
)
