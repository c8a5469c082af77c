import { useState, type FormEvent } from 'react'
import { Dialog } from '../ui/Dialog'
import { Field } from '../ui/Field'
import { fromInput, toInput } from '../ui/texts'

interface ScheduleDialogProps {
  onClose: () => void
  /** Called with the moment, in UTC. */
  onSchedule: (gmt: string) => void
}

/** Asks when a post shall appear: in the person's own time, which is sent as UTC. */
export function ScheduleDialog({ onClose, onSchedule }: ScheduleDialogProps) {
  const [date, setDate] = useState(tomorrowMorning)
  const [now] = useState(() => toInput(new Date().toISOString()))

  function submit(event: FormEvent) {
    event.preventDefault()
    onSchedule(fromInput(date))
  }

  return (
    <Dialog title="Schedule" onClose={onClose}>
      <form onSubmit={submit} className="stack">
        <Field label="Appears at" hint={`Your time (${Intl.DateTimeFormat().resolvedOptions().timeZone}).`}>
          {(props) => (
            <input
              {...props}
              type="datetime-local"
              required
              min={now}
              value={date}
              onChange={({ target }) => setDate(target.value)}
            />
          )}
        </Field>
        <footer>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button className="primary">Schedule</button>
        </footer>
      </form>
    </Dialog>
  )
}

function tomorrowMorning(): string {
  const morning = new Date(Date.now() + 86_400_000)
  morning.setHours(8, 0, 0, 0)
  return toInput(morning.toISOString())
}
