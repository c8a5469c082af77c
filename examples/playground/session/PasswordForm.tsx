import { useState, type FormEvent } from 'react'
import { Button } from '../ui/Button'
import { Checkbox, Select, TextField } from '../ui/Field'
import { roles, type Role } from './roles'
import { signInWithApplicationPassword, signInWithPassword, type Session } from './session'

interface PasswordFormProps {
  isPending: boolean
  onEnter: (username: string, enter: () => Promise<Session>) => void
}

/** The other way in: by a password that one types, of either kind. */
export function PasswordForm({ isPending, onEnter }: PasswordFormProps) {
  const [role, setRole] = useState<Role>('administrator')
  const [password, setPassword] = useState('')
  const [isApplication, setIsApplication] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    const enter = isApplication ? signInWithApplicationPassword : signInWithPassword
    onEnter(role, () => enter(role, password))
  }

  return (
    <details className="with-password">
      <summary>Sign in with a password</summary>
      <form onSubmit={submit}>
        <Select label="Sign in as" value={role} onChange={(event) => setRole(event.target.value as Role)}>
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
              Use an application password <span className="quiet">(npm start -- --passwords shows them)</span>
            </>
          }
          checked={isApplication}
          onChange={(event) => setIsApplication(event.target.checked)}
        />
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Signing in …' : 'Sign in'}
        </Button>
      </form>
    </details>
  )
}
