import { selectAssumedConfig } from '../config/selectors'
import { isMerged } from '../edits/fields'
import type { EntityState } from '../store/rootReducer'

interface Entity {
  readonly kind: string
  readonly name: string
}

/** Which properties of an entity are edited by entries. */
export type MergedOf = (entity: Entity) => (property: string) => boolean

/** The same in a state, also of an entity that is not known yet. */
export function mergedIn(
  state: Pick<EntityState, 'config'>,
  { kind, name }: Entity,
): (property: string) => boolean {
  const config = selectAssumedConfig(state, kind, name)
  return (property) => (config ? isMerged(config, property) : property === 'meta')
}

/** The same in a store, as it is when it is asked. */
export function mergedNow({ getState }: { readonly getState: () => Pick<EntityState, 'config'> }): MergedOf {
  return (entity) => mergedIn(getState(), entity)
}
