import { useState, type FormEvent } from 'react'
import { createRestFetcher, errorText, RestError } from 'copydesk'
import { openDemoSite } from './demoSite'
import { openSession, type Session } from './session'
import { Field } from '../ui/Field'

/** The first page: a site, a name and an application password, or a site in memory to try the editor with. */
export function SignIn({ onSignIn }: { onSignIn: (session: Session) => void }) {
  const [problem, setProblem] = useState('')
  const [isPending, setIsPending] = useState(false)

  async function open(opening: Promise<Session>) {
    setIsPending(true)
    setProblem('')
    try {
      onSignIn(await opening)
    } catch (error) {
      const isRefused = error instanceof RestError && error.status === 401
      setProblem(isRefused ? 'The name or the password is wrong.' : errorText(error))
      setIsPending(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [site = '', username = '', password = ''] = ['site', 'username', 'password'].map((name) =>
      String(form.get(name)),
    )
    const root = new URL('wp-json/', site.endsWith('/') ? site : `${site}/`).href
    const connect = (typed: string) =>
      createRestFetcher({ root, authorization: { username, password: typed }, credentials: 'omit' })
    void open(openSession({ root, connect }, password))
  }

  return (
    <main className="sign-in">
      <h1>Copydesk</h1>
      <form onSubmit={submit} className="stack">
        <Field label="Address of the site">
          {(props) => <input {...props} name="site" type="url" required defaultValue={location.origin} />}
        </Field>
        <Field label="User name">
          {(props) => <input {...props} name="username" required autoComplete="username" />}
        </Field>
        <Field label="Application password" hint="In WordPress: Users → Profile → Application Passwords.">
          {(props) => (
            <input {...props} name="password" type="password" required autoComplete="current-password" />
          )}
        </Field>
        {problem && <p role="alert">{problem}</p>}
        <button className="primary" disabled={isPending}>
          {isPending ? 'Signing in…' : 'Sign in'}
        </button>
      </form>
      <button disabled={isPending} onClick={() => void open(openSession(openDemoSite(), ''))}>
        Try it on a site in memory
      </button>
    </main>
  )
}
