import { isKeyless } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import type { Address } from '../../core/address'
import { scope, type RecordKey, type ResolutionKey } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import type { NormalizedQuery } from '../../core/query'
import { selectDeleteError, selectIsDeleting } from '../../deleting/selectors'
import { editedOf, editsToSaveOf, selectEditedView, type EditedView } from '../../edits/selectors'
import { entityRecord } from '../../entities/fetchEntityRecord'
import { recordAddress, recordResolutionKey, selectRecordSeq } from '../../entities/recordFacts'
import { configIn, queryAt, recordLocation, type RecordLocation } from '../../entities/recordLocation'
import { currentId } from '../../entities/aliases'
import { answerOf, answerSeq, selectEntityRecord } from '../../entities/selectors'
import type { Context } from '../../records/inference/context'
import { selectHasFailures, selectStaleSeq, selectStoredResolution } from '../../resolution/selectors'
import { selectIsSaving, selectSaveError } from '../../saving/selectors'
import { fetchRead } from '../../resolution/runRead'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import type { FreshReadOptions, NeededRead } from './neededRead'
import { recordFunctions, type ContextQuery } from './recordFunctions'
import { SelectionView, type Selection } from './selectionView'
import type { ProvidedStore } from '../provider/EntityStoreProvider'
import type { Wait } from '../../store/subscriptions/keyedSubscriptions'
import { idleStatus, readStatus, statusFields, type ReadStatus } from './status'

/** Which record of which store is meant, and what can be done with it. */
export class RecordAddress {
  readonly location: RecordLocation
  readonly query: ContextQuery
  readonly asked: NormalizedQuery
  private knownResolution: ResolutionKey | undefined
  private madeFunctions: ReturnType<typeof recordFunctions> | undefined
  private madeView: RecordView | undefined

  constructor(
    readonly store: EntityStore,
    readonly kind: string,
    readonly name: string,
    readonly key: RecordKey | undefined,
    context: Context | undefined,
  ) {
    this.location = recordLocation(kind, name)
    this.query = context && { context }
    this.asked = queryAt(store.getState(), this.location, this.query)
  }

  /** What names the read of the record; made when somebody first asks for it. */
  get resolution(): ResolutionKey {
    return (this.knownResolution ??= recordResolutionKey(this.location, this.key, this.asked))
  }

  /** Made when somebody first looks at one, and the same from then on. */
  get functions() {
    const { store, kind, name, key, query } = this
    return (this.madeFunctions ??= recordFunctions(store, kind, name, key, query))
  }

  /** What a component shows of the record; the same view for as long as it is shown in the same way. */
  view(provided: ProvidedStore, isEnabled: boolean, staleTime: number | undefined): RecordView {
    const known = this.madeView
    if (known?.provided === provided && known.selection.isShownAs(isEnabled, staleTime)) return known
    return (this.madeView = new SelectionView(provided, new RecordSelection(this, isEnabled, staleTime)))
  }
}

type RecordView = SelectionView<RecordFields, object, RecordSelection>

const noEdits = {}
const recordFields: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...statusFields,
  'record',
  'editedRecord',
  'edits',
  'hasEdits',
  'isSaving',
  'saveError',
  'isDeleting',
  'deleteError',
])

// A class, and so is what it reads: thousands of components have one each, and look at few of the fields.
class RecordSelection implements Selection<RecordFields>, NeededRead {
  private knownAbout: Address | undefined

  constructor(
    private readonly address: RecordAddress,
    private readonly isEnabled: boolean,
    readonly staleTime: number | undefined,
  ) {}

  isShownAs(isEnabled: boolean, staleTime: number | undefined): boolean {
    return this.isEnabled === isEnabled && this.staleTime === staleTime
  }

  get functions() {
    return this.address.functions
  }

  get waits(): readonly Wait[] {
    const { location, key, query } = this.address
    const waits = recordWaits(location, key)
    // Who shows another copy depends on the read of that one, whatever else it shows.
    return query ? [...waits, this.statusWait] : waits
  }

  get statusWait(): Wait {
    return [scope.resolution, this.address.resolution]
  }

  get fields() {
    return recordFields
  }

  get needs(): NeededRead | null {
    const { store, kind, name, key } = this.address
    return this.isEnabled && isAddressed(store.getState(), kind, name, key) ? this : null
  }

  read(state: EntityState): RecordFields {
    return new RecordFields(this.address, this.isEnabled, state)
  }

  get about() {
    const { store, location, key } = this.address
    const current = currentId(store.getState(), key)
    // One that the server does not know yet gets another id.
    if (isLocalId(key)) return recordAddress(location.entity, current)
    return (this.knownAbout ??= recordAddress(location.entity, current))
  }

