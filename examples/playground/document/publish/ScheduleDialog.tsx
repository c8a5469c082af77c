import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { TextField } from '../../ui/Field'
import { isAhead, tomorrowMorning, type SiteClock } from '../../siteClock'

interface ScheduleDialogProps {
  clock: SiteClock
  /** When it was to appear so far. */
  date: string | null | undefined
  onSchedule: (date: string) => void
  onClose: () => void
}

/** Asks when a document is to appear: tomorrow morning, unless somebody chooses otherwise. */
export function ScheduleDialog({ clock, date, onSchedule, onClose }: ScheduleDialogProps) {
  const [chosen, setChosen] = useState(() =>
    (date && isAhead(clock, date) ? date : tomorrowMorning(clock)).slice(0, 16),
  )
  const isPossible = isAhead(clock, chosen)
  return (
    <Dialog title="Schedule" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (isPossible) onSchedule(`${chosen}:00`)
        }}
      >
        <TextField
          label="Publish on"
          type="datetime-local"
          value={chosen}
          autoFocus
          data-native-undo
          hint={isPossible ? 'By the clock of the site.' : 'Choose a time in the future.'}
          onChange={({ target }) => setChosen(target.value)}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={!isPossible}>
            Schedule
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
