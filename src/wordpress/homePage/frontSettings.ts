import { recordFacts } from '../../entities/recordFacts'
import type { StateWithEntities } from '../../entities/reducer'
import { selectEntityRecord } from '../../entities/selectors'
import type { RecordData } from '../../core/plain'
import { part, type Part } from '../../resolution/stepsFacts'
import { statusOf } from '../../rest/restError'

const base = /* @__PURE__ */ part(recordFacts, ['root', '__unstableBase'])
const settings = /* @__PURE__ */ part(recordFacts, ['root', 'site'], (error) => statusOf(error) === 403)

/**
 * The steps of the read of what the site says of its front page. Servers before WordPress 6.8 say it in the settings only;
 * to those who may not read them, the front shows posts.
 */
export function frontSteps(state: StateWithEntities): readonly (readonly Part<StateWithEntities>[])[] {
  const said = selectBase(state)
  // Settings that are known are what counts, so they have to be fresh, too.
  const isEnough = said !== undefined && 'show_on_front' in said && selectFrontSettings(state) === said
  return [[base], isEnough ? [] : [settings]]
}

/** What the site says of its front page, as far as it is known: the settings, as those are what is saved. */
export function selectFrontSettings(state: StateWithEntities): RecordData | undefined {
  return selectEntityRecord(state, 'root', 'site') ?? selectBase(state)
}

function selectBase(state: StateWithEntities): RecordData | undefined {
  return selectEntityRecord(state, 'root', '__unstableBase')
}

/** The id of the page that a setting names, as text; null where the front shows posts, or no page is chosen. */
export function pageIdIn(
  settings: RecordData | undefined,
  field: 'page_on_front' | 'page_for_posts',
): string | null {
  const id = Number(settings?.[field])
  return settings?.show_on_front === 'page' && id ? String(id) : null
}
