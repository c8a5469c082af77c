import type { DurableContext } from './capability'

/**
 * Loads what sends saves and drafts as soon as they can be kept to be sent later: a browser may never load again what it
 * could not load once, as without a network.
 */
export function loadAhead(
  { settings, connection }: Pick<DurableContext, 'settings' | 'connection'>,
  load: () => Promise<unknown>,
): void {
  // Whoever needs it next tries again.
  if (settings.queue !== false) void connection.then((opened) => opened && load()).catch(() => undefined)
}
