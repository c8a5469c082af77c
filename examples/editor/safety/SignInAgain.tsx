import { useState, useSyncExternalStore, type FormEvent } from 'react'
import { errorText, RestError } from 'copydesk'
import { useSession } from '../app/session'
import { Dialog } from '../ui/Dialog'
import { Field } from '../ui/Field'

/** Lies over the page when the session has ended: what is below goes on living, with all that was typed. */
export function SignInAgain() {
  const { user, signInAgain, subscribe, hasEnded } = useSession()
  const isOver = useSyncExternalStore(subscribe, hasEnded)
  const [isLater, setIsLater] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!isOver) return null

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    try {
      await signInAgain(String(password))
      setProblem(undefined)
    } catch (error) {
      const isKnown = error instanceof RestError
      setProblem(isKnown && error.status !== 401 ? errorText(error) : 'That is not the right password.')
    }
  }

  if (isLater)
    return (
      <div className="banner" role="alert">
        <span>You are signed out. What you write is kept on this device.</span>
        <button onClick={() => setIsLater(false)}>Sign in</button>
      </div>
    )
  return (
    <Dialog title="You are signed out" onClose={() => setIsLater(true)}>
      <p>What you wrote is still here. Sign in as {user.name} to save it.</p>
      <form onSubmit={(event) => void submit(event)} className="stack">
        <Field label="Application password" error={problem}>
          {(props) => (
            <input {...props} name="password" type="password" required autoComplete="current-password" />
          )}
        </Field>
        <footer>
          <button type="button" onClick={() => setIsLater(true)}>
            Later
          </button>
          <button className="primary">Sign in</button>
        </footer>
      </form>
    </Dialog>
  )
}
