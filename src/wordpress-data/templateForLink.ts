import { weakMapMemoize } from 'reselect'
import type { EntityId } from '../core/keys'
import { readPath } from '../core/paths'
import type { Thunk } from '../core/thunk'
import { selectEditedEntityRecord } from '../edits/selectors'
import { fetchEntityRecord } from '../entities/fetchEntityRecord'
import { fetchEntityRecords } from '../queries/fetchEntityRecords'
import { selectEntityRecords } from '../queries/selectors'
import { composeReads } from '../resolution/composeReads'
import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/runRead'
import type { EntityState } from '../store/rootReducer'
import { lookUp } from '../wordpress/lookups/lookup'

/**
 * Reads which template shows the page behind a link: the page itself says it, for who may edit the site. Then the
 * template is read, and the list that it is found by.
 */
export function fetchTemplateForLink(
  link: string,
  options?: ReadOptions,
): Thunk<EntityState, Promise<unknown>> {
  return async (dispatch) => {
    const run = async (rest: ReadOptions) => {
      const answer = await dispatch(
        lookUp<{ readonly id?: EntityId }>(
          {
            question: questionOf('fetchLinkTemplate', link),
            ask: addParameter(link, '_wp-find-template=true'),
            read: (data) => (readPath(data, 'data').value ?? {}) as { readonly id?: EntityId },
            whenFailed: () => ({}),
          },
          rest,
        ),
      )
      const { id } = answer ?? {}
      if (id === undefined) return
      await dispatch(fetchEntityRecord('postType', 'wp_template', id, undefined, rest))
      await dispatch(fetchEntityRecords('postType', 'wp_template', templateQuery(link), rest))
    }
    const question = questionOf('fetchTemplateForLink', link)
    return dispatch(
      composeReads<EntityState, unknown>(
        { question, run, result: (state) => selectTemplateForLink(state, link), onError: () => null },
        options,
      ),
    )
  }
}

/** The template that shows the page behind a link, as edited; null while that is not known. */
export function selectTemplateForLink(state: EntityState, link: string): unknown {
  const [template] = selectEntityRecords(state, 'postType', 'wp_template', templateQuery(link)) ?? []
  const id = template?.id
  return id === undefined ? null : (selectEditedEntityRecord(state, 'postType', 'wp_template', id) ?? null)
}

const templateQuery = /* @__PURE__ */ weakMapMemoize((link: string) => ({ 'find-template': link }), {
  maxSize: 100,
})

function addParameter(link: string, parameter: string): string {
  const [address = '', hash] = String(link).split('#')
  const joined = `${address}${address.includes('?') ? '&' : '?'}${parameter}`
  return hash === undefined ? joined : `${joined}#${hash}`
}
