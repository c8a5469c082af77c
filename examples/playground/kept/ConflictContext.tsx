import type { RecordReference } from 'copydesk'
import { selectSaveConflict } from 'copydesk/durable'
import { useEntityStore } from 'copydesk/react'
import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import { ConflictDialog } from './ConflictDialog'

type Show = (record: RecordReference) => void

const ConflictContext = createContext<Show>(() => {})

/** Opens the dialog in which somebody chooses between theirs and others' changes of a record. */
export function useShowConflict(): Show {
  return use(ConflictContext)
}

/**
 * Opens the same dialog where a save of records has just met a conflict. For saves that a person asked for: a safety copy
 * that meets one interrupts nobody who types.
 */
export function useAskAbout(): (records: readonly RecordReference[]) => void {
  const show = useShowConflict()
  const { getState } = useEntityStore()
  return (records) => {
    const met = records.find(({ kind, name, key }) => selectSaveConflict(getState(), kind, name, key))
    if (met) show(met)
  }
}

/** Where that dialog stands: above all screens, as any of them may have met a conflict. */
export function ConflictProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<RecordReference | null>(null)
  const close = useCallback(() => setShown(null), [])
  return (
    <ConflictContext value={setShown}>
      {children}
      {shown && (
        <ConflictDialog key={`${shown.kind}/${shown.name}/${shown.key}`} record={shown} onClose={close} />
      )}
    </ConflictContext>
  )
}
