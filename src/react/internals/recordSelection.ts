import { isSite } from '../../config/builtinEntities'
import { isKeyless } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import type { RecordKey } from '../../core/keys'
import { selectDeleteError, selectIsDeleting } from '../../deleting/selectors'
import { editsToSaveOf, selectEditedView, shownOf, type EditedView } from '../../edits/selectors'
import { entityRecord } from '../../entities/fetchEntityRecord'
import { answerOf } from '../../entities/selectors'
import type { Context } from '../../records/inference/context'
import { selectIsSaving, selectSaveError } from '../../saving/selectors'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import { recordFunctions } from './recordFunctions'
import type { Selection } from './selection'
import { ShownRead } from './shownRead'
import { idleStatus, statusFields, type ReadStatus } from './status'

type RecordArgs = readonly [kind: string, name: string, key: RecordKey | undefined, query?: object]

const noEdits = {}

/** What is shown of no record. */
const noRecord = {
  record: undefined,
  editedRecord: undefined,
  edits: noEdits,
  hasEdits: false,
  isSaving: false,
  saveError: undefined,
  isDeleting: false,
  deleteError: undefined,
}

type RecordFields = { readonly [Field in keyof typeof noRecord]: unknown }

const recordFields: ReadonlySet<string> = /* @__PURE__ */ new Set([...statusFields, ...Object.keys(noRecord)])

/**
 * A record that a component shows: each field is read when it is looked at. A class, and itself both its fields and what it
 * needs: thousands of components have one each, and look at few of the fields.
 */
export class RecordSelection extends ShownRead<RecordArgs> implements Selection<RecordFields>, RecordFields {
  private madeFunctions: ReturnType<typeof recordFunctions> | undefined
  /** The state that was read last, and what was looked up in it. */
  private state: EntityState | undefined
  private knownView: EditedView | null | undefined

  constructor(store: EntityStore, kind: string, name: string, key: RecordKey | undefined, context?: Context) {
    super(store, entityRecord, [kind, name, key, context && { context }])
  }

  get fields() {
    return recordFields
  }

  get off() {
    return noRecord
  }

  get source() {
    return this
  }

  /** Made when somebody first looks at one, and the same from then on. */
  get functions() {
    const [kind, name, key] = this.args
    return (this.madeFunctions ??= recordFunctions(this.store, kind, name, key, () => this.refetch()))
  }

  /** Whether there is a record to speak of: an id, or an entity that needs none or may need none. */
  override isNeeded(state: EntityState): boolean {
    const [kind, name, key] = this.args
    if (key !== undefined) return true
    const config = selectEntityConfig(state, kind, name)
    // The settings are the one built-in entity without ids, and known only when the server was asked.
    return config ? isKeyless(config) : isSite(kind, name)
  }

  override status(state: EntityState): ReadStatus {
    return this.isNeeded(state) ? super.status(state) : idleStatus
  }

  read(state: EntityState): RecordFields {
    if (!this.isNeeded(state)) return noRecord
    if (state !== this.state) this.forget()
    this.state = state
    return this
  }

  forget(): void {
    this.state = undefined
    this.knownView = undefined
  }

  get record() {
    const isOwn = this.args[3] === undefined
    return isOwn ? answerOf(this.view()?.received, null) : this.select(this.state ?? this.store.getState())
  }

  get editedRecord() {
    const view = this.view()
    return view && shownOf(view)
  }

  get edits() {
    const view = this.view()
    return (view && editsToSaveOf(view)) ?? noEdits
  }

  get hasEdits() {
    return this.edits !== noEdits
  }

  get isSaving() {
    return this.of(selectIsSaving)
  }

  get saveError() {
    return this.of(selectSaveError)
  }

  get isDeleting() {
    return this.of(selectIsDeleting)
  }

  get deleteError() {
    return this.of(selectDeleteError)
  }

  /** Looked up once for all that is shown of it. */
  private view(): EditedView | undefined {
    this.knownView ??= this.of(selectEditedView) ?? null
    return this.knownView ?? undefined
  }

  private of<Value>(
    selector: (state: EntityState, kind: string, name: string, key: RecordKey | undefined) => Value,
  ): Value {
    const { args, store, state = store.getState() } = this
    return selector(state, args[0], args[1], args[2])
  }
}

/** What a component shows of a record besides the record itself, such as one field. */
export function partSelection<Fields extends object>(
  store: EntityStore,
  kind: string,
  name: string,
  key: RecordKey | undefined,
  fields: ReadonlySet<string>,
  read: (state: EntityState) => Fields,
): Selection<Fields> {
  return { fields, source: new RecordSelection(store, kind, name, key), read }
}
