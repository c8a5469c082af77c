import type { EntityConfig } from '../../config/entityConfig'
import { recordKey, type EntityId } from '../../core/keys'
import { sendWrite } from '../../saving/sendWrite'
import type { DurableContext } from '../capability'
import { findMarked, type Search } from './findCreated'

/** The most slugs that one request asks for. */
const mostMarkers = 50

/**
 * Deletes what else was made under the markers of creates, by requests that came late or that a proxy has sent twice:
 * nobody else can know of it. What can't be deleted stays a draft.
 * @param id - The record that stays; undefined where none of them has its marker any more.
 */
export async function removeTwins(
  search: Omit<Search, 'entry'>,
  markers: readonly string[],
  id?: EntityId,
): Promise<void> {
  const { context, config } = search
  for (const twin of await findMarked(search, markers).catch(() => [])) {
    if (String(twin) === String(id)) continue
    const request = { method: 'DELETE', id: twin, parameters: { force: true } } as const
    await sendWrite(context.services, config, recordKey(twin), request, {}).catch(() => undefined)
  }
}

/** Looks once for twins of all that was made, when there is nothing more to send. */
export function makeTwinSweep(context: DurableContext) {
  const made = new Map<EntityConfig, string[]>()
  return {
    /** A record was made under a marker, by one request as far as this page knows. */
    note: (config: EntityConfig, marker: string): void => {
      made.set(config, [...(made.get(config) ?? []), marker])
    },
    sweep: async (): Promise<void> => {
      const all = [...made]
      made.clear()
      for (const [config, markers] of all) {
        for (let at = 0; at < markers.length; at += mostMarkers)
          await removeTwins({ context, config }, markers.slice(at, at + mostMarkers))
      }
    },
  }
}
