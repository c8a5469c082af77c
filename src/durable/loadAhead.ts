import type { DurableContext } from './capability'

/**
 * Gives what loads code once, and tries again where that has failed. It is loaded as soon as it is known whether anything is
 * kept, and not when it is first needed: a browser may never load again what it could not load once, as without a network.
 */
export function loadAhead<Code>(
  connection: DurableContext['connection'],
  load: () => Promise<Code>,
): () => Promise<Code> {
  let loading: Promise<Code> | undefined
  const loadOnce = () =>
    (loading ??= load().catch((cause: unknown) => {
      loading = undefined
      throw cause
    }))
  // Whoever needs it next tries again.
  void connection.then(loadOnce).catch(() => undefined)
  return loadOnce
}
