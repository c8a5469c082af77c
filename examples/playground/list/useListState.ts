import { useSearchParams } from 'wouter'
import type { Filter } from './listDescription'

/** What a list is narrowed to. It lives in the address, so that it can be linked to and gone back to. */
export interface ListState {
  search: string
  /** By the name of the filter. */
  filters: Readonly<Record<string, string>>
  /** As `orderby:order`; empty for the usual one. */
  order: string
  page: number
  /** Whether more rows come as one scrolls, instead of pages. */
  isEndless: boolean
}

/** The state of the list in the address, and how to change it; a change of anything but the page goes to the first. */
export function useListState(
  filters: readonly Filter[],
): [ListState, (changes: Readonly<Record<string, string>>) => void] {
  const [params, setParams] = useSearchParams()
  const state: ListState = {
    search: params.get('search') ?? '',
    filters: Object.fromEntries(filters.map((one) => [one.name, params.get(one.name) ?? initialOf(one)])),
    order: params.get('order') ?? '',
    page: Math.max(1, Math.floor(Number(params.get('page') ?? 1)) || 1),
    isEndless: params.get('view') === 'endless',
  }
  return [
    state,
    (changes) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete('page')
          for (const [name, value] of Object.entries(changes)) {
            const filter = filters.find((one) => one.name === name)
            if (value === (filter ? initialOf(filter) : '')) next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        // A letter typed is no place to go back to.
        { replace: 'search' in changes },
      ),
  ]
}

/** Whether a list shows less than it would by itself. */
export function isNarrowed({ search, filters: chosen }: ListState, filters: readonly Filter[]): boolean {
  return search.trim() !== '' || filters.some((one) => chosen[one.name] !== initialOf(one))
}

export function initialOf({ initial, choices }: Filter): string {
  return initial ?? choices[0]?.value ?? ''
}
