import { entityOf } from '../../config/entityConfig'
import type { EntityKey } from '../../core/keys'
import type { Services } from '../../core/thunk'
import { readTheirs, type Asked, type Found } from './readTheirs'

/** Checks of one tick, which become one request per entity. */
interface Round {
  readonly asked: Map<EntityKey, Asked[]>
  /** What the checks of each entity find, once it begins. */
  readonly found: Promise<ReadonlyMap<EntityKey, Promise<ReadonlyMap<string, Found>>>>
  /** Resolves when all of them have ended, however. */
  readonly done: Promise<unknown>
}

/** How many turns of the event queue a round waits for others: as many as separate writes that were begun at once. */
const turns = 12

/** Gathers the checks of a store. */
export function makeCheckRounds(services: Services, now: () => number) {
  let current: Round | undefined

  function round(): Round {
    if (current) return current
    const asked: Round['asked'] = new Map()
    const found = begin(asked)
    const done = found.then((all) => Promise.allSettled(all.values()))
    return (current = { asked, found, done })
  }

  async function begin(asked: Round['asked']) {
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    current = undefined
    const entities = [...asked].map(([entity, all]) => {
      const [{ config }] = all as [Asked]
      const found = readTheirs(services, config, joined(all), now)
      found.catch(() => undefined)
      return [entity, found] as const
    })
    return new Map(entities)
  }

  return {
    /** What the server has of a record; asked with all others of this tick. */
    async check(asked: Asked): Promise<Found> {
      const { asked: all, found } = round()
      const entity = entityOf(asked.config)
      all.set(entity, [...(all.get(entity) ?? []), asked])
      const answers = await (await found).get(entity)
      return answers?.get(asked.key) ?? 'gone'
    },
    /** Resolves when the checks of this tick have ended, so that what is sent at once is ready at once. */
    async ended(): Promise<void> {
      await round().done
    },
  }
}

/** Each record once: one that is asked for twice, with the fields of both. */
function joined(all: readonly Asked[]): readonly Asked[] {
  const byKey = new Map<string, Asked>()
  for (const one of all) {
    const other = byKey.get(one.key)
    const fields = [...new Set([...(other?.fields ?? []), ...one.fields])]
    byKey.set(one.key, { ...one, fields, version: other ? undefined : one.version })
  }
  return [...byKey.values()]
}
