import { selectUnsavedRecords } from 'copydesk/durable'
import { useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { useDraftCount } from '../pageDrafts'
import { Button } from '../ui/Button'

/** How much is unsaved, wherever it is; leads to the list of it. */
export function UnsavedButton({ onOpen }: { onOpen: () => void }) {
  useRenders('UnsavedButton')
  // What was saved and waits to be sent is not among them.
  const unsaved = useEntitySelector((state) => selectUnsavedRecords(state).length)
  const drafts = useDraftCount()
  const count = unsaved + drafts
  if (count === 0) return null
  return (
    <Button
      size="small"
      className="unsaved-count"
      aria-label={`${count} unsaved`}
      title="Show what is unsaved"
      onClick={onOpen}
    >
      {count} <span className="not-on-phone">unsaved</span>
    </Button>
  )
}
