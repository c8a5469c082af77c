/** How long a busy page is waited for, in milliseconds. */
const longestWait = 1000

/**
 * Calls back when the page has nothing else to do.
 * @param otherwise Milliseconds after which it counts as idle where the browser does not say.
 */
export function whenIdle(callback: () => void, otherwise: number): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(callback, { timeout: longestWait })
  else setTimeout(callback, otherwise)
}
