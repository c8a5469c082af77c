import { useEntityDispatch } from 'copydesk/react'
import { createEntityRecord } from 'copydesk/durable'

/**
 * Makes a term at once, under a local id: the site gets it with the first document that has it, and one that is there
 * already counts as made.
 */
export function useNewTerm(taxonomy: string): (name: string) => number {
  const dispatch = useEntityDispatch()
  return (name) => Number(dispatch(createEntityRecord<string, string>('taxonomy', taxonomy, { name })))
}
