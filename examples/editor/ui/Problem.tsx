import { errorText } from 'copydesk'

/** What went wrong, in words for people, and a way to try again. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  return (
    <div role="alert" className="problem">
      <p>{errorText(error)}</p>
      {onRetry && <button onClick={() => void onRetry()}>Try again</button>}
    </div>
  )
}
