import { part, stepsFacts, type StepsFacts } from '../../resolution/stepsFacts'
import { createEntitySelector } from '../../core/createEntitySelector'
import { entityRecord } from '../../entities/fetchEntityRecord'
import { defaultTemplateFacts, defaultTemplate, selectDefaultTemplateId } from '../fetchDefaultTemplateId'
import type { StateWithLookups } from '../lookups/reducer'
import { defineSteps } from '../../resolution/defineSteps'
import { questionOf } from '../../resolution/question'
import type { ReadOptions } from '../../resolution/readOptions'
import { fetchRead } from '../../resolution/runRead'
import type { Thunk } from '../../core/thunk'
import { frontSteps, pageIdIn, selectFrontSettings } from './frontSettings'

/**
 * What visitors see first: a page, or a template; with neither field where the site has no such template.
 */
export interface HomePage {
  readonly postType?: 'page' | 'wp_template'
  readonly postId?: string
}

const homeTemplate = { slug: 'front-page' }

/** What can be said of the read below. */
export function homePageFacts(): StepsFacts<StateWithLookups> {
  return stepsFacts<StateWithLookups>(questionOf('fetchHomePage'), (state) => {
    const page = pageIdIn(selectFrontSettings(state), 'page_on_front')
    return [...frontSteps(state), page ? [] : [part(defaultTemplateFacts, [homeTemplate])]]
  })
}

/** The read of what visitors see first. */
export const homePage = /* @__PURE__ */ defineSteps({
  facts: homePageFacts,
  reads: [entityRecord, defaultTemplate],
  select: (state: StateWithLookups) => selectHomePage(state),
})

/**
 * Reads what visitors see first: the page that is set for it, or else the template.
 * @throws RestError as the server answered.
 * @example
 * const home = await dispatch(fetchHomePage())
 */
export function fetchHomePage(options?: ReadOptions): Thunk<StateWithLookups, Promise<HomePage | null>> {
  return fetchRead(homePage, [], options)
}

/**
 * What visitors see first; null while it is not known. The same object while that does not change.
 */
export const selectHomePage: (state: StateWithLookups) => HomePage | null =
  /* @__PURE__ */ createEntitySelector(
    [
      (state: StateWithLookups) => selectFrontSettings(state) !== undefined,
      (state: StateWithLookups) => pageIdIn(selectFrontSettings(state), 'page_on_front'),
      (state: StateWithLookups) => selectDefaultTemplateId(state, homeTemplate),
    ],
    (isKnown, page, template): HomePage | null => {
      const postId = page ?? template
      if (!isKnown || postId === undefined) return null
      return postId ? { postType: page ? 'page' : 'wp_template', postId } : {}
    },
  )
