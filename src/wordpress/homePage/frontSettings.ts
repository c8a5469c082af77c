import type { ConfigSliceState } from '../../config/reducer'
import { fetchEntityRecord } from '../../entities/fetchEntityRecord'
import { recordFacts, type RecordFacts } from '../../entities/recordFacts'
import type { EntitiesSliceState } from '../../entities/reducer'
import { selectEntityRecord } from '../../entities/selectors'
import type { LocksSliceState } from '../../locks/reducer'
import type { RecordData } from '../../core/plain'
import type { ReadOptions } from '../../resolution/runRead'
import type { ResolutionSliceState } from '../../resolution/reducer'
import { selectStoredResolution } from '../../resolution/selectors'
import type { StoredResolution } from '../../resolution/storedResolution'
import { statusOf } from '../../rest/restError'
import type { Thunk } from '../../core/thunk'

type RequiredState = ConfigSliceState & EntitiesSliceState & ResolutionSliceState

/**
 * Reads what the site says of its front page. Servers before WordPress 6.8 say it in the settings only; to those who
 * may not read them, the front shows posts; they are asked for again only with the rest.
 */
export function readFrontSettings(
  options?: ReadOptions,
): Thunk<LocksSliceState & RequiredState, Promise<void>> {
  return async (dispatch, getState) => {
    const read = (name: string) => dispatch(fetchEntityRecord('root', name, undefined, undefined, options))
    const before = selectRead(getState(), '__unstableBase')?.answeredSeq
    const base = await read('__unstableBase')
    // Settings that are known are what counts, so they have to be fresh, too.
    if (base && 'show_on_front' in base && selectFrontSettings(getState()) === base) return
    const isRefused = selectRead(getState(), 'site')?.error?.status === 403
    if (isRefused && before === selectRead(getState(), '__unstableBase')?.answeredSeq) return
    await read('site').catch((error) => {
      if (statusOf(error) !== 403) throw error
    })
  }
}

/** What that read consists of. */
export function frontFacts(state: ConfigSliceState & EntitiesSliceState): readonly RecordFacts[] {
  return ['__unstableBase', 'site'].map((name) => recordFacts(state, 'root', name))
}

/** How the read of the only record of an entity stands. */
function selectRead(state: RequiredState, name: string): StoredResolution | undefined {
  return selectStoredResolution(state, recordFacts(state, 'root', name).question.key)
}

/** What the site says of its front page, as far as it is known: the settings, as those are what is saved. */
export function selectFrontSettings(state: RequiredState): RecordData | undefined {
  const [settings, base] = ['site', '__unstableBase'].map((name) => selectEntityRecord(state, 'root', name))
  return settings ?? base
}

/** The id of the page that a setting names, as text; null where the front shows posts, or no page is chosen. */
export function pageIn(
  settings: RecordData | undefined,
  field: 'page_on_front' | 'page_for_posts',
): string | null {
  const id = Number(settings?.[field])
  return settings?.show_on_front === 'page' && id ? String(id) : null
}
