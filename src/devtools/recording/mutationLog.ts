import type { EntityStore } from '../../store/createEntityStore'
import { rowsOf } from '../panel/tables'

/** When the mutations of a store's records were seen first, by the record's entity and key and the mutation's name. */
export interface MutationLog {
  /** In milliseconds since 1970; undefined for one that was there before anybody looked. */
  readonly seenAt: (entity: string, key: string, mutation: string) => number | undefined
  /** Begins to follow a store; gives what ends it. */
  readonly follow: (store: EntityStore) => () => void
}

/** What is edited and not sent is a mutation as well: the open one. */
export const openMutation = 'open'

/** The state says what was edited and sent, and not when: this remembers it while it follows the store. */
export function createMutationLog(): MutationLog {
  let seen: ReadonlyMap<string, number | undefined> = new Map()

  function look(store: EntityStore, now: number | undefined): void {
    const next = new Map<string, number | undefined>()
    for (const [entity, table] of Object.entries(store.getState().edits.records)) {
      for (const [key, { fields, log = [] }] of rowsOf(table)) {
        const open = Object.keys(fields).length > 0 ? [openMutation] : []
        for (const mutation of [...log.map(({ id }) => id), ...open]) {
          const name = nameOf(entity, key, mutation)
          next.set(name, seen.has(name) ? seen.get(name) : now)
        }
      }
    }
    seen = next
  }

  return {
    seenAt: (...mutation) => seen.get(nameOf(...mutation)),
    follow(store) {
      let { edits } = store.getState()
      look(store, undefined)
      return store.subscribe(() => {
        if (store.getState().edits === edits) return
        ;({ edits } = store.getState())
        look(store, Date.now())
      })
    },
  }
}

function nameOf(...parts: readonly string[]): string {
  return parts.join(' ')
}
