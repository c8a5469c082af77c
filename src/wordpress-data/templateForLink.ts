import { defineSteps } from '../resolution/defineSteps'
import { part, stepsFacts, type StepsFacts } from '../resolution/stepsFacts'
import type { EntityId } from '../core/keys'
import { readPath } from '../core/paths'
import { selectEditedEntityRecord } from '../edits/selectors'
import { entityRecord } from '../entities/fetchEntityRecord'
import { recordFacts } from '../entities/recordFacts'
import { questionOf } from '../resolution/question'
import type { EntityState } from '../store/rootReducer'
import { defineLookup, lookupFacts, selectLookup, type LookupFacts } from '../wordpress/lookups/lookup'
import type { StateWithLookups } from '../wordpress/lookups/reducer'

function linkTemplateFacts(state: unknown, link: string): LookupFacts<LinkTemplate> {
  return lookupFacts(questionOf('fetchLinkTemplate', link))
}

/** The page itself says which template it has, to who may edit the site. */
const linkTemplate = /* @__PURE__ */ defineLookup({
  facts: linkTemplateFacts,
  path: ({ args: [link] }) => addParameter(link, '_wp-find-template=true'),
  read: (data) => readPath(data, 'data').value ?? {},
  whenFailed: () => ({}),
  select: selectLinkTemplate,
})

function templateForLinkFacts(state: unknown, link: string): StepsFacts<EntityState> {
  const steps = stepsFacts<EntityState>(questionOf('fetchTemplateForLink', link), (now) => {
    const { id } = selectLinkTemplate(now, link) ?? {}
    return [
      [part(linkTemplateFacts, [link])],
      id === undefined ? [] : [part(recordFacts, ['postType', 'wp_template', id])],
    ]
  })
  // The editor asks for the link of a page that it does not know yet.
  return { ...steps, asksNothing: typeof link !== 'string' || link === '' }
}

/** The read of the template that shows the page behind a link: which it is, and then itself. */
export const templateForLink = /* @__PURE__ */ defineSteps({
  facts: templateForLinkFacts,
  reads: [linkTemplate, entityRecord],
  select: (state: EntityState, link: string) => selectTemplateForLink(state, link),
  onError: () => null,
})

/** The template that shows the page behind a link, as edited; null while that is not known. */
function selectTemplateForLink(state: EntityState, link: string): unknown {
  const id = selectLinkTemplate(state, link)?.id
  return id === undefined ? null : (selectEditedEntityRecord(state, 'postType', 'wp_template', id) ?? null)
}

function selectLinkTemplate(state: StateWithLookups, link: string): LinkTemplate | undefined {
  return selectLookup(state, linkTemplateFacts(state, link))
}

/** What a page says of its template. */
interface LinkTemplate {
  readonly id?: EntityId
}

function addParameter(link: string, parameter: string): string {
  const [address = '', hash] = link.split('#')
  const joined = `${address}${address.includes('?') ? '&' : '?'}${parameter}`
  return hash === undefined ? joined : `${joined}#${hash}`
}
