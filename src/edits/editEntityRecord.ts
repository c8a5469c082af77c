import { isKeyless } from '../config/entityConfig'
import { configOf, selectEntityConfig } from '../config/selectors'
import { EntityStoreError } from '../core/errors'
import { entityKey, isMissingId, type EntityId } from '../core/keys'
import { isEmpty } from '../core/plain'
import type { EditRecipe, EditsOf, EntityName, Kind } from '../records/inference/inference'
import { isLocalId } from '../core/localId'
import type { Thunk } from '../core/thunk'
import { watchDispatch } from '../core/watchDispatch'
import { editsCleared, type RecordEdited, type UndoPolicy } from './actions'
import { applyEdits } from './applyEdits'
import { withBlockText } from './blockCodec'
import { editsOfRecipe, type Recipe } from './editsOfRecipe'
import type { StateWithEdits } from './storedEdits'
import { selectIsLenient } from './lenient'
import { missingId, requireKey } from './requireKey'
import { isStoredLazyEdit, noteReplaced } from './lazyEdit'
import { editedOf, selectEditedView, type EditedView } from './selectors'

/** Options of an edit. */
export interface EditOptions {
  /**
   * How it stands in the undo history: `false` for an edit that undo passes over, such as one that a machine makes; `'new'`
   * for a level of its own, such as a button that sets a field. Default: an edit by a function that a hook gives is one
   * level with those of the same fields that follow within a second; a thunk's is a level of its own.
   */
  readonly undo?: false | 'new'
  /** Whether the edit can't be undone. Default false. Deprecated: `undo: false` says the same. */
  readonly undoIgnore?: boolean
  /**
   * Whether the edit joins the undo level before it, whichever record that was about, as in WordPress's core-data.
   * Default false. Deprecated, but for code that comes from there: what is typed through hooks is grouped by itself.
   */
  readonly isCached?: boolean
  /**
   * Makes one undo level of the edits of a record that name the same group and follow one another within a second,
   * such as the keys that are typed into one field; `true` names the group by the fields that are edited. An edit of
   * another group, of none, or of another record begins a new level, as do a pause, a save and `createUndoLevel()`.
   * `{ across: name }` names a group that goes over records, such as two that change places.
   * Default: `true` for the functions that hooks give, unless `undo` or `isCached` is given; `false` for a thunk. Of
   * `false`, `undo: 'new'` says the same.
   */
  readonly undoGroup?: string | boolean | { readonly across: string }
}

/**
 * Changes fields of a record, locally, until it is saved; works on records that are not loaded, too. A value equal to
 * the record's is no edit; merged properties such as `meta` are merged one level deep; a function is computed from the
 * edited record when it is saved; undefined gives the edit of a field up.
 * @param edits New values by field, or a recipe that changes a draft of the edited record.
 * @throws EntityStoreError `config_not_loaded` with the specification's message, `missing_id`, `invalid_id`, `invalid_edit`.
 * @example
 * dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
 * dispatch(editEntityRecord('postType', 'post', 1, (draft) => { draft.meta.subtitle = 'New' }))
 */
export function editEntityRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  id: EntityId | undefined,
  edits: EditsOf<K, N> | EditRecipe<K, N>,
  options: EditOptions = {},
): Thunk<StateWithEdits, void> {
  const thunk: Thunk<StateWithEdits, void> = (dispatch, getState) => {
    if (hasNoTarget(getState(), kind, name, id)) return
    const view = requireView(getState(), kind, name, id)
    const given = typeof edits === 'function' ? editsOfRecipe(view, edits as Recipe) : edits
    const all = withBlockText(getState(), view.config, given)
    const edited = applyEdits(getState(), view, all, undoPolicy(options))
    for (const { from, to } of Object.values(edited.changes))
      if (isStoredLazyEdit(from) && !isStoredLazyEdit(to)) noteReplaced(from, editedOf(view))
    if (!isEmpty(edited.changes)) dispatch(inGroup(edited, options))
  }
  return watchDispatch('editEntityRecord', thunk)
}

/**
 * Gives all edits of a record up. Makes no undo level.
 * @throws EntityStoreError as `editEntityRecord`.
 */
export function clearEntityRecordEdits(
  kind: string,
  name: string,
  id?: EntityId,
): Thunk<StateWithEdits, void> {
  return (dispatch, getState) => {
    if (hasNoTarget(getState(), kind, name, id)) return
    const view = requireView(getState(), kind, name, id)
    if (view.row) dispatch(editsCleared({ entity: entityKey(kind, name), key: view.key }))
  }
}

/** Whether an edit of a lenient store has no id, and so does nothing. */
export function hasNoTarget(
  state: StateWithEdits,
  kind: string,
  name: string,
  id: EntityId | undefined,
): boolean {
  if (!isMissingId(id) || !selectIsLenient(state)) return false
  const config = selectEntityConfig(state, kind, name)
  return config !== undefined && !isKeyless(config)
}

/** What the options of an edit mean for the undo history. */
export function undoPolicy({ undo, undoIgnore, isCached, undoGroup = false }: EditOptions): UndoPolicy {
  if (undo === 'new') return 'record'
  return undo === false || undoIgnore ? 'ignore' : isCached || undoGroup !== false ? 'stage' : 'record'
}

/** An edit as one of the group that its options name. */
export function inGroup(edited: RecordEdited, { undo, undoGroup = false }: EditOptions): RecordEdited {
  if (undo !== undefined || undoGroup === false) return edited
  const at = Date.now()
  if (typeof undoGroup === 'object')
    return { ...edited, group: { name: undoGroup.across, at, isAcross: true } }
  const name = undoGroup === true ? Object.keys(edited.changes).sort().join() : undoGroup
  return { ...edited, group: { name, at } }
}

/**
 * A record with its edits, to be edited.
 * @throws EntityStoreError `config_not_loaded` with the specification's message, `missing_id`, `invalid_id`.
 */
export function requireView(
  state: StateWithEdits,
  kind: string,
  name: string,
  id: EntityId | undefined,
): EditedView {
  const view = selectEditedView(state, kind, name, id)
  // Of a draft it is known what it is before the server was asked about its entity.
  if (view && (configOf(state, view.entity) || isLocalId(id))) return view
  const config = selectEntityConfig(state, kind, name)
  // Who edits without an id mostly wants a new record, which no config would help.
  if (!config && isMissingId(id)) throw missingId(kind, name, id)
  if (config) requireKey(state, config, id)
  throw new EntityStoreError(
    'config_not_loaded',
    `The entity being edited (${kind}, ${name}) does not have a loaded config.`,
  )
}
