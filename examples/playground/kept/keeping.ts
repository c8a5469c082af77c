import type { StorePlugin } from 'copydesk'
import { createDurability, type DurabilityTrouble, type Owner } from 'copydesk/durable'

/** What keeps somebody's edits on this device. */
export interface Keeping {
  plugin: StorePlugin
  troubles: {
    /** What nobody has been told yet; told now. */
    take: () => readonly DurabilityTrouble[]
    subscribe: (listener: () => void) => () => void
  }
}

/** Keeps the edits of somebody, checks their saves, and sends what could not be sent. */
export function keepingFor(owner: Owner): Keeping {
  let untold: readonly DurabilityTrouble[] = []
  const listeners = new Set<() => void>()
  return {
    plugin: createDurability({
      owner,
      onTrouble(trouble) {
        untold = [...untold, trouble]
        for (const listener of listeners) listener()
      },
    }),
    troubles: {
      take() {
        const taken = untold
        untold = []
        return taken
      },
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
}

/** Deletes what was kept of sites that were at an address before: their records have the same ids, and are others. */
export function forgetEarlierSites(root: string, start: string): void {
  // Not every browser lists them, or has any; there they go by its own rules.
  void deleteDatabases(
    (name) => name.includes(JSON.stringify(`${root}#`).slice(0, -1)) && !name.includes(`#${start}`),
  ).catch(() => null)
}

async function deleteDatabases(isMeant: (name: string) => boolean): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) if (isMeant(name)) indexedDB.deleteDatabase(name)
}
