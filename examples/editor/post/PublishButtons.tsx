import { useState, type ReactNode } from 'react'
import { Button } from '../ui/Button'
import { ScheduleDialog, type ScheduleDialogProps } from './ScheduleDialog'

interface Publication {
  /** The status as the site has it, and as it would be saved. */
  saved: string
  edited: string
  mayPublish: boolean
  /** Whether its date lies in the future. */
  isAhead: boolean
}

interface PublishButtonsProps extends Publication {
  canSave: boolean
  isBusy: boolean
  onSave: () => unknown
  /** Saves it with another status, and with a date as of an `<input type="datetime-local">`. */
  onBecome: (status: string, date?: string) => unknown
  /** Asks for a date. */
  ask?: (props: ScheduleDialogProps) => ReactNode
}

export const isPublic = (status: string) => ['publish', 'private', 'future'].includes(status)

/** What a save is called, and what is to be done next besides, with the status that it has then. */
export function stepsOf({ saved, edited, mayPublish, isAhead }: Publication) {
  const publish = isAhead ? 'Schedule' : 'Publish'
  const save = !isPublic(edited) ? 'Save' : isPublic(saved) ? 'Update' : publish
  if (isPublic(saved) || isPublic(edited)) return { save }
  if (mayPublish) return { save, next: { label: publish, status: 'publish' } }
  return edited === 'pending' ? { save } : { save, next: { label: 'Submit for review', status: 'pending' } }
}

/** What can be done with a post now, in buttons that say it. */
export function PublishButtons(props: PublishButtonsProps) {
  const { canSave, isBusy, onSave, onBecome, ask = byOwnClock, ...known } = props
  const { save, next } = stepsOf(known)
  const [isScheduling, setIsScheduling] = useState(false)
  return (
    <>
      {/* Who publishes by the keyboard stays on the main button, whatever it says then. */}
      <Button
        key={next ? 'save' : 'main'}
        className={next ? undefined : 'primary'}
        disabled={!canSave || isBusy}
        onClick={onSave}
      >
        {save}
      </Button>
      {next && known.mayPublish && (
        <Button disabled={isBusy} onClick={() => setIsScheduling(true)}>
          Schedule…
        </Button>
      )}
      {next && (
        <Button key="main" className="primary" disabled={isBusy} onClick={() => onBecome(next.status)}>
          {next.label}
        </Button>
      )}
      {isScheduling &&
        ask({
          onClose: () => setIsScheduling(false),
          onSchedule: (date) => (setIsScheduling(false), onBecome('publish', date)),
        })}
    </>
  )
}

const byOwnClock = (props: ScheduleDialogProps) => <ScheduleDialog {...props} />
