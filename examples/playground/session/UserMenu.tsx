import { Check, LogOut } from 'lucide-react'
import { useState } from 'react'
import { useDurability, useQueue, useRecoveredEdits } from 'copydesk/durable/react'
import { useDirtyEntityRecords } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { Menu, MenuItem } from '../ui/Menu'
import { useNotify } from '../ui/Notices'
import { errorText } from '../errorText'
import { goToStart } from './goToStart'
import { knownUsers, type KnownUser } from './knownUsers'
import { countUnsavedElsewhere } from './otherTabs'
import { withArticle } from './roles'
import { signInWithPassword, type Session } from './session'
import { useSession } from './SessionContext'

/** Somewhere to go from here that leaves the store behind. */
interface Leaving {
  question: string
  label: string
  /** Whether what is kept on this device goes with it. */
  forgets: boolean
  leave: () => Promise<Session | null>
}

/** Who is signed in; a menu to become somebody else, and to sign out. */
export function UserMenu({ onSession }: { onSession: (session: Session | null) => void }) {
  useRenders('UserMenu')
  const { user, site, canSwitch, signOut } = useSession()
  const { dirty, isDirty } = useDirtyEntityRecords()
  const { entries } = useQueue()
  const { recovered } = useRecoveredEdits()
  const { storage } = useDurability()
  const isKept = storage === 'on'
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const [elsewhere, setElsewhere] = useState(0)
  const [isPending, setIsPending] = useState(false)
  const notify = useNotify()

  async function leave({ leave: go }: Leaving) {
    setLeaving(null)
    setIsPending(true)
    try {
      const session = await go()
      if (session) goToStart(session.user.role)
      onSession(session)
    } catch (error) {
      notify({ text: errorText(error), tone: 'danger' })
      setIsPending(false)
    }
  }

  async function ask(next: Leaving) {
    const isForgotten = next.forgets && entries.length + recovered.length > 0
    const others = next.forgets ? await countUnsavedElsewhere(user) : 0
    setElsewhere(others)
    if (isDirty || isForgotten || others > 0) setLeaving(next)
    else void leave(next)
  }

  const become = ({ role, username, password }: KnownUser): Leaving => ({
    question: `Become ${withArticle(role)}?`,
    label: `Become ${withArticle(role)}`,
    forgets: false,
    leave: () => signInWithPassword(username, password),
  })

  return (
    <>
      <Menu
        label={`You are ${user.name}, ${user.role}`}
        button={
          <span className="who" aria-busy={isPending}>
            <span className="who-name truncate">{user.name}</span>{' '}
            <span className="quiet truncate">
              {user.role}
              {site !== null && ` on ${site}`}
            </span>
          </span>
        }
      >
        {canSwitch && (
          <>
            <p className="menu-label">See the site as</p>
            {knownUsers.map((known) => (
              <MenuItem
                key={known.role}
                icon={known.role === user.role ? Check : undefined}
                isChecked={known.role === user.role}
                onSelect={() => known.role !== user.role && void ask(become(known))}
              >
                {known.role}
              </MenuItem>
            ))}
          </>
        )}
        {signOut && (
          <>
            {canSwitch && <hr className="menu-divider" />}
            <MenuItem
              icon={LogOut}
              onSelect={() =>
                void ask({
                  question: 'Sign out?',
                  label: 'Sign out',
                  forgets: true,
                  leave: () => signOut().then(() => null),
                })
              }
            >
              Sign out
            </MenuItem>
          </>
        )}
      </Menu>
      {leaving && (
        <Dialog
          title={leaving.question}
          onClose={() => setLeaving(null)}
          actions={
            <>
              <Button onClick={() => setLeaving(null)}>Cancel</Button>
              <Button
                variant={leaving.forgets || !isKept ? 'danger' : 'primary'}
                onClick={() => void leave(leaving)}
              >
                {leaving.label}
              </Button>
            </>
          }
        >
          <LeavingText
            {...{ dirty, elsewhere, isKept, forgets: leaving.forgets }}
            waiting={entries.length}
            recovered={recovered.length}
          />
        </Dialog>
      )}
    </>
  )
}

interface LeavingTextProps {
  dirty: readonly { title: string }[]
  /** How many records other tabs have unsaved changes of. */
  elsewhere: number
  waiting: number
  recovered: number
  isKept: boolean
  forgets: boolean
}

/** What becomes of what is not on the site when somebody leaves. */
function LeavingText({ dirty, elsewhere, waiting, recovered, isKept, forgets }: LeavingTextProps) {
  const [first] = dirty
  const parts = [
    dirty.length === 1 && `unsaved changes to “${first?.title || 'a record'}”`,
    dirty.length > 1 && `unsaved changes to ${dirty.length} records`,
    waiting > 0 && `${waiting} ${waiting === 1 ? 'save that waits' : 'saves that wait'} to be sent`,
    recovered > 0 && `${recovered} ${recovered === 1 ? 'thing' : 'things'} that a page left unsaved`,
  ].filter(Boolean)
  const what = parts.join(', ')
  const withOthers = `Another tab has unsaved changes to ${elsewhere === 1 ? 'one record' : `${elsewhere} records`}: it shows them to nobody else, and has them until it is closed or you sign in again there.`
  if (forgets && parts.length === 0) return <p>{withOthers}</p>
  if (forgets) {
    return (
      <p>
        There are {what}. Signing out deletes {parts.length === 1 && dirty.length <= 1 ? 'that' : 'all of it'}{' '}
        from this device, so that nobody finds it here after you. {elsewhere > 0 && withOthers}
      </p>
    )
  }
  return isKept ? (
    <p>
      There are {what}. They are kept on this device for you alone, and are here again when you come back.
    </p>
  ) : (
    <p>There are {what}, which are lost: this browser keeps nothing on this device.</p>
  )
}
