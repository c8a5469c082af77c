import { isRecord } from '../../core/plain'
import type { Aliases, LocalRecord } from '../../entities/localRecord'
import { localIdMade } from '../../store/localIds'
import type { EntityState } from '../../store/rootReducer'
import { batched } from '../../core/thunk'
import type { DurableContext } from '../capability'
import { day } from '../day'
import type { Connection } from '../storage/connection'
import { readText, writeText } from './rows'

/** The local ids that the server has replaced, as they are kept: an address that names one still leads to its record. */
interface KeptAliases {
  /** Writes those that have been replaced since: one comparison unless there are any. */
  readonly look: (state: EntityState) => void
}

/** Makes the replaced local ids of earlier pages known again, and keeps those of this one. */
export async function openAliases(
  { store, settings }: DurableContext,
  connection: Connection,
): Promise<KeptAliases> {
  let seen: Aliases | undefined
  const rows = await connection.transaction(['aliases'], 'read', (transaction) => transaction.rows('aliases'))
  const kept = rows.flatMap(({ key, value }) => {
    const read = typeof value === 'string' ? readText<LocalRecord>(value) : undefined
    return isRecord(read) && typeof read.entity === 'string' && read.id ? [[key, read] as const] : []
  })
  const { entities } = store.getState()
  let { aliases = {} } = entities
  const actions = kept.flatMap(([local, { entity, createdAt, id, url }]) => {
    if (aliases[local] || id === undefined) return []
    aliases = { ...aliases, [local]: { entity, createdAt, id, ...(url !== undefined && { url }) } }
    return [localIdMade(entity, local, { entities: { ...entities, aliases } })]
  })
  if (actions.length > 0) store.dispatch(batched(actions))
  seen = aliases
  const oldest = Date.now() - settings.limits.days * day
  const old = kept.filter(([, { createdAt }]) => Date.parse(createdAt) < oldest)
  if (old.length > 0) write(old.map(([local]) => [local, undefined]))

  function write(values: readonly (readonly [local: string, value: LocalRecord | undefined])[]): void {
    connection
      .transaction(['aliases'], 'relaxed', (transaction) => {
        for (const [local, value] of values) {
          if (value) transaction.put('aliases', local, writeText(value))
          else transaction.delete('aliases', local)
        }
        transaction.commit()
      })
      // Without it an old address leads nowhere; nothing else depends on it.
      .catch(() => undefined)
  }

  return {
    look: ({ entities: { aliases: now } }) => {
      if (now === seen || now === undefined) return
      const before = seen
      seen = now
      const replaced = Object.entries(now).filter(
        ([local, { id }]) => id !== undefined && before?.[local]?.id !== id,
      )
      if (replaced.length > 0) write(replaced)
    },
  }
}
