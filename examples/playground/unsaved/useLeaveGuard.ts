import { useEffect } from 'react'

/** Lets the browser ask before the page is left, as long as something would be lost. */
export function useLeaveGuard(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isAsked])
}
