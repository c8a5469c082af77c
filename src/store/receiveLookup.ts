import { EntityStoreError, show } from '../core/errors'
import type { Thunk } from '../core/thunk'
import { receiveAnswer, type Receivable } from '../wordpress/lookups/lookup'
import { readNamed, type FactsOfRead, type ReadArguments } from './reads'
import type { EntityState } from './rootReducer'

/** The answers that can be put in by hand, by the thunk that asks for them. */
export type ReceivableLookups = {
  readonly [
    Operation in keyof FactsOfRead as FactsOfRead[Operation] extends Receivable<never> ? Operation : never
  ]: FactsOfRead[Operation] extends Receivable<infer Answer> ? Answer : never
}

/** The arguments that name an answer: those of its thunk, and of which theme styles are; by default of the active one. */
export type ReceivedLookupArguments = Pick<ReadArguments, keyof ReceivableLookups>

/**
 * Puts the answer of a lookup in by hand, as newer than everything asked for before. It is shown at once; the thunk
 * that asks for it still asks the server once.
 * @param operation - The thunk of the lookup, by its name, such as `'fetchEmbedPreview'`.
 * @param value - What the server would have answered.
 * @param args - The arguments of the thunk: `[url]` of an embed, `[query]` of a template, `[]` of the current user.
 * @throws EntityStoreError `invalid_option` for what is no such lookup, `not_loaded` for styles of an active theme that
 * is not known; as the thunk, for arguments that it can't have.
 * @example
 * dispatch(receiveLookup('fetchEmbedPreview', ['https://example.org/'], { html: '<p>Hello</p>' }))
 */
export function receiveLookup<Operation extends keyof ReceivableLookups>(
  operation: Operation,
  args: ReceivedLookupArguments[Operation],
  value: ReceivableLookups[Operation],
): Thunk<EntityState, void> {
  return (dispatch, getState) => {
    const facts = Array.isArray(args) ? readNamed(operation)?.(getState(), ...args) : undefined
    if (!facts || !('received' in facts)) {
      throw new EntityStoreError(
        'invalid_option',
        `${show(operation)} with the arguments ${show(args)} is no lookup. Name the thunk, such as 'fetchEmbedPreview', and pass its arguments as an array.`,
      )
    }
    dispatch(receiveAnswer(facts as Receivable<ReceivableLookups[Operation]>, value))
  }
}
