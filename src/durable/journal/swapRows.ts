import type { Connection } from '../storage/connection'
import type { StoreName } from '../storage/durableStorage'
import type { Sealer } from '../options'
import { isSameValue, sealedText } from './rows'

/** Rows that are to be written in one transaction, in the place of others. */
export interface Swap {
  /** Rows of the store `edits` that must still be as they were read: else somebody else was first. */
  readonly expected: ReadonlyMap<string, unknown>
  /** What is written, by store and key: a text, or undefined for a row to be deleted. */
  readonly writes: {
    readonly [Store in 'sessions' | 'edits' | 'undo']?: ReadonlyMap<string, string | undefined>
  }
}

const stores = ['sessions', 'edits', 'undo'] as const satisfies readonly StoreName[]

/**
 * Writes rows in the place of others, in one transaction; false where these are others than expected.
 */
export async function swapRows(connection: Connection, { expected, writes }: Swap, seal: Sealer | undefined) {
  // Sealed before: a transaction waits for nothing else.
  const sealed = await Promise.all(
    stores.flatMap((store) =>
      [...(writes[store] ?? [])].map(async ([key, text]) => {
        const value =
          text === undefined || !seal || store === 'sessions' ? text : await sealedText(text, seal)
        return { store, key, value }
      }),
    ),
  )
  return connection.transaction(stores, 'relaxed', async (transaction) => {
    const found = await Promise.all([...expected.keys()].map((key) => transaction.get('edits', key)))
    const isAsExpected = [...expected.values()].every((value, at) => isSameValue(value, found[at]))
    if (isAsExpected) {
      for (const { store, key, value } of sealed) {
        if (value === undefined) transaction.delete(store, key)
        else transaction.put(store, key, value)
      }
    }
    transaction.commit()
    return isAsExpected
  })
}
