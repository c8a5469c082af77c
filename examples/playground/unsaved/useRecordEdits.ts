import { useMemo } from 'react'
import {
  deleteEntityRecord,
  editEntityRecord,
  selectAutosave,
  selectEditedEntityRecord,
  selectEntityRecordEdits,
  selectNonTransientEdits,
  selectRawEntityRecord,
  type EditsOf,
  type EntityId,
} from 'copydesk'
import { isLocalId } from 'copydesk/durable'
import { useEntityDispatch, useEntitySelector, useEntityStore } from 'copydesk/react'
import { throwAway } from '../document/thrownAway'
import { readField } from '../readField'
import { useSession } from '../session/SessionContext'

/** One field with an unsaved change. */
export interface FieldEdit {
  /** Its name; with a dot for an entry of a field such as `meta.subtitle`. */
  field: string
  from: unknown
  to: unknown
}

/** A record's fields with unsaved changes, and ways to give them up, each a step that can be undone. */
export interface RecordEdits {
  /** Names only: cheap, for every key. */
  fields: readonly string[]
  /** The values, which take some work. */
  read: () => FieldEdit[]
  discard: (field: string) => void
  discardAll: () => void
}

const none: readonly string[] = []

export function useRecordEdits(kind: string, name: string, id: EntityId | undefined): RecordEdits {
  const edits = useEntitySelector((state) => selectNonTransientEdits(state, kind, name, id))
  const record = useEntitySelector((state) => selectEditedEntityRecord<string, string>(state, kind, name, id))
  const raw = useEntitySelector((state) => selectRawEntityRecord<string, string>(state, kind, name, id))
  const all = useEntitySelector((state) => selectEntityRecordEdits(state, kind, name, id))
  const dispatch = useEntityDispatch()
  const fields = useMemo(() => (edits ? fieldsOf(edits, raw ?? {}) : none), [edits, raw])
  const { user } = useSession()
  const { getState } = useEntityStore()
  const giveUp = () => {
    if (kind !== 'postType' || id === undefined) return
    throwAway(name, id, selectAutosave(getState(), name, id, user.id)?.modified_gmt)
  }
  const take = (changes: object) =>
    dispatch(editEntityRecord<string, string>(kind, name, id, changes as EditsOf<string, string>))
  return {
    fields,
    read: () => fields.map((field) => ({ field, from: valueAt(raw, field), to: valueAt(record, field) })),
    discard(field) {
      if (fields.length === 1) giveUp()
      const [parent = '', entry] = field.split('.')
      if (entry !== undefined) take({ [parent]: { [entry]: valueAt(raw, field) } })
      // The blocks are what the content comes to: one does not go without the other.
      else if (field === 'content') take({ content: undefined, blocks: undefined, selection: undefined })
      else take({ [field]: undefined })
    },
    discardAll() {
      if (isLocalId(id)) return void dispatch(deleteEntityRecord(kind, name, id as EntityId, { force: true }))
      giveUp()
      take(Object.fromEntries(Object.keys(all ?? {}).map((field) => [field, undefined])))
    },
  }
}

function fieldsOf(edits: object, raw: object): readonly string[] {
  return Object.entries(edits).flatMap(([field, value]) => {
    if (field !== 'meta') return [field]
    // Entries of the meta are changed and given up one by one.
    const entries = Object.keys((value as object | null) ?? {}).map((entry) => `meta.${entry}`)
    return entries.filter((entry) => valueAt(edits, entry) !== valueAt(raw, entry))
  })
}

function valueAt(record: object | undefined, path: string): unknown {
  const [field = '', entry] = path.split('.')
  const value = readField(record, field)
  return entry === undefined ? value : (value as Record<string, unknown> | undefined)?.[entry]
}
