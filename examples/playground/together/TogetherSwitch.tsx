import { Users } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '../session/session'
import { useSession } from '../session/SessionContext'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { ErrorState } from '../ui/ErrorState'
import { Select } from '../ui/Field'
import { IconButton } from '../ui/IconButton'
import { rememberChoice, transportTexts, type TransportName } from './choice'

interface TogetherSwitchProps {
  onSession: (session: Session) => void
}

/** Turns working together on and off, and chooses by what. */
export function TogetherSwitch({ onSession }: TogetherSwitchProps) {
  const { together, isReopened } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        label="Work together"
        icon={Users}
        aria-pressed={together !== null}
        // The page is made anew with the session, and the focus was here.
        autoFocus={isReopened}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <TogetherDialog onSession={onSession} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function TogetherDialog({ onSession, onClose }: TogetherSwitchProps & { onClose: () => void }) {
  const { together, transports, reopen } = useSession()
  const [isOn, setIsOn] = useState(together !== null)
  const [transport, setTransport] = useState<TransportName>(together?.transport ?? 'polling')
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>()

  async function apply() {
    const choice = isOn ? transport : null
    if (choice === (together?.transport ?? null)) return onClose()
    setIsPending(true)
    setError(undefined)
    try {
      const session = await reopen(choice)
      rememberChoice(choice)
      onSession(session)
    } catch (failure) {
      setError(failure)
      setIsPending(false)
    }
  }

  return (
    <Dialog
      title="Work together"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={isPending} onClick={() => void apply()}>
            Apply
          </Button>
        </>
      }
    >
      <p>
        Whoever has the same document open sees what you write while you write it, and you see theirs. Undo
        takes back only what you did. It is an experiment.
      </p>
      <label className="choice">
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          onChange={({ target }) => setIsOn(target.checked)}
        />
        <span>Work together</span>
      </label>
      <Select
        label="Connection"
        value={transport}
        disabled={!isOn}
        hint={transportTexts[transport].hint}
        onChange={({ target }) => setTransport(target.value as TransportName)}
      >
        {transports.map((name) => (
          <option key={name} value={name}>
            {transportTexts[name].label}
          </option>
        ))}
      </Select>
      <ErrorState error={error} />
    </Dialog>
  )
}
