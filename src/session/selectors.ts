import type { ConfigPart } from '../config/reducer'
import type { EntitiesPart } from '../entities/reducer'
import { readPath } from '../plain'
import type { QueriesPart } from '../queries/reducer'
import { selectEntityRecords } from '../queries/selectors'
import type { Theme } from '../records/theme'
import type { ThemeSupports } from '../records/themeSupports'

type Parts = ConfigPart & EntitiesPart & QueriesPart

/** The list of themes that the active one is alone in. */
export const activeTheme = { status: 'active' } as const

const noSupports: Partial<ThemeSupports> = {}

/** The active theme; null while it is not known, or when the user may not see it. (spec.md, section 3) */
export function selectCurrentTheme(state: Parts): Theme | null {
  return selectEntityRecords(state, 'root', 'theme', activeTheme)?.[0] ?? null
}

/** What the active theme supports; empty while that is not known. (spec.md, section 7) */
export function selectThemeSupports(state: Parts): Partial<ThemeSupports> {
  return selectCurrentTheme(state)?.theme_supports ?? noSupports
}

/**
 * The id of the record `('root', 'globalStyles', id)` that holds what the user changed in the active theme;
 * undefined while it is not known. (spec.md, section 7)
 */
export function selectGlobalStylesId(state: Parts): number | undefined {
  const link = readPath(selectCurrentTheme(state), '_links.wp:user-global-styles.0.href').value
  const [, id] = /(\d+)(?:[?&].*)?$/.exec(String(link)) ?? []
  return id === undefined ? undefined : Number(id)
}
