import { entityOf } from '../../config/entityConfig'
import type { EntityKey, RecordKey } from '../../core/keys'
import type { Services } from '../../core/thunk'
import { readTheirs, type Asked, type Found, type Theirs } from './readTheirs'

/** A check of a save that is about to leave. */
interface Check extends Asked {
  /** Resolves when the save has ended, however. */
  readonly saved: Promise<unknown>
  /** What is known of the record, where that is enough; it is asked for once no other page saves it. */
  readonly known: () => Theirs | undefined
}

/** Checks of one tick, which become one request per entity. */
interface Round {
  readonly checks: Map<EntityKey, Check[]>
  /** What the checks of each entity find, once it begins. */
  readonly found: Promise<ReadonlyMap<EntityKey, Promise<ReadonlyMap<string, Found>>>>
  /** Resolves when all of them have ended, however. */
  readonly done: Promise<unknown>
}

/** How many turns of the event queue a round waits for others: as many as separate writes that were begun at once. */
const turns = 12

/** How long a save waits for those of other pages, in milliseconds: one that sleeps holds nobody up for long. */
const longestWait = 10_000

/** Locks a record among the pages of the device; gives what unlocks it, undefined where there is no lock to be had. */
export type LockRecord = (
  entity: EntityKey,
  key: RecordKey,
  signal: AbortSignal,
) => Promise<(() => void) | undefined> | undefined

/**
 * Gathers the checks of a store. From its check to its end a save has its record for itself among the pages of the device:
 * two that looked at once would replace one another's work.
 */
export function makeCheckRounds(services: Services, now: () => number, lock: LockRecord) {
  let current: Round | undefined

  function round(): Round {
    if (current) return current
    const checks: Round['checks'] = new Map()
    const found = begin(checks)
    const done = found.then((all) => Promise.allSettled(all.values()))
    return (current = { checks, found, done })
  }

  async function begin(checks: Round['checks']) {
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    current = undefined
    await lockAll(checks)
    const entities = [...checks].map(([entity, all]) => {
      const found = find(all)
      found.catch(() => undefined)
      return [entity, found] as const
    })
    return new Map(entities)
  }

  /** What is known of each record, or what the server has. */
  async function find(all: readonly Check[]): Promise<ReadonlyMap<RecordKey, Found>> {
    const found = new Map<RecordKey, Found>()
    const asked = all.filter((one) => {
      const known = one.known()
      if (known) found.set(one.key, known)
      return known === undefined
    })
    const [first] = asked
    if (first) for (const one of await readTheirs(services, first.config, asked, now)) found.set(...one)
    return found
  }

  /** In the order of their names, so that no two pages wait for each other. */
  async function lockAll(checks: Round['checks']): Promise<void> {
    const signal = AbortSignal.timeout(longestWait)
    const isLate = new Promise((resolve) => signal.addEventListener('abort', resolve))
    for (const entity of [...checks.keys()].sort()) {
      const saves = new Map<RecordKey, Promise<unknown>>()
      for (const { key, saved } of checks.get(entity) ?? [])
        saves.set(key, Promise.allSettled([saves.get(key), saved]))
      for (const key of [...saves.keys()].sort()) {
        const locked = lock(entity, key, signal)
        if (!locked) continue
        void saves.get(key)?.then(async () => (await locked)?.())
        await Promise.race([locked, isLate])
      }
    }
  }

  return {
    /** What the server has of a record; asked with all others of this tick. */
    async check(one: Check): Promise<Found> {
      const { checks, found } = round()
      const entity = entityOf(one.config)
      checks.set(entity, [...(checks.get(entity) ?? []), one])
      const answers = await (await found).get(entity)
      return answers?.get(one.key) ?? 'gone'
    },
    /** Resolves when the checks of this tick have ended, so that what is sent at once is ready at once. */
    async ended(): Promise<void> {
      await round().done
    },
  }
}
