import { useEffect, useMemo, useReducer, useState } from 'react'
import type { EntityError } from '../../resolution/entityError'
import type { LinkResult, LinkSearchOptions } from '../../wordpress/linkSearch/askLinkSources'
import { searchLinks } from '../../wordpress/linkSearch/searchLinks'
import { useEntityStore } from '../provider/EntityStoreProvider'
import { makeStatus, type ReadStatus } from '../internals/status'
import { useStableQuery } from '../internals/useStableQuery'

/**
 * Options of {@link useLinkSearch}. They may be written in place: equal options are the same search.
 */
export interface UseLinkSearchOptions extends Omit<LinkSearchOptions, 'fetcher' | 'signal' | 'throwOnError'> {
  /** Whether to search. Default true. */
  readonly enabled?: boolean
  /** Milliseconds to wait after the last change of the text. An empty text is searched at once. Default 200. */
  readonly debounce?: number
}

/** What a search found. */
export interface UseLinkSearchResult extends Omit<ReadStatus, 'source' | 'at'> {
  /** The links, best match first. `undefined` until they are known. */
  readonly results: readonly LinkResult[] | undefined
  /** Whether the results are those of the previous search. */
  readonly isPrevious: boolean
  /** Repeats the search, for example after an error. */
  readonly refetch: () => void
}

interface Answer {
  /** The search it answers, by identity. */
  readonly search: object
  readonly results: UseLinkSearchResult['results']
  /** Why there are no results, where there are none. */
  readonly error: EntityError | undefined
}

/**
 * Searches links while somebody types: posts, terms, post formats and media at once. An empty text gives the initial
 * suggestions. Results stay until the next ones come; a search that is overtaken is aborted. There is an error only
 * when every source failed.
 * @throws EntityStoreError `invalid_query` while rendering, for options that are not plain data.
 * @example
 * const { results, isFetching, error } = useLinkSearch(text, { type: 'post', subtype: 'page' })
 */
export function useLinkSearch(
  search: string,
  { enabled = true, debounce = 200, ...options }: UseLinkSearchOptions = {},
): UseLinkSearchResult {
  const store = useEntityStore()
  const text = search.trim()
  const asked = useStableQuery({ isInitialSuggestions: text === '', ...options, search: text })
  const [round, refetch] = useReducer((before: number) => before + 1, 0)
  const current = useMemo(() => ({ store, asked, enabled, round }), [store, asked, enabled, round])
  const [answer, setAnswer] = useState<Answer>()

  useEffect(() => {
    const { store, asked, enabled } = current
    if (!enabled) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const show = (results: Answer['results'], error?: EntityError) => {
      if (!signal.aborted) setAnswer({ search: current, results, error })
    }
    const ask = () => {
      store
        .dispatch(searchLinks(asked.search, { ...asked, signal, throwOnError: true }))
        .then(show, (error: EntityError) => show(undefined, error))
    }
    // By a timer in any case: an effect that StrictMode runs twice asks once.
    const timer = setTimeout(ask, asked.search ? debounce : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [current, debounce])

  const found = answer?.search === current ? answer : undefined
  const results = (enabled && answer?.results) || undefined
  const status = !enabled ? 'idle' : !found ? 'resolving' : results ? 'success' : 'error'
  return { ...makeStatus(status, found?.error), results, isPrevious: !!results && !found, refetch }
}
