import { remembered } from '../attachment'
import type { ConfigPart } from '../config/reducer'
import type { EntitiesPart } from '../entities/reducer'
import type { LocksPart } from '../locks/reducer'
import { camelCased } from '../lookups/camelCased'
import { lookupKey } from '../lookups/lookup'
import type { RecordData } from '../plain'
import type { ListReadOptions } from '../queries/fetchEntityRecords'
import type { QueriesPart } from '../queries/reducer'
import { inSteps } from '../resolution/inSteps'
import type { ResolutionPart } from '../resolution/reducer'
import { fetchRevisions } from '../revisions/fetchRevisions'
import { selectRevisions } from '../revisions/selectors'
import type { Thunk } from '../thunk'
import { fetchGlobalStylesId } from './fetchCurrentTheme'
import { selectGlobalStylesId } from './selectors'

type Shown = ConfigPart & EntitiesPart & QueriesPart

/**
 * An older version of what the user changed in the theme's looks, with its fields in camel case.
 * (spec.md, section 7)
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

/**
 * Reads the older versions of what the user changed in the active theme's looks: the revisions of the global styles.
 * @returns The revisions; null when there are no global styles or the read failed: the error stands in the resolution. (spec.md, section 7)
 */
export function fetchThemeStyleRevisions(
  options?: ListReadOptions,
): Thunk<Shown & LocksPart & ResolutionPart, Promise<readonly ThemeStyleRevision[] | null>> {
  return async (dispatch) =>
    dispatch(
      inSteps<Shown & ResolutionPart, readonly ThemeStyleRevision[] | null>(
        {
          key: lookupKey('fetchThemeStyleRevisions'),
          run: async (rest) => {
            const id = await dispatch(fetchGlobalStylesId({ signal: rest.signal, throwOnError: true }))
            await dispatch(
              fetchRevisions('root', 'globalStyles', id, undefined, { ...rest, throwOnError: true }),
            )
          },
          result: selectThemeStyleRevisions,
          ...(options?.throwOnError !== true && { onError: () => null }),
        },
        options,
      ),
    )
}

/**
 * The revisions of the user's global styles, with their fields in camel case; null while they are not
 * known. (spec.md, section 7)
 */
export function selectThemeStyleRevisions(state: Shown): readonly ThemeStyleRevision[] | null {
  const id = selectGlobalStylesId(state)
  const revisions = selectRevisions(state, 'root', 'globalStyles', id)
  return (
    revisions &&
    remembered(shown, revisions, () =>
      revisions.map((row) => remembered(shownRows, row, () => shownRow(row))),
    )
  )
}

const shown = new WeakMap<object, readonly ThemeStyleRevision[]>()
const shownRows = new WeakMap<object, ThemeStyleRevision>()

function shownRow(revision: object): ThemeStyleRevision {
  return camelCased(revision as RecordData) as ThemeStyleRevision
}
