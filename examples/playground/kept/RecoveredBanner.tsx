import { useState } from 'react'
import { useRecoveredEdits } from 'copydesk/durable/react'
import { useRenders } from 'copydesk/devtools'
import { longDate } from '../dates'
import { Button } from '../ui/Button'
import { recoveredName } from './RecoveredPanel'

/** Says what was left unsaved when a page ended, until it is looked through or put off; a modal question it is not. */
export function RecoveredBanner({ onOpen }: { onOpen: () => void }) {
  useRenders('RecoveredBanner')
  const { recovered } = useRecoveredEdits()
  const [putOff, setPutOff] = useState(0)
  const [newest] = recovered
  if (!newest || recovered.length <= putOff) return null
  const { editedAt } = newest
  const others = recovered.length - 1
  return (
    <section className="banner recovered-banner" aria-label="Left unsaved">
      <p>
        “{recoveredName(newest)}” {others === 0 ? 'has' : `and ${others} more have`} changes that were not
        saved
        {editedAt && `, last on ${longDate(editedAt)}`}. They are kept on this device.
      </p>
      <div className="row-of">
        <Button size="small" onClick={onOpen}>
          Look through {others === 0 ? 'them' : 'all'}
        </Button>
        <Button size="small" variant="plain" onClick={() => setPutOff(recovered.length)}>
          Later
        </Button>
      </div>
    </section>
  )
}
