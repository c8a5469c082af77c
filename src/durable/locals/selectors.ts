import { weakMapMemoize } from 'reselect'
import type { EntityConfig } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import { entityKey, isMissingId, type EntityId, type EntityKey, type RecordKey } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { isRecord, own, type RecordData } from '../../core/plain'
import { eachRow, type Table } from '../../core/recordTable'
import { sliceOf } from '../../core/sliceOf'
import { evaluateLazyEdits, isStoredLazyEdit } from '../../edits/lazyEdit'
import { editedOf, editsOf, selectEditedView } from '../../edits/selectors'
import { titleOf } from '../../config/entityConfig'
import { isMerged } from '../../edits/fields'
import type { StoredEdits } from '../../edits/storedEdits'
import { currentId } from '../../entities/aliases'
import type { Aliases } from '../../entities/localRecord'
import type { EntityState } from '../../store/rootReducer'
import { refersTo } from './replaceIds'
import { valuesOf } from '../../edits/storedEdits'

/** A record that is not on the server yet. */
export interface DraftRecord {
  readonly id: EntityId
  /** Its title for people; `''` where it has none. */
  readonly title: string
  /** Its fields as edited, with the key. */
  readonly values: RecordData
  /** When it was made, as ISO text. */
  readonly createdAt: string
}

/** A field that refers to a draft. */
export interface DraftReference {
  readonly kind: string
  readonly name: string
  /** The id of the record that refers to it; undefined for an entity without ids. */
  readonly key: EntityId | undefined
  /** The field, such as `categories` or `meta.picture`. */
  readonly field: string
}

/**
 * The id that a record has now: the server's, once it has one, whichever of both is given; undefined for a local id that
 * nobody knows here.
 */
export function selectCurrentId(
  state: EntityState,
  kind: string,
  name: string,
  id: EntityId | undefined,
): EntityId | undefined {
  if (isMissingId(id)) return undefined
  const current = currentId(state, id)
  if (!isLocalId(current)) return current
  return own(state.entities.aliases, String(id))?.entity === entityKey(kind, name) ? current : undefined
}

/**
 * The id that a record was made under, which stays the same for its life in the page: the local one of a record that was
 * made here, else its own. A key for React that mounts no row anew when the server gives an id.
 */
export function selectOriginalId(
  state: EntityState,
  kind: string,
  name: string,
  id: EntityId | undefined,
): EntityId | undefined {
  if (isMissingId(id)) return undefined
  const { aliases } = sliceOf(state?.entities, state)
  const local = aliases && originals(aliases)[`${entityKey(kind, name)} ${id}`]
  return local === undefined ? id : idOf(local)
}

const originals = /* @__PURE__ */ weakMapMemoize((aliases: Aliases): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(aliases).map(([local, { entity, id }]) => [`${entity} ${id ?? local}`, local]),
  ),
)

/** A local id as it was given. */
export function idOf(local: string): EntityId {
  return local.startsWith('-') ? Number(local) : local
}

/** The records of an entity that are not on the server yet, newest first; the same array while they do not change. */
export function selectDrafts(state: EntityState, kind: string, name: string): readonly DraftRecord[] {
  const { aliases } = sliceOf(state?.entities, state)
  if (aliases === undefined) return noDrafts
  const entity = entityKey(kind, name)
  const keys = draftKeys(state.edits.records[entity] ?? noEdits, aliases, entity)
  return listOf(
    ...keys.flatMap((key) => {
      const view = selectEditedView(state, kind, name, key)
      const values = view && editedOf(view)
      const createdAt = own(aliases, key)?.createdAt
      return view && values && createdAt
        ? [draftOf(idOf(key), titleOf(view.config, values), values, createdAt)]
        : []
    }),
  )
}

const noEdits = {}
const noDrafts: readonly DraftRecord[] = []
const listOf = /* @__PURE__ */ weakMapMemoize((...drafts: DraftRecord[]): readonly DraftRecord[] => drafts)
const draftOf = /* @__PURE__ */ weakMapMemoize(
  (id: EntityId, title: string, values: RecordData, createdAt: string): DraftRecord => ({
    id,
    title,
    values,
    createdAt,
  }),
)

const draftKeys = /* @__PURE__ */ weakMapMemoize(
  (table: object, aliases: Aliases, entity: EntityKey): readonly RecordKey[] => {
    const rows: { readonly key: string; readonly since: number }[] = []
    eachRow(table === noEdits ? undefined : (table as Table<StoredEdits>), (row, key) => {
      const alias = own(aliases, key)
      if (alias?.entity === entity && alias.id === undefined) rows.push({ key, since: row.since })
    })
    return rows.sort((one, other) => other.since - one.since).map(({ key }) => key as RecordKey)
  },
)

/**
 * The edited fields that refer to a draft, by number or within their text, computed ones included; none for what is on the
 * server.
 */
export function selectReferences(
  state: EntityState,
  kind: string,
  name: string,
  id: EntityId,
): readonly DraftReference[] {
  const current = selectCurrentId(state, kind, name, id)
  if (!isLocalId(current)) return noReferences
  const { config, edits, entities } = state
  return referenceList(...referencesTo(edits, config, entities, String(current)))
}

const noReferences: readonly DraftReference[] = []
const referenceList = /* @__PURE__ */ weakMapMemoize(
  (...references: DraftReference[]): readonly DraftReference[] => references,
)
const referenceOf = /* @__PURE__ */ weakMapMemoize(
  (kind: string, name: string, key: EntityId | undefined, field: string): DraftReference => ({
    kind,
    name,
    key,
    field,
  }),
)

const referencesTo = /* @__PURE__ */ weakMapMemoize(
  (
    edits: EntityState['edits'],
    config: EntityState['config'],
    entities: EntityState['entities'],
    local: string,
  ): readonly DraftReference[] => {
    const references: DraftReference[] = []
    for (const table of Object.values(edits.records)) {
      eachRow(table, (row, key) => {
        const { kind, name, id } = row
        const values = valuesOf(row)
        const entity = selectEntityConfig({ config }, kind, name)
        // What it says of itself goes with it: its id, and the address of its file.
        if (key === local) return
        for (const field of Object.keys(values)) {
          const names = isStoredLazyEdit(values[field])
            ? refersTo(computedIn({ config, edits, entities }, row, field), local) && [field]
            : fieldsWith(entity, field, values[field], local)
          for (const one of names || []) references.push(referenceOf(kind, name, id, one))
        }
      })
    }
    return references
  },
)

/** A field, or its entries, where a value of it refers to a draft. */
function fieldsWith(
  entity: EntityConfig | undefined,
  field: string,
  value: unknown,
  local: string,
): readonly string[] {
  if (!refersTo(value, local)) return []
  if (!entity || !isMerged(entity, field) || !isRecord(value)) return [field]
  return Object.keys(value).flatMap((entry) => (refersTo(value[entry], local) ? [`${field}.${entry}`] : []))
}

/** What a computed field comes to; undefined where it can't be computed, which fails the save of its record as well. */
function computedIn(
  state: Pick<EntityState, 'config' | 'edits' | 'entities'>,
  { kind, name, id }: StoredEdits,
  field: string,
): unknown {
  const view = selectEditedView(state, kind, name, id)
  const edits = view && editsOf(view)
  try {
    return edits && evaluateLazyEdits({ [field]: own(edits, field) }, () => editedOf(view) ?? {})[field]
  } catch {
    return undefined
  }
}
