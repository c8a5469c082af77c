import type { Capability, DurableContext } from '../capability'
import type { Durability } from '../durability'
import type { StatusKeeper } from '../statusKeeper'

/** The journal's part of a durability. */
export type JournalCapability = Capability &
  Pick<Durability, 'ready' | 'flush' | 'recovered' | 'check' | 'restore' | 'discard' | 'forget'>

const nothing: ReturnType<Durability['recovered']> = []

/** Starts the journal of a store. */
export function startJournal(
  { connection }: DurableContext,
  { status, subscribe }: StatusKeeper,
): JournalCapability {
  /** Resolves when it is known that nothing can be kept, for now. */
  const unavailable = new Promise<void>((resolve) => {
    const look = () => {
      if (status().storage === 'opening' || status().storage === 'on') return
      unsubscribe()
      resolve()
    }
    const unsubscribe = subscribe(look)
    look()
  })
  const ready = Promise.race([unavailable, connection.then(() => undefined)])
  return {
    ready,
    flush: () => ready,
    recovered: () => nothing,
    check: () => ready,
    restore: async () => {
      await ready
      return { restored: [], partly: [], failed: [] }
    },
    discard: () => ready,
    forget: async () => (await connection)?.forget(),
  }
}
