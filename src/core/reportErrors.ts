/**
 * Hands errors of listeners to the page as it hears of any other that nobody caught: a listener that fails is no reason
 * for a request to have failed. Where the platform has no `reportError`, as in Node, they go to the console.
 */
export function reportErrors(errors: readonly unknown[]): void {
  for (const error of errors) {
    if (typeof globalThis.reportError === 'function') globalThis.reportError(error)
    else console.error(error)
  }
}
