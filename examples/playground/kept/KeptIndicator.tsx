import { useRenders } from 'copydesk/devtools'
import { CloudOff, CloudUpload, HardDrive, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useKept, type Kept } from './useKept'
import './kept.css'

interface KeptIndicatorProps {
  /** Shows what it is about. */
  onOpen: (state: Kept['state']) => void
}

/** A quiet word in the header on what is not on the site yet: it says nothing where there is nothing to say. */
export function KeptIndicator({ onOpen }: KeptIndicatorProps) {
  useRenders('KeptIndicator')
  const { state, count } = useKept()
  const { icon: Icon, text, title } = looks[state](count)
  const told = useTold(state, text)
  return (
    <>
      {state !== 'idle' && (
        <button
          type="button"
          className="button kept-mark"
          data-variant="plain"
          data-size="small"
          data-state={state}
          aria-label={text}
          title={title}
          onClick={() => onOpen(state)}
        >
          <Icon aria-hidden />
          <span className="kept-text">{text}</span>
        </button>
      )}
      {/* What is typed is kept all the time, of which nobody wants to hear. */}
      <span className="hidden" aria-live="polite">
        {told}
      </span>
    </>
  )
}

/** What is said aloud: what is not on the site, and once that is over, that it is. */
function useTold(state: Kept['state'], text: string): string {
  const isQuiet = state === 'idle' || state === 'kept'
  const [before, setBefore] = useState<Kept['state'] | null>(null)
  if (!isQuiet && before !== state) setBefore(state)
  if (!isQuiet) return text
  return before === null ? '' : endings[before]
}

const endings: Readonly<Record<Kept['state'], string>> = {
  idle: '',
  kept: '',
  notKept: 'Kept on this device again',
  waiting: 'Sent: nothing waits any more',
  offline: 'Online again, and nothing waits to be sent',
  held: 'Nothing is left that was not sent',
  conflict: 'Nothing is left to choose',
}

interface Look {
  icon: LucideIcon
  text: string
  /** What it means. */
  title: string
}

const looks: Record<Kept['state'], (count: number) => Look> = {
  idle: () => ({ icon: HardDrive, text: '', title: '' }),
  kept: () => ({
    icon: HardDrive,
    text: 'Kept on this device',
    title: 'What you wrote is kept on this device, also if the browser is closed. It is not on the site yet.',
  }),
  notKept: () => ({
    icon: TriangleAlert,
    text: 'Not kept on this device',
    title: 'This browser keeps nothing on this device: save before you leave the page.',
  }),
  waiting: (count) => ({
    icon: CloudUpload,
    text: `Waiting to be sent: ${count}`,
    title: 'What you saved is kept on this device, and is being sent to the site.',
  }),
  offline: (count) => ({
    icon: CloudOff,
    text: count > 0 ? `Offline, waiting to be sent: ${count}` : 'Offline',
    title: 'There is no network. What you save is kept on this device, and is sent when there is one.',
  }),
  held: (count) => ({
    icon: TriangleAlert,
    text: `Not sent: ${count}`,
    title: 'The site did not take what you saved. Nothing is lost: see why.',
  }),
  conflict: (count) => ({
    icon: TriangleAlert,
    text: count > 1 ? `Conflicts: ${count}` : 'Conflict',
    title: 'Somebody else changed or deleted the same thing. Nothing was replaced: choose what counts.',
  }),
}
