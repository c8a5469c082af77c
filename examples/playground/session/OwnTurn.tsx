import { useState, type ReactNode } from 'react'
import { selectUnsavedRecords } from 'copydesk/durable'
import { useDurability } from 'copydesk/durable/react'
import { useEntitySelector, useLeaveGuard } from 'copydesk/react'
import { Button } from '../ui/Button'
import { ErrorState } from '../ui/ErrorState'
import { knownUsers } from './knownUsers'
import { useTurnElsewhere } from './otherTabs'
import { signInAgain, type Session } from './session'
import { useSession } from './SessionContext'
import { SignInCard } from './SignInCard'

interface OwnTurnProps {
  onSession: (session: Session | null) => void
  children: ReactNode
}

/**
 * The page, as long as its user is the one who is signed in. Where another tab has signed them out, or somebody else in,
 * nothing of them is shown, and nothing is written in the name of the other; what they have not saved waits for them here.
 */
export function OwnTurn({ onSession, children }: OwnTurnProps) {
  const session = useSession()
  const { person, takeBack } = useTurnElsewhere(session)
  if (person === undefined) return children
  return (
    <Away
      session={session}
      reason={
        person ? `${person.name} signed in on this device, in another tab.` : 'You signed out in another tab.'
      }
      onBack={(next) => {
        takeBack()
        if (next !== session) onSession(next)
      }}
      onLeave={() => onSession(null)}
    />
  )
}

interface AwayProps {
  session: Session
  reason: string
  onBack: (session: Session) => void
  onLeave: () => void
}

/** In place of the page: why, what is unsaved, and the way back. */
function Away({ session, reason, onBack, onLeave }: AwayProps) {
  const { user } = session
  const unsaved = useEntitySelector((state) => selectUnsavedRecords(state).length)
  const { storage } = useDurability()
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const known = knownUsers.find(({ name }) => name === user.name)
  const isKept = storage === 'on'
  useLeaveGuard({ when: unsaved > 0 && !isKept })

  async function goOn(username: string, password: string) {
    setIsPending(true)
    setError(null)
    try {
      onBack(await signInAgain(session, username, password))
    } catch (thrown) {
      setError(thrown)
      setIsPending(false)
    }
  }

  return (
    <SignInCard>
      <p role="alert">{reason}</p>
      <p className="quiet">
        {unsaved === 0
          ? 'Nothing here is unsaved.'
          : `${unsaved === 1 ? 'One record has' : `${unsaved} records have`} unsaved changes of ${user.name} in this tab. They are shown to nobody else, and ${isKept ? 'kept on this device.' : 'gone when this tab is closed.'}`}
      </p>
      <div className="row-of">
        {known && (
          <Button
            variant="primary"
            autoFocus
            disabled={isPending}
            onClick={() => void goOn(known.username, known.password)}
          >
            {isPending ? 'Signing in …' : `Go on as ${user.name}`}
          </Button>
        )}
        <Button disabled={isPending} onClick={onLeave}>
          {unsaved > 0 && !isKept ? 'Discard them and leave' : 'Leave'}
        </Button>
      </div>
      <ErrorState error={error} />
    </SignInCard>
  )
}
