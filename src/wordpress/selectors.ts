import { listFacts, type ListFacts } from '../queries/listFacts'
import { readPath } from '../core/paths'
import type { StateWithQueries } from '../queries/storedQuery'
import { selectEntityRecords } from '../queries/selectors'
import type { Theme } from '../records/theme'
import type { DeepReadonly } from '../records/inference/context'
import type { ThemeSupports } from '../records/themeSupports'

/** The list of themes that the active one is alone in. */
export const activeTheme = { status: 'active' } as const

const noSupports: DeepReadonly<Partial<ThemeSupports>> = {}

/** The read of the active theme, out of which the id of its global styles is read, too. */
export function currentThemeFacts(state: StateWithQueries): ListFacts {
  return listFacts(state, 'root', 'theme', activeTheme)
}

/** The active theme; null while it is not known, or when the user may not see it. */
export function selectCurrentTheme(state: StateWithQueries): Theme | null {
  return selectEntityRecords(state, 'root', 'theme', activeTheme)?.[0] ?? null
}

/** What the active theme supports; empty while that is not known. */
export function selectThemeSupports(state: StateWithQueries): DeepReadonly<Partial<ThemeSupports>> {
  return selectCurrentTheme(state)?.theme_supports ?? noSupports
}

/**
 * The id of the record `('root', 'globalStyles', id)` that holds what the user changed in the active theme;
 * undefined while it is not known.
 */
export function selectGlobalStylesId(state: StateWithQueries): number | undefined {
  const link = readPath(selectCurrentTheme(state), '_links.wp:user-global-styles.0.href').value
  const [, id] = /(\d+)(?:[?&].*)?$/.exec(String(link)) ?? []
  return id === undefined ? undefined : Number(id)
}
