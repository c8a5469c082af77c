import { useState } from 'react'
import { ErrorState } from '../ui/ErrorState'
import { PasswordForm } from './PasswordForm'
import { goToStart } from './goToStart'
import { knownUsers } from './knownUsers'
import { rolePowers } from './roles'
import { signInWithPassword, type Session } from './session'
import { SignInCard } from './SignInCard'

/** The first page: who do you want to be? */
export function SignIn({ onSignIn }: { onSignIn: (session: Session) => void }) {
  const [error, setError] = useState<unknown>(null)
  /** The name of the user who is being signed in. */
  const [pending, setPending] = useState<string | null>(null)

  async function signIn(username: string, enter: () => Promise<Session>) {
    setPending(username)
    setError(null)
    try {
      const session = await enter()
      goToStart(session.user.role)
      onSignIn(session)
    } catch (thrown) {
      setError(thrown)
      setPending(null)
    }
  }

  return (
    <SignInCard>
      <p className="quiet">
        A small editor on a real WordPress, which runs in the process that you started and forgets everything
        when it ends. Who do you want to be?
      </p>
      <ul className="people" aria-label="People">
        {knownUsers.map(({ role, username, name, password }) => (
          <li key={role}>
            <button
              type="button"
              className="person"
              disabled={pending !== null}
              aria-busy={pending === username}
              onClick={() => void signIn(username, () => signInWithPassword(username, password))}
            >
              <strong>Continue as {name}</strong> <span className="badge">{role}</span>
              <span className="quiet">{rolePowers[role]}</span>
            </button>
          </li>
        ))}
      </ul>
      <ErrorState error={error} />
      <PasswordForm
        isPending={pending !== null}
        onEnter={(username, enter) => void signIn(username, enter)}
      />
    </SignInCard>
  )
}
