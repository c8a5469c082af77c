import { requireEntityConfig } from '../../config/loadEntityConfigs'
import { selectEntityConfig } from '../../config/selectors'
import { assertPlain, wrongIn } from '../../core/assertPlain'
import { EntityStoreError, show } from '../../core/errors'
import type { EntityId } from '../../core/keys'
import { isRecord } from '../../core/plain'
import type { Thunk } from '../../core/thunk'
import { writeSettled } from '../../saving/actions'
import { writesOf } from '../../saving/selectors'
import { targetOfWrite, type SaveConflict } from '../../saving/writes'
import type { EntityState } from '../../store/rootReducer'
import { applyChoices, editedInConflict, type ConflictChoice } from './applyChoices'
import { heldSavesName, type HeldSaves } from './heldSaves'

/**
 * Chooses what shall become of fields in conflict; saves nothing itself. With `mine` the next save sends the edit, of a text
 * all of it (`{ value: proposals.mine }` of the field keeps what others wrote in other paragraphs); with
 * `theirs` the edit is given up, and undo brings it back; with `{ value }` the field is edited to that. The next save is
 * compared with what was chosen from, so that only something newer is a conflict again. Fields that are not chosen stay in
 * conflict. Does nothing where there is none, and for a record that is gone; of one in the trash, `status` is chosen.
 *
 * A save that the queue holds for the conflict follows the choices in all tabs: it no longer sends what was given up, and
 * is taken out where nothing is left of it. Once all is chosen it goes on by itself, as it was asked for already. A page
 * that does not know the entity yet asks for it first, and the conflict stays where that fails.
 * @param choices By field as the conflict names it, such as `title` or `meta.subtitle`.
 * @throws EntityStoreError `invalid_option` for a field that is not in conflict, or for what is no choice; `invalid_edit`
 * for a value that JSON can't hold.
 */
export function resolveConflict(
  kind: string,
  name: string,
  id: EntityId | undefined,
  choices: { readonly [field: string]: ConflictChoice },
): Thunk<EntityState, void> {
  return (dispatch, getState, { companions }) => {
    const [write] = writesOf(getState().saving, getState(), kind, name, id)
    const conflict = write?.conflict
    if (write === undefined || conflict === undefined || conflict.reason === 'gone') return
    checkChoices(conflict, choices)
    const { error } = write
    const target = targetOfWrite(write)
    const held = companions.get(heldSavesName) as HeldSaves | undefined
    if (!selectEntityConfig(getState(), kind, name) && held?.has(target)) {
      // A page that has shown none of its kind yet has to ask what it is made of.
      const known = dispatch(requireEntityConfig(kind, name))
      void known.then(
        () => dispatch(resolveConflict(kind, name, id, choices)),
        () => undefined,
      )
      return
    }
    // What was overtaken is saved, and waits no more.
    const isQueued = conflict.reason !== 'overtaken' && held?.has(target) === true
    const edited = isQueued ? editedInConflict(getState(), target, conflict) : {}
    dispatch(applyChoices(target, conflict, choices, { isQueued }))
    const left = Object.entries(conflict.fields).filter(([field]) => !Object.hasOwn(choices, field))
    const open = { error, conflict: { ...conflict, fields: Object.fromEntries(left) } }
    const done = isQueued ? { queued: true } : {}
    dispatch(writeSettled(target, left.length > 0 ? open : done))
    if (isQueued) held?.resolve({ target, conflict, choices, edited })
  }
}

function checkChoices(
  { kind, name, fields }: SaveConflict,
  choices: { readonly [field: string]: ConflictChoice },
): void {
  const record = `(${kind}, ${name})`
  if (!isRecord(choices)) {
    throw new EntityStoreError(
      'invalid_option',
      `The choices for ${record} are ${show(choices)}. Pass an object of 'mine', 'theirs' or { value } by field.`,
    )
  }
  for (const [field, choice] of Object.entries(choices)) {
    if (!Object.hasOwn(fields, field)) {
      throw new EntityStoreError(
        'invalid_option',
        `${show(field)} of ${record} is not in conflict. Choose of ${Object.keys(fields).map(show).join(', ')}.`,
      )
    }
    if (choice === 'mine' || choice === 'theirs') continue
    if (isRecord(choice) && choice.value !== undefined) {
      assertPlain(
        choice.value,
        (found) =>
          new EntityStoreError('invalid_edit', `The choice for ${show(field)} of ${record}${wrongIn(found)}`),
      )
      continue
    }
    throw new EntityStoreError(
      'invalid_option',
      `The choice for ${show(field)} of ${record} is ${show(choice)}. Pass 'mine', 'theirs' or { value }.`,
    )
  }
}
