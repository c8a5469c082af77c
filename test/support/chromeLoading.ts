let isGone = false
const loaded = new Set<string>()
const failed = new Set<string>()

/** Loads code as Chrome does: what could not be loaded once is not asked for again. */
export function loadAsChrome<Code>(name: string, code: () => Promise<Code>): Promise<Code> {
  if (isGone) failed.add(name)
  if (failed.has(name)) return Promise.reject(new TypeError('Failed to fetch'))
  loaded.add(name)
  return code()
}

/** What was loaded so far. */
export const loadedCode = () => [...loaded].sort()

/** Says whether there is no network to load code by. */
export function leaveNetwork(gone: boolean): void {
  isGone = gone
}
