import { useState, type FormEvent } from 'react'
import { ErrorState } from '../ui/ErrorState'
import { passwordOf, roles, type Role } from './roles'
import { signInWithApplicationPassword, signInWithPassword, type Session } from './session'
import { Button } from '../ui/Button'
import './signIn.css'
import { Checkbox, Select, TextField } from '../ui/Field'

/** The first page: who do you want to be? */
export function SignIn({ onSignIn }: { onSignIn: (session: Session) => void }) {
  const [role, setRole] = useState<Role>('administrator')
  const [password, setPassword] = useState(passwordOf('administrator'))
  const [isApplication, setIsApplication] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isPending, setIsPending] = useState(false)

  async function signIn(event: FormEvent) {
    event.preventDefault()
    setIsPending(true)
    setError(null)
    try {
      const enter = isApplication ? signInWithApplicationPassword : signInWithPassword
      onSignIn(await enter(role, password))
    } catch (thrown) {
      setError(thrown)
      setIsPending(false)
    }
  }

  function chooseRole(next: Role) {
    setRole(next)
    if (!isApplication) setPassword(passwordOf(next))
  }

  function chooseWay(next: boolean) {
    setIsApplication(next)
    setPassword(next ? '' : passwordOf(role))
    setError(null)
  }

  return (
    <main className="sign-in">
      <form className="card" onSubmit={(event) => void signIn(event)}>
        <h1>Copydesk</h1>
        <p className="quiet">
          A small editor on a real WordPress, which runs in the process that you started and forgets
          everything when it ends.
        </p>
        <Select label="Sign in as" value={role} onChange={(event) => chooseRole(event.target.value as Role)}>
          {roles.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <TextField
          label={isApplication ? 'Application password' : 'Password'}
          type="password"
          value={password}
          required
          autoComplete="off"
          onChange={(event) => setPassword(event.target.value)}
        />
        <Checkbox
          label={
            <>
              Use an application password <span className="quiet">(the terminal shows them)</span>
            </>
          }
          checked={isApplication}
          onChange={(event) => chooseWay(event.target.checked)}
        />
        <Button variant="primary" type="submit" disabled={isPending}>
          {isPending ? 'Signing in …' : 'Sign in'}
        </Button>
        <ErrorState error={error} />
      </form>
    </main>
  )
}
