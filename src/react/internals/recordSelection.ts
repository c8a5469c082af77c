import { isKeyless } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import { scope, type RecordKey, type ResolutionKey, type StaleScope } from '../../core/keys'
import type { RecordData } from '../../core/plain'
import { isLocalId } from '../../core/localId'
import { normalizeQuery, type NormalizedQuery, type QueryInput } from '../../core/query'
import { deleteEntityRecord } from '../../deleting/deleteEntityRecord'
import { selectDeleteError, selectIsDeleting } from '../../deleting/selectors'
import { editEntityRecord, type EditOptions } from '../../edits/editEntityRecord'
import { selectEditedEntityRecord, selectHasEdits, selectNonTransientEdits } from '../../edits/selectors'
import {
  fetchEntityRecord,
  readOne,
  recordResolutionKey,
  recordScopes,
  selectRecordSeq,
} from '../../entities/fetchEntityRecord'
import { configIn, recordLocation, type RecordLocation } from '../../entities/recordLocation'
import { currentId } from '../../entities/aliases'
import { selectEntityRecord } from '../../entities/selectors'
import type { Context } from '../../records/inference/context'
import type { EditRecipe } from '../../records/inference/inference'
import { selectInvalidatedSeq, selectStoredResolution } from '../../resolution/selectors'
import { saveEditedEntityRecord } from '../../saving/saveEntityRecord'
import { selectIsSaving, selectSaveError } from '../../saving/selectors'
import type { WriteOptions } from '../../saving/writeLock'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import type { FreshReadOptions, NeededRead } from './neededRead'
import type { Selection } from './selectionView'
import type { Wait } from '../../store/subscriptions/keyedSubscriptions'
import { idleStatus, readStatus, statusFields, type ReadStatus } from './status'

type ContextQuery = { readonly context: Context } | undefined

function queryOf(context: Context | undefined): ContextQuery {
  return context && { context }
}

/** Which record of which store is meant, and what can be done with it. */
export class RecordAddress {
  readonly location: RecordLocation
  readonly query: ContextQuery
  readonly asked: NormalizedQuery
  readonly resolution: ResolutionKey
  private madeFunctions: ReturnType<typeof recordFunctions> | undefined

  constructor(
    readonly store: EntityStore,
    readonly kind: string,
    readonly name: string,
    readonly key: RecordKey | undefined,
    context: Context | undefined,
  ) {
    this.location = recordLocation(kind, name)
    this.query = queryOf(context)
    this.asked = normalizeQuery(this.query)
    this.resolution = recordResolutionKey(this.location, key, this.asked)
  }

  /** Made when somebody first looks at one, and the same from then on. */
  get functions() {
    const { store, kind, name, key, query } = this
    return (this.madeFunctions ??= recordFunctions(store, kind, name, key, query))
  }
}

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
export class RecordSelection implements Selection<RecordFields> {
  constructor(
    readonly address: RecordAddress,
    readonly isEnabled: boolean,
    readonly staleTime: number | undefined,
  ) {}

  get functions() {
    return this.address.functions
  }

  get waits(): readonly Wait[] {
    const { location, key, resolution } = this.address
    return [[scope.record(location.entity), key ?? ''], [scope.config], [scope.resolution, resolution]]
  }

  get fields() {
    return recordFields
  }

  get needs() {
    const { store, kind, name, key } = this.address
    const isNeeded = this.isEnabled && isAddressed(store.getState(), kind, name, key)
    return isNeeded ? new NeededRecord(this.address, this.staleTime) : null
  }

  read(state: EntityState): RecordFields {
    return new RecordFields(this.address, this.isEnabled, state)
  }
}

/** What a state says of a record, each field read when it is looked at. */
class RecordFields implements ReadStatus {
  private readonly isShown: boolean
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
    return this.isShown ? (selectEntityRecord(state, kind, name, key, query) ?? null) : null
  }

  get editedRecord() {
    return this.isShown ? this.select(selectEditedEntityRecord) : undefined
  }

  get edits() {
    return this.isShown ? this.select(selectNonTransientEdits) : noEdits
  }

  get hasEdits() {
    return this.isShown && this.select(selectHasEdits)
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

  private select<Value>(
    selector: (state: EntityState, kind: string, name: string, key: RecordKey | undefined) => Value,
  ): Value {
    const { kind, name, key } = this.address
    return selector(this.state, kind, name, key)
  }

  private readStatus(): ReadStatus {
    return (this.knownStatus ??= this.isShown
      ? readStatus(this.state, this.address.resolution, this.record !== null)
      : idleStatus)
  }
}

/** What a component that shows a record waits for. */
export function recordWaits({ entity }: RecordLocation, key: RecordKey | undefined): readonly Wait[] {
  return [[scope.record(entity), key ?? ''], [scope.config]]
}

/** The read that a component needs that shows a record; null when it addresses none, or none yet. */
export function recordRead(
  store: EntityStore,
  location: RecordLocation,
  key: RecordKey | undefined,
): NeededRead | null {
  const address = new RecordAddress(store, location.kind, location.name, key, undefined)
  return isAddressed(store.getState(), location.kind, location.name, key)
    ? new NeededRecord(address, undefined)
    : null
}

class NeededRecord implements NeededRead {
  private knownScopes: readonly StaleScope[] | undefined

  constructor(
    private readonly address: RecordAddress,
    readonly staleTime: number | undefined,
  ) {}

  get scopes() {
    const { store, location, key } = this.address
    const current = currentId(store.getState(), key)
    // One that the server does not know yet gets another id.
    if (isLocalId(key)) return recordScopes(location.entity, location.scopes, current)
    return (this.knownScopes ??= recordScopes(location.entity, location.scopes, current))
  }

  fetch(options: FreshReadOptions) {
    const { store, location, key, query } = this.address
    return store.dispatch(readOne(location, key, query, options))
  }

  /** Whether the record is known by an answer that nothing has made stale, and its last read did not fail. */
  isKnown(state: EntityState): boolean {
    const { location, key, asked, resolution } = this.address
    const seq = selectRecordSeq(state, configIn(state, location), key, asked)
    // Mostly nothing has gone stale yet: then the scopes need not be named.
    const invalidatedSeq =
      state.resolution.invalidatedSeqs.size > 0 ? selectInvalidatedSeq(state, this.scopes) : 0
    if (seq <= invalidatedSeq) return false
    return selectStoredResolution(state, resolution)?.status !== 'error'
  }
}

/** Whether there is a record to speak of: an id, or an entity that needs none or may need none. */
function isAddressed(state: EntityState, kind: string, name: string, key: RecordKey | undefined): boolean {
  if (key !== undefined) return true
  const config = selectEntityConfig(state, kind, name)
  // The settings are the one built-in entity without ids, and known only when the server was asked.
  return config ? isKeyless(config) : kind === 'root' && name === 'site'
}

function recordFunctions(
  { dispatch }: EntityStore,
  kind: string,
  name: string,
  key: RecordKey | undefined,
  query: ContextQuery,
) {
  return {
    edit: (edits: RecordData | EditRecipe<string, string>, options?: EditOptions) => {
      dispatch(editEntityRecord<string, string>(kind, name, key, edits, options))
    },
    save: (options?: WriteOptions) =>
      dispatch(saveEditedEntityRecord(kind, name, key, { throwOnError: true, ...options })),
    remove: (parameters?: QueryInput, options?: WriteOptions) =>
      dispatch(deleteEntityRecord(kind, name, key ?? '', parameters, { throwOnError: true, ...options })),
    refetch: () => dispatch(fetchEntityRecord(kind, name, key, query, { force: true })),
  }
}
