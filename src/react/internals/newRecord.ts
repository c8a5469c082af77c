import type { EntityId } from '../../core/keys'
import { isEmpty, type RecordData } from '../../core/plain'
import type { Thunk } from '../../core/thunk'
import { applyEdits } from '../../edits/applyEdits'
import { editEntityRecord, type EditOptions } from '../../edits/editEntityRecord'
import { editsOfRecipe } from '../../edits/editsOfRecipe'
import { selectEditedView } from '../../edits/selectors'
import { recordsRemoved } from '../../entities/actions'
import type { EditRecipe } from '../../records/inference/inference'
import { draftAction, planDraft, viewOfDraft, type DraftPlan } from '../../store/drafts'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'

/**
 * A record that a form makes. Nothing of it is in the store before something is typed: a form that is only looked at leaves
 * no unsaved record behind.
 */
export class NewRecord {
  private plan: DraftPlan | undefined
  private readonly listeners = new Set<() => void>()

  /** @param initial - The fields that it begins with: no edit of anybody, and sent with the first save. */
  constructor(
    private readonly store: EntityStore,
    private readonly kind: string,
    private readonly name: string,
    readonly initial: RecordData,
  ) {}

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.listeners.add(onChange)
    return () => this.listeners.delete(onChange)
  }

  /** The id that it was made under, which leads to the record once that is saved; undefined before the first edit. */
  readonly readId = (): EntityId | undefined => this.plan?.id

  /** @throws EntityStoreError as `editEntityRecord`. */
  edit(edits: RecordData | EditRecipe<string, string>, options: EditOptions): void {
    this.store.dispatch(editDraft(this.planned(), this.initial, edits, options))
    this.notify()
  }

  /**
   * Makes it where nobody has typed yet, to be saved as it is.
   * @throws EntityStoreError `config_not_loaded` where nobody knows the entity.
   */
  begin(): EntityId {
    const plan = this.planned()
    const { getState, dispatch } = this.store
    const view = selectEditedView(getState(), plan.kind, plan.name, plan.id)
    if (!view?.row && !view?.received) {
      dispatch(draftAction(getState(), plan, this.initial, { undo: false }))
      this.notify()
    }
    return plan.id
  }

  /** Gives up what is not saved. */
  discard(): void {
    const { plan, store } = this
    const view = plan && selectEditedView(store.getState(), plan.kind, plan.name, plan.id)
    if (view?.row && view.key === plan?.key) store.dispatch(discardDraft(plan))
  }

  private planned(): DraftPlan {
    return (this.plan ??= planDraft(this.store.getState(), this.kind, this.name))
  }

  private notify(): void {
    for (const listener of [...this.listeners]) listener()
  }
}

/** The first edit makes the draft, with what it begins with: undone, there is none. */
function editDraft(
  plan: DraftPlan,
  initial: RecordData,
  edits: RecordData | EditRecipe<string, string>,
  options: EditOptions,
): Thunk<EntityState, void> {
  return (dispatch, getState) => {
    const { kind, name, id } = plan
    const view = viewOfDraft(getState(), kind, name, id)
    if (view.row || view.received)
      return dispatch(editEntityRecord<string, string>(kind, name, id, edits, options))
    const before = { ...view, raw: initial }
    const given = typeof edits === 'function' ? editsOfRecipe(before, edits) : edits
    const edited = applyEdits(getState(), view, given, 'stage')
    if (isEmpty(edited.changes)) return
    // Of what the draft begins with only the edit names the group: the next key joins it.
    const group = options.undoGroup === true ? { undoGroup: Object.keys(edited.changes).sort().join() } : {}
    dispatch(draftAction(getState(), plan, { ...initial, ...given }, { ...options, ...group }))
  }
}

/** No list has had it, and so none is stale. */
function discardDraft({ kind, name, entity, key }: DraftPlan): Thunk<EntityState, void> {
  return (dispatch, _, { nextSeq }) => {
    dispatch(recordsRemoved({ kind, name, entity, keys: [key], seq: nextSeq() }))
  }
}
