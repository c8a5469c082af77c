import { part, stepsFacts, type StepsFacts } from '../../resolution/stepsFacts'
import { weakMapMemoize } from 'reselect'
import { questionOf } from '../../resolution/question'
import { selectEditedEntityRecord } from '../../edits/selectors'
import { entityRecord } from '../../entities/fetchEntityRecord'
import type { EntityId } from '../../core/keys'
import { recordFacts } from '../../entities/recordFacts'
import { defaultTemplateFacts, defaultTemplate, selectDefaultTemplateId } from '../fetchDefaultTemplateId'
import type { StateWithLookups } from '../lookups/reducer'
import { defineSteps } from '../../resolution/defineSteps'
import type { ReadOptions } from '../../resolution/readOptions'
import { fetchRead } from '../../resolution/runRead'
import type { Thunk } from '../../core/thunk'
import { frontSteps, pageIdIn, selectFrontSettings } from './frontSettings'

/** What can be said of the read below. */
export function templateFacts(
  state: unknown,
  postType: string,
  postId: EntityId,
): StepsFacts<StateWithLookups> {
  const post = part(recordFacts, ['postType', postType, postId])
  return stepsFacts<StateWithLookups>(questionOf('fetchTemplateId', postType, postId), (now) => {
    const [base = [], settings = []] = frontSteps(now)
    const slugs = wantedSlugs(now, postType, postId)
    return [
      [...base, post],
      settings,
      ...slugs.map((slug) => [part(defaultTemplateFacts, [queryForSlug(slug)])]),
    ]
  })
}

/** The read of which template shows a post. */
export const template = /* @__PURE__ */ defineSteps({
  facts: templateFacts,
  reads: [entityRecord, defaultTemplate],
  select: (state: StateWithLookups, postType: string, postId: EntityId) =>
    selectTemplateId(state, postType, postId),
})

/**
 * Reads which template shows a post: that of the front or posts page, else the one that the post was given, else the
 * site's for such posts. What was edited of the post and not saved counts.
 * @param postType - The name of the post type, such as `post`.
 * @param postId - The id of the post.
 * @returns The template's id; `''` where there is none; null for a post that nobody knows.
 * @throws RestError as the server answered.
 * @example
 * const id = await dispatch(fetchTemplateId('page', 2))
 */
export function fetchTemplateId(
  postType: string,
  postId: EntityId,
  options?: ReadOptions,
): Thunk<StateWithLookups, Promise<string | null>> {
  return fetchRead(template, [postType, postId], options)
}

/**
 * The id of the template that shows a post; `''` where there is none, null while it is not known.
 * @param postType - The name of the post type, such as `post`.
 * @param postId - The id of the post.
 */
export function selectTemplateId(state: StateWithLookups, postType: string, postId: EntityId): string | null {
  const slug = wantedSlugs(state, postType, postId).at(-1)
  return (slug && selectDefaultTemplateId(state, queryForSlug(slug))) ?? null
}

/** The slugs up to that of the template that shows a post, or up to the first of which it is not known. */
function wantedSlugs(state: StateWithLookups, postType: string, postId: EntityId): readonly string[] {
  const slugs = slugsFor(state, postType, postId)
  const isLast = (slug: string) => {
    const id = selectDefaultTemplateId(state, queryForSlug(slug))
    return id === undefined || isTemplate(id, slug)
  }
  const last = slugs.findIndex(isLast)
  return last < 0 ? slugs : slugs.slice(0, last + 1)
}

/** The slugs of the templates that may show a post, the wanted ones first; the last one falls back to more general ones. */
function slugsFor(state: StateWithLookups, postType: string, postId: EntityId): readonly string[] {
  const settings = selectFrontSettings(state)
  const edited = selectEditedEntityRecord(state, 'postType', postType, postId)
  const post = edited as { slug?: string; template?: string } | undefined
  if (!settings || !post) return []
  const page = postType === 'page' ? String(postId) : undefined
  if (pageIdIn(settings, 'page_for_posts') === page) return ['home']
  const family = page ? 'page' : `single-${postType}`
  const front = pageIdIn(settings, 'page_on_front') === page ? 'front-page' : undefined
  const slugs = [front, post.template, post.slug ? `${family}-${post.slug}` : family]
  return slugs.filter((slug): slug is string => !!slug)
}

/** Whether a template has just this slug, so that it is no more general one. */
function isTemplate(id: string | undefined, slug: string): boolean {
  return id?.endsWith(`//${slug}`) === true
}

const queryForSlug = /* @__PURE__ */ weakMapMemoize((slug: string) => ({ slug }), { maxSize: 1000 })
