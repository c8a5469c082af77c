import { EntityStoreError, show } from '../core/errors'
import type { DurabilityStatus } from './durability'

/** What is kept, by how it is measured: the journal, the writes that wait, the files of drafts, and what was read. */
export type KeptPart = 'journal' | 'queue' | 'files' | 'reads'

/** How a durability is doing, and who wants to be called when it does otherwise. */
export interface StatusKeeper {
  readonly status: () => DurabilityStatus
  /** Changes what it says. A reason goes with the storage that it was given for. */
  readonly set: (change: Partial<Omit<DurabilityStatus, 'bytes' | 'readBytes'>>) => void
  /** How many bytes a part takes, as it was measured last. */
  readonly bytesOf: (part: KeptPart) => number
  /** Says how many bytes parts take. */
  readonly setBytes: (sizes: Partial<Readonly<Record<KeptPart, number>>>) => void
  readonly subscribe: (listener: () => void) => () => void
  /** Wakes all who subscribed. */
  readonly changed: () => void
}

export function makeStatusKeeper(
  storage: DurabilityStatus['storage'],
  report: (error: unknown) => void,
): StatusKeeper {
  let status: DurabilityStatus = { storage, unkept: 0, bytes: 0, readBytes: 0 }
  let sizes: Readonly<Record<KeptPart, number>> = { journal: 0, queue: 0, files: 0, reads: 0 }
  const listeners = new Set<() => void>()

  const changed = () => {
    for (const listener of [...listeners]) {
      try {
        listener()
      } catch (error) {
        report(error)
      }
    }
  }
  const set = (change: Partial<DurabilityStatus>) => {
    const { reason, ...before } = status
    const isOther = change.storage !== undefined && change.storage !== status.storage
    const next: DurabilityStatus = {
      ...before,
      ...(reason !== undefined && !isOther && { reason }),
      ...change,
    }
    const fields = ['storage', 'reason', 'unkept', 'keptAt', 'bytes', 'readBytes'] as const
    if (fields.every((field) => next[field] === status[field])) return
    status = next
    changed()
  }
  return {
    status: () => status,
    set,
    bytesOf: (part) => sizes[part],
    setBytes: (known) => {
      sizes = { ...sizes, ...known }
      set({ bytes: sizes.journal + sizes.queue + sizes.files, readBytes: sizes.reads })
    },
    subscribe: (listener) => {
      if (typeof listener !== 'function')
        throw new EntityStoreError('invalid_option', `listener is ${show(listener)}. Pass a function.`)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    changed,
  }
}

/** Resolves when it is known that nothing can be kept, for now. */
export function whenUnavailable({ status, subscribe }: StatusKeeper): Promise<undefined> {
  return new Promise((resolve) => {
    const look = () => {
      if (['opening', 'on', 'full'].includes(status().storage)) return
      unsubscribe()
      resolve(undefined)
    }
    const unsubscribe = subscribe(look)
    look()
  })
}
