import { isRecord } from '../../core/plain'
import type { Aliases, LocalRecord } from '../../entities/localRecord'
import { localIdMade } from '../../entities/actions'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { day } from '../day'
import type { Connection } from '../storage/connection'
import { readText, writeText } from './rows'
import { dispatchAll } from '../dispatchAll'

/** The local ids that the server has replaced, as they are kept: an address that names one still leads to its record. */
interface KeptAliases {
  /** Writes those that have been replaced since: one comparison unless there are any. */
  readonly look: (state: EntityState) => void
  /** Resolves when they are written; what could not be written is tried once more. */
  readonly settled: () => Promise<void>
}

/** Makes the replaced local ids of earlier pages known again, and keeps those of this one. */
export async function openAliases(
  { store, settings }: DurableContext,
  connection: Connection,
): Promise<KeptAliases> {
  const rows = await connection.transaction(['aliases'], 'read', (transaction) => transaction.rows('aliases'))
  const kept = rows.flatMap(({ key, value }) => {
    const read = typeof value === 'string' ? readText<LocalRecord>(value) : undefined
    return isRecord(read) && typeof read.entity === 'string' && read.id ? [[key, read] as const] : []
  })
  /** What is to be written, by local id; undefined for what is to be deleted. */
  const due = new Map<string, LocalRecord | undefined>()
  let writing: Promise<void> = Promise.resolve()
  let seen: Aliases = Object.fromEntries(kept)
  const { aliases = {} } = store.getState().entities
  const actions = kept.flatMap(([local, { entity, createdAt, id, url }]) => {
    if (aliases[local] || id === undefined) return []
    return [localIdMade(local, { entity, createdAt, id, ...(url !== undefined && { url }) })]
  })
  dispatchAll(store, actions)
  const oldest = Date.now() - settings.limits.days * day
  for (const [local, { createdAt }] of kept) if (Date.parse(createdAt) < oldest) due.set(local, undefined)

  function write(): void {
    if (due.size === 0) return
    const values = [...due]
    writing = connection
      .transaction(['aliases'], 'relaxed', (transaction) => {
        for (const [local, value] of values) {
          if (value) transaction.put('aliases', local, writeText(value))
          else transaction.delete('aliases', local)
        }
        transaction.commit()
      })
      .then(() => {
        for (const [local, value] of values) if (due.get(local) === value) due.delete(local)
      })
      // Without it an old address leads nowhere; nothing else depends on it.
      .catch(() => undefined)
  }

  function look({ entities: { aliases: now } }: EntityState): void {
    if (now === seen || now === undefined) return
    const before = seen
    seen = now
    for (const [local, alias] of Object.entries(now))
      if (alias.id !== undefined && before[local]?.id !== alias.id) due.set(local, alias)
    write()
  }

  write()
  look(store.getState())
  return {
    look,
    settled: async () => {
      await writing
      write()
      await writing
    },
  }
}
