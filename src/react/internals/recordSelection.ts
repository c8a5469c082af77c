import { isKeyless } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import type { Address } from '../../core/address'
import type { RecordKey, ResolutionKey } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import type { NormalizedQuery } from '../../core/query'
import { selectDeleteError, selectIsDeleting } from '../../deleting/selectors'
import { editedOf, editsToSaveOf, selectEditedView, type EditedView } from '../../edits/selectors'
import { fetchEntityRecord } from '../../entities/fetchEntityRecord'
import {
  recordAddress,
  recordFactsAt,
  recordResolutionKey,
  selectRecordSeq,
} from '../../entities/recordFacts'
import { configIn, queryAt, recordLocation, type RecordLocation } from '../../entities/recordLocation'
import { currentId } from '../../entities/aliases'
import { answerOf, answerSeq, selectEntityRecord } from '../../entities/selectors'
import type { Context } from '../../records/inference/context'
import { selectHasFailures, selectStaleSeq, selectStoredResolution } from '../../resolution/selectors'
import { selectIsSaving, selectSaveError } from '../../saving/selectors'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import { recordFunctions, type ContextQuery } from './recordFunctions'
import type { FreshReadOptions, NeededRead, Selection } from './selection'
import { idleStatus, readStatus, statusFields, type ReadStatus } from './status'

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
export class RecordSelection implements Selection<RecordFields>, NeededRead, RecordFields {
  private readonly location: RecordLocation
  private readonly query: ContextQuery
  private readonly normalized: NormalizedQuery
  private knownAbout: Address | undefined
  private knownResolution: ResolutionKey | undefined
  private madeFunctions: ReturnType<typeof recordFunctions> | undefined
  /** The state that was read last, and what was looked up in it. */
  private state: EntityState | undefined
  private knownView: EditedView | null | undefined

  constructor(
    private readonly store: EntityStore,
    private readonly kind: string,
    private readonly name: string,
    private readonly key: RecordKey | undefined,
    context: Context | undefined,
  ) {
    this.location = recordLocation(kind, name)
    this.query = context && { context }
    this.normalized = queryAt(store.getState(), this.location, this.query)
  }

  get fields() {
    return recordFields
  }

  get off() {
    return noRecord
  }

  get waits(): readonly Address[] {
    return [this.about]
  }

  /** Made when somebody first looks at one, and the same from then on. */
  get functions() {
    const { store, kind, name, key, query } = this
    return (this.madeFunctions ??= recordFunctions(store, kind, name, key, query))
  }

  get needs(): NeededRead | null {
    return this.isAddressed(this.store.getState()) ? this : null
  }

  get about() {
    const { store, location, key } = this
    const current = currentId(store.getState(), key)
    // One that the server does not know yet gets another id.
    if (isLocalId(key)) return recordAddress(location.entity, current)
    return (this.knownAbout ??= recordAddress(location.entity, current))
  }

  fetch(options: FreshReadOptions) {
    const { store, kind, name, key, query } = this
    return store.dispatch(fetchEntityRecord(kind, name, key, query, options))
  }

  /** Whether the record is known by an answer that nothing has made stale, and its last read did not fail. */
  isKnown(state: EntityState): boolean {
    const { location, key, normalized, query } = this
    const seq =
      state === this.state && query === undefined
        ? answerSeq(this.view()?.received, null)
        : selectRecordSeq(state, configIn(state, location), key, normalized)
    // Mostly nothing has gone stale yet, and nothing failed: then neither the record nor the read need be named.
    const staleSeq = state.resolution.invalidatedSeqs.size > 0 ? selectStaleSeq(state, this.about) : 0
    return seq > staleSeq && !(selectHasFailures(state) && this.hasFailed(state))
  }

  read(state: EntityState): RecordFields {
    if (!this.isAddressed(state)) return noRecord
    if (state !== this.state) this.forget()
    this.state = state
    return this
  }

  forget(): void {
    this.state = undefined
    this.knownView = undefined
  }

  get record() {
    const { kind, name, key, query } = this
    return query
      ? this.select((state) => selectEntityRecord(state, kind, name, key, query))
      : answerOf(this.view()?.received, null)
  }

  get editedRecord() {
    const view = this.view()
    return view && editedOf(view)
  }

  get edits() {
    const view = this.view()
    return (view && editsToSaveOf(view)) ?? noEdits
  }

  get hasEdits() {
    return this.edits !== noEdits
  }

  get isSaving() {
    return this.select(selectIsSaving)
  }

  get saveError() {
    return this.select(selectSaveError)
  }

  get isDeleting() {
    return this.select(selectIsDeleting)
  }

  get deleteError() {
    return this.select(selectDeleteError)
  }

  status(state: EntityState): ReadStatus {
    if (!this.isAddressed(state)) return idleStatus
    const { location, key, query } = this
    const { record } = this.read(state)
    return readStatus(state, recordFactsAt(state, location, key, query), record !== undefined)
  }

  /** What names the read of the record; made when somebody first asks for it. */
  private get resolution(): ResolutionKey {
    return (this.knownResolution ??= recordResolutionKey(this.location, this.key, this.normalized))
  }

  private hasFailed(state: EntityState): boolean {
    return selectStoredResolution(state, this.resolution)?.status === 'error'
  }

  private isAddressed(state: EntityState): boolean {
    return isAddressed(state, this.kind, this.name, this.key)
  }

  /** Looked up once for all that is shown of it. */
  private view(): EditedView | undefined {
    this.knownView ??= this.select(selectEditedView) ?? null
    return this.knownView ?? undefined
  }

  private select<Value>(
    selector: (state: EntityState, kind: string, name: string, key: RecordKey | undefined) => Value,
  ): Value {
    const { store, kind, name, key, state = store.getState() } = this
    return selector(state, kind, name, key)
  }
}

/** The read that a component needs that shows a record; null when it addresses none, or none yet. */
export function recordRead(
  store: EntityStore,
  location: RecordLocation,
  key: RecordKey | undefined,
): NeededRead | null {
  return new RecordSelection(store, location.kind, location.name, key, undefined).needs
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
  const location = recordLocation(kind, name)
  return {
    fields,
    waits: [recordAddress(location.entity, key)],
    get needs() {
      return recordRead(store, location, key)
    },
    read,
  }
}

/** Whether there is a record to speak of: an id, or an entity that needs none or may need none. */
function isAddressed(state: EntityState, kind: string, name: string, key: RecordKey | undefined): boolean {
  if (key !== undefined) return true
  const config = selectEntityConfig(state, kind, name)
  // The settings are the one built-in entity without ids, and known only when the server was asked.
  return config ? isKeyless(config) : kind === 'root' && name === 'site'
}
