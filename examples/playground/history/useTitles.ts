import { useMemo } from 'react'
import { selectEntityRecord, type EntityId, type EntityState, type UndoLevel } from 'copydesk'
import { isLocalId } from 'copydesk/durable'
import { useEntitySelector } from 'copydesk/react'
import { selectTitle } from '../unsaved/recordName'
import { useUnreadRecords, type NamedRecord } from '../unsaved/useUnreadRecords'

/** Reads what the records of these steps are called where that is not known, as after a reload, and renders once it is. */
export function useTitles(levels: readonly UndoLevel[]): void {
  const records = useMemo(() => recordsOf(levels), [levels])
  const unnamed = useEntitySelector((state) =>
    records
      .filter(({ kind, name, key }) => selectCalled(state, kind, name, key) === '')
      .map(addressOf)
      .join(' '),
  )
  useUnreadRecords(
    useMemo(() => {
      const asked = new Set(unnamed.split(' '))
      return records.filter((record) => asked.has(addressOf(record)))
    }, [records, unnamed]),
  )
}

/** What a record is called; `''` only where that is not known. */
export function selectCalled(
  state: EntityState,
  kind: string,
  name: string,
  id: EntityId | undefined,
): string {
  const title = selectTitle(state, kind, name, id)
  if (title !== '' || kind !== 'postType' || id === undefined) return title
  const isKnown = isLocalId(id) || selectEntityRecord(state, kind, name, id) !== undefined
  return isKnown ? 'No title' : ''
}

/** The records that the steps are of, each once. */
function recordsOf(levels: readonly UndoLevel[]): readonly NamedRecord[] {
  const found = new Map<string, NamedRecord>()
  for (const { kind, name, id } of levels.flat()) {
    if (id === undefined) continue
    const record = { kind, name, key: String(id), title: '' }
    found.set(addressOf(record), record)
  }
  return [...found.values()]
}

function addressOf({ kind, name, key }: NamedRecord): string {
  return `${kind}/${name}/${key}`
}
