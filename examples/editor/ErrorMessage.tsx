import type { ReactNode } from 'react'
import { errorText } from './errorText'

/** Says what went wrong; nothing where nothing did. Children are what can be done about it. */
export function ErrorMessage({ error, children }: { error: unknown; children?: ReactNode }) {
  if (error === null || error === undefined) return null
  return (
    <div className="error" role="alert">
      <p>{errorText(error)}</p>
      {children}
    </div>
  )
}
