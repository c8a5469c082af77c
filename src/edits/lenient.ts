import { selectCompanion } from '../core/companions'

/** The name under which a lenient store says so among its companions. */
export const lenientName = 'lenient'

/** Whether edits that the store can't make sense of do nothing, instead of being refused. */
export function selectIsLenient(state: { readonly config: object }): boolean {
  return selectCompanion(state, lenientName) === true
}
