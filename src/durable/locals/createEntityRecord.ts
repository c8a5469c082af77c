import { EntityStoreError } from '../../core/errors'
import type { EntityId } from '../../core/keys'
import type { RecordData } from '../../core/plain'
import type { Thunk } from '../../core/thunk'
import type { EditOptions } from '../../edits/editEntityRecord'
import type { EditsOf, EntityName, Kind } from '../../records/inference/inference'
import { draftAction, planDraft } from '../../store/drafts'
import type { EntityState } from '../../store/rootReducer'

/**
 * Makes a record at once, before the server knows it: it has an id, can be edited, shown, undone and referred to like any
 * other, and is saved like any other. Of a post type or taxonomy it can be made before the server was asked which there are:
 * its save asks first. Where its id stands, the server's takes its place with the answer to the save.
 * @param values The fields that it begins with. Default: none.
 * @param options As `editEntityRecord`: making it is an undo level.
 * @returns The local id: a negative number of sixteen digits, or `local-` and sixteen digits where ids are texts.
 * @throws EntityStoreError as `editEntityRecord`; `invalid_option` for a store without `createDurability`, `invalid_record`
 * for an entity without ids.
 * @example
 * const id = dispatch(createEntityRecord('taxonomy', 'category', { name: 'Bees' }))
 * dispatch(editEntityRecord('postType', 'post', 12, { categories: [id] }))
 * await dispatch(saveDirtyEntityRecords())
 */
export function createEntityRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  values?: EditsOf<K, N>,
  options: EditOptions = {},
): Thunk<EntityState, EntityId> {
  return makeDraft(kind, name, () => values, options)
}

/** Makes a record at once, of values that may depend on its id. */
export function makeDraft(
  kind: string,
  name: string,
  valuesOf: (id: EntityId) => RecordData | undefined,
  options: EditOptions = {},
): Thunk<EntityState, EntityId> {
  return (dispatch, getState, { drafts }) => {
    if (!drafts) {
      throw new EntityStoreError(
        'invalid_option',
        'Records that the server does not know need a store with createDurability() among its plugins.',
      )
    }
    const plan = planDraft(getState(), kind, name)
    dispatch(draftAction(getState(), plan, valuesOf(plan.id), options))
    return plan.id
  }
}