  fetch(options: FreshReadOptions) {
    const { store, location, key, query } = this.address
    return store.dispatch(fetchRead(entityRecord, [location.kind, location.name, key, query], options))
  }

  /** Whether the record is known by an answer that nothing has made stale, and its last read did not fail. */
  isKnown(state: EntityState, shown?: object): boolean {
    const { location, key, asked, query } = this.address
    const isRead = shown instanceof RecordFields && query === undefined
    const seq = isRead ? shown.seq : selectRecordSeq(state, configIn(state, location), key, asked)
    // Mostly nothing has gone stale yet, and nothing failed: then neither the record nor the read need be named.
    const staleSeq = state.resolution.invalidatedSeqs.size > 0 ? selectStaleSeq(state, this.about) : 0
    return seq > staleSeq && !(selectHasFailures(state) && this.hasFailed(state))
  }

  private hasFailed(state: EntityState): boolean {
    return selectStoredResolution(state, this.address.resolution)?.status === 'error'
  }
}

/** What a state says of a record, each field read when it is looked at. */
class RecordFields implements ReadStatus {
  private readonly isShown: boolean
  private isLookedUp = false
  private knownView: EditedView | undefined
  private knownStatus: ReadStatus | undefined

  constructor(
    private readonly address: RecordAddress,
    isEnabled: boolean,
    private readonly state: EntityState,
  ) {
    this.isShown = isEnabled && isAddressed(state, address.kind, address.name, address.key)
  }

  get record() {
    const { state, address } = this
    const { kind, name, key, query } = address
    if (!this.isShown) return undefined
    const record = query
      ? selectEntityRecord(state, kind, name, key, query)
      : answerOf(this.view()?.received, null)
    return record
  }

  get editedRecord() {
    const view = this.isShown ? this.view() : undefined
    return view && editedOf(view)
  }

  get edits() {
    const view = this.isShown ? this.view() : undefined
    return (view && editsToSaveOf(view)) ?? noEdits
  }

  get hasEdits() {
    return this.edits !== noEdits
  }

  get isSaving() {
    return this.isShown && this.select(selectIsSaving)
  }

  get saveError() {
    return this.isShown ? this.select(selectSaveError) : undefined
  }

  get isDeleting() {
    return this.isShown && this.select(selectIsDeleting)
  }

  get deleteError() {
    return this.isShown ? this.select(selectDeleteError) : undefined
  }

  get status() {
    return this.readStatus().status
  }

  get error() {
    return this.readStatus().error
  }

  get isResolving() {
    return this.readStatus().isResolving
  }

  get isFetching() {
    return this.readStatus().isFetching
  }

  get hasStarted() {
    return this.readStatus().hasStarted
  }

  get hasResolved() {
    return this.readStatus().hasResolved
  }

  /** The sequence number of the answer that gave the record; -1 while it is not known by a read. */
  get seq() {
    return answerSeq(this.view()?.received, null)
  }

  /** Looked up once for all that is shown of it. */
  private view(): EditedView | undefined {
    if (!this.isLookedUp) {
      this.isLookedUp = true
      this.knownView = this.select(selectEditedView)
    }
    return this.knownView
  }

  private select<Value>(
    selector: (state: EntityState, kind: string, name: string, key: RecordKey | undefined) => Value,
  ): Value {
    const { kind, name, key } = this.address
    return selector(this.state, kind, name, key)
  }

  private readStatus(): ReadStatus {
    return (this.knownStatus ??= this.isShown
      ? readStatus(this.state, this.address.resolution, this.record !== undefined)
      : idleStatus)
  }
}

const forConfigs: Wait = [scope.config]

/** What a component that shows a record waits for. */
export function recordWaits({ entity }: RecordLocation, key: RecordKey | undefined): readonly Wait[] {
  return [[scope.record(entity), key ?? ''], forConfigs]
}

/** The read that a component needs that shows a record; null when it addresses none, or none yet. */
export function recordRead(
  store: EntityStore,
  location: RecordLocation,
  key: RecordKey | undefined,
): NeededRead | null {
  const address = new RecordAddress(store, location.kind, location.name, key, undefined)
  return new RecordSelection(address, true, undefined).needs
}

/** Whether there is a record to speak of: an id, or an entity that needs none or may need none. */
function isAddressed(state: EntityState, kind: string, name: string, key: RecordKey | undefined): boolean {
  if (key !== undefined) return true
  const config = selectEntityConfig(state, kind, name)
  // The settings are the one built-in entity without ids, and known only when the server was asked.
  return config ? isKeyless(config) : kind === 'root' && name === 'site'
}
