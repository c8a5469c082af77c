import { selectAssumedConfig } from '../config/selectors'
import { isMerged } from '../edits/fields'
import type { EntityState } from '../store/rootReducer'

/** Which properties of an entity are edited by entries, also where it is not known yet. */
export function mergedIn(
  state: Pick<EntityState, 'config'>,
  { kind, name }: { readonly kind: string; readonly name: string },
): (property: string) => boolean {
  const config = selectAssumedConfig(state, kind, name)
  return (property) => (config ? isMerged(config, property) : property === 'meta')
}
