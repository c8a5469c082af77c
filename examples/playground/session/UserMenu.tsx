import { Check, LogOut } from 'lucide-react'
import { useState } from 'react'
import { useDirtyEntityRecords } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { Menu, MenuItem } from '../ui/Menu'
import { useNotify } from '../ui/Notices'
import { errorText } from '../errorText'
import { knownUsers, type KnownUser } from './knownUsers'
import { withArticle } from './roles'
import { signInWithPassword, type Session } from './session'
import { useSession } from './SessionContext'

/** Somewhere to go from here that leaves the store behind. */
interface Leaving {
  question: string
  label: string
  leave: () => Promise<Session | null>
}

/** Who is signed in; a menu to become somebody else, and to sign out. */
export function UserMenu({ onSession }: { onSession: (session: Session | null) => void }) {
  useRenders('UserMenu')
  const { user, site, canSwitch, signOut } = useSession()
  const { dirty, isDirty } = useDirtyEntityRecords()
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const [isPending, setIsPending] = useState(false)
  const notify = useNotify()

  async function leave({ leave: go }: Leaving) {
    setLeaving(null)
    setIsPending(true)
    try {
      onSession(await go())
    } catch (error) {
      notify({ text: errorText(error), tone: 'danger' })
      setIsPending(false)
    }
  }

  function ask(next: Leaving) {
    if (isDirty) setLeaving(next)
    else void leave(next)
  }

  const become = ({ role, username, password }: KnownUser): Leaving => ({
    question: `Become ${withArticle(role)}?`,
    label: `Become ${withArticle(role)}`,
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
                onSelect={() => known.role !== user.role && ask(become(known))}
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
                ask({
                  question: 'Sign out?',
                  label: 'Sign out',
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
              <Button variant="danger" onClick={() => void leave(leaving)}>
                {leaving.label}
              </Button>
            </>
          }
        >
          <p>
            {dirty.length === 1
              ? `“${dirty[0]?.title}” has unsaved changes, which are`
              : `${dirty.length} records have unsaved changes, which are`}{' '}
            lost: a store belongs to one user, and nothing of it is left for the next.
          </p>
        </Dialog>
      )}
    </>
  )
}
