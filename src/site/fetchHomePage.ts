import type { ConfigPart } from '../config/reducer'
import type { EntitiesPart } from '../entities/reducer'
import type { LocksPart } from '../locks/reducer'
import { fetchDefaultTemplateId, selectDefaultTemplateId } from '../lookups/fetchDefaultTemplateId'
import { lookupKey } from '../lookups/lookup'
import type { LookupsPart } from '../lookups/reducer'
import { share } from '../plain'
import { inSteps } from '../resolution/inSteps'
import type { ReadOptions } from '../resolution/once'
import type { ResolutionPart } from '../resolution/reducer'
import type { Thunk } from '../thunk'
import { pageIn, readFrontSettings, selectFrontSettings } from './frontSettings'

type Parts = ConfigPart & EntitiesPart & LookupsPart & ResolutionPart

/**
 * What visitors see first: a page, or a template; with neither field where the site has no such template.
 * (spec.md, section 7)
 */
export interface HomePage {
  readonly postType?: 'page' | 'wp_template'
  readonly postId?: string
}

const homeTemplate = { slug: 'front-page' }
const homePages = new WeakMap<object, HomePage>()

/**
 * Reads what visitors see first: the page that is set for it, or else the template.
 * @throws RestError as the server answered. (spec.md, sections 3 and 7)
 */
export function fetchHomePage(options?: ReadOptions): Thunk<LocksPart & Parts, Promise<HomePage | null>> {
  return async (dispatch, getState) => {
    const run = async (rest: ReadOptions) => {
      await dispatch(readFrontSettings(rest))
      if (!pageIn(selectFrontSettings(getState()), 'page_on_front'))
        await dispatch(fetchDefaultTemplateId(homeTemplate, rest))
    }
    return dispatch(inSteps({ key: lookupKey('fetchHomePage'), run, result: selectHomePage }, options))
  }
}

/**
 * What visitors see first; null while it is not known. The same object while that does not change.
 * (spec.md, section 7)
 */
export function selectHomePage(state: Parts): HomePage | null {
  const settings = selectFrontSettings(state)
  const page = pageIn(settings, 'page_on_front')
  const postId = page ?? selectDefaultTemplateId(state, homeTemplate)
  if (settings === undefined || postId === undefined) return null
  const home = postId ? ({ postType: page ? 'page' : 'wp_template', postId } as const) : {}
  const shared = share<HomePage>(homePages.get(settings), home)
  homePages.set(settings, shared)
  return shared
}
