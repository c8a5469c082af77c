import type { ReactNode } from 'react'
import { errorText, isSignedOut } from '../errorText'
import { Button } from './Button'

interface ErrorStateProps {
  error: unknown
  /** Tries again; what comes of that is for whoever gave the error. */
  onRetry?: (() => unknown) | undefined
  /** What else can be done about it. */
  children?: ReactNode
}

/** Says in the server's words what went wrong; nothing where nothing did. */
export function ErrorState({ error, onRetry, children }: ErrorStateProps) {
  if (error === null || error === undefined) return null
  return (
    <div className="error" role="alert">
      <p>{errorText(error)}</p>
      {onRetry && (
        <Button size="small" onClick={() => void Promise.resolve(onRetry()).catch(() => null)}>
          Try again
        </Button>
      )}
      {isSignedOut(error) && (
        // In a tab of its own: what is unsaved here stays.
        <a className="button" data-size="small" href={location.pathname} target="_blank" rel="noreferrer">
          Sign in in a new tab
        </a>
      )}
      {children}
    </div>
  )
}
