import { useState } from 'react'
import { Dialog } from '../ui/Dialog'
import { Field } from '../ui/Field'
import { toInput } from '../ui/texts'

export interface ScheduleDialogProps {
  clock?: typeof ownClock | undefined
  onClose: () => void
  onSchedule: (date: string) => void
}

/** What it is now, and what is offered, as of an `<input type="datetime-local">`, and whose time that is. */
const ownClock = {
  now: () => toInput(new Date().toISOString()),
  tomorrow: () => {
    const morning = new Date(Date.now() + 86_400_000)
    morning.setHours(8, 0, 0, 0)
    return toInput(morning.toISOString())
  },
  hint: `Your time (${Intl.DateTimeFormat().resolvedOptions().timeZone}).`,
}

/** Asks when a post shall appear: in the person's own time, unless told otherwise. */
export function ScheduleDialog({ clock = ownClock, onClose, onSchedule }: ScheduleDialogProps) {
  const [date, setDate] = useState(clock.tomorrow)
  const [now] = useState(clock.now)
  const isAhead = date > now

  return (
    <Dialog title="Schedule" onClose={onClose}>
      <form onSubmit={(event) => (event.preventDefault(), onSchedule(date))} className="stack">
        <Field label="Appears at" hint={isAhead ? clock.hint : 'Choose a time in the future.'}>
          {(props) => (
            <input
              {...props}
              type="datetime-local"
              value={date}
              onChange={({ target }) => setDate(target.value)}
            />
          )}
        </Field>
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button className="primary" disabled={!isAhead}>
            Schedule
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
