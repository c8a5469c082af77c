import { wholeFacts, type ReadFacts } from '../resolution/readFacts'
import type { EntityId } from '../core/keys'
import { readPath } from '../core/paths'
import type { Thunk } from '../core/thunk'
import { selectEditedEntityRecord } from '../edits/selectors'
import { fetchEntityRecord } from '../entities/fetchEntityRecord'
import { composeReads } from '../resolution/composeReads'
import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/runRead'
import type { EntityState } from '../store/rootReducer'
import { lookUp, lookupFacts, selectLookup } from '../wordpress/lookups/lookup'

function linkTemplateFacts(link: string) {
  return lookupFacts(questionOf('fetchLinkTemplate', link))
}

/** What can be said of the read below. */
function templateForLinkFacts(link: string): ReadFacts<EntityState> {
  return wholeFacts<EntityState>(questionOf('fetchTemplateForLink', link), {
    parts: () => [linkTemplateFacts(link)],
    answer: (state) => selectTemplateForLink(state, link),
  })
}

/**
 * Reads which template shows the page behind a link: the page itself says it, to who may edit the site. Then the
 * template is read. Without a link nothing is asked.
 */
export function fetchTemplateForLink(
  link: string,
  options?: ReadOptions,
): Thunk<EntityState, Promise<unknown>> {
  return async (dispatch) => {
    // The editor asks for the link of a page that it does not know yet.
    if (typeof link !== 'string' || link === '') return null
    const run = async (rest: ReadOptions) => {
      const answer = await dispatch(
        lookUp<LinkTemplate>(
          {
            facts: linkTemplateFacts(link),
            ask: addParameter(link, '_wp-find-template=true'),
            read: (data) => (readPath(data, 'data').value ?? {}) as LinkTemplate,
            whenFailed: () => ({}),
          },
          rest,
        ),
      )
      const { id } = answer ?? {}
      if (id === undefined) return
      await dispatch(fetchEntityRecord('postType', 'wp_template', id, undefined, rest))
    }
    return dispatch(
      composeReads<EntityState, unknown>(
        {
          ...templateForLinkFacts(link),
          run,
          result: (state) => selectTemplateForLink(state, link),
          onError: () => null,
        },
        options,
      ),
    )
  }
}

/** The template that shows the page behind a link, as edited; null while that is not known. */
export function selectTemplateForLink(state: EntityState, link: string): unknown {
  const id = selectLookup<LinkTemplate>(state, linkTemplateFacts(link).question.key)?.id
  return id === undefined ? null : (selectEditedEntityRecord(state, 'postType', 'wp_template', id) ?? null)
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
