import type { DurableContext } from '../capability'
import { mergedNow } from '../mergedIn'
import type { Connection } from '../storage/connection'
import { readAll, readRemains, sessionsIn, type Remains, type StoredRows } from './remains'
import type { Sessions } from './sessions'

interface ScanOptions {
  readonly connection: Connection
  readonly sessions: Sessions
  readonly context: Pick<DurableContext, 'store' | 'settings'>
  /** Called with all rows. */
  readonly onRows: (all: StoredRows) => void
  readonly onFound: (remains: readonly Remains[]) => void
}

/** Looks at all that is stored, for what dead pages have left. */
export function makeScan({ connection, sessions, context, onRows, onFound }: ScanOptions) {
  const { store, settings } = context
  let remains: readonly Remains[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isStale = false

  /** Looks; once more where something has changed meanwhile. */
  function scan(): Promise<void> {
    isStale = running !== undefined
    running ??= scanUntilCurrent().finally(() => {
      running = undefined
    })
    return running
  }

  async function scanUntilCurrent(): Promise<void> {
    do {
      isStale = false
      await scanOnce()
    } while (isStale)
  }

  async function scanOnce(): Promise<void> {
    if (connection.isEnded()) return
    const { all, living, lookAgainIn } = await readSettled()
    const dead = [...sessionsIn(all)].filter(([session]) => session !== sessions.id() && !living.has(session))
    remains = await readRemains(all, new Map(dead), settings.seal, mergedNow(store))
    onRows(all)
    clearTimeout(timer)
    if (lookAgainIn !== undefined) timer = setTimeout(() => void scan().catch(() => undefined), lookAgainIn)
    onFound(remains)
  }

  /** All rows, read after it was known of each of their sessions whether it lives: what is dead writes no more. */
  async function readSettled() {
    let known = new Set<string>()
    let all: StoredRows = {
      sessions: await connection.transaction(['sessions'], 'read', (transaction) =>
        transaction.rows('sessions'),
      ),
      edits: [],
      undo: [],
    }
    for (;;) {
      const found = sessionsIn(all)
      const life = await sessions.living(found)
      known = new Set(found.keys())
      all = await connection.transaction(['sessions', 'edits', 'undo'], 'read', readAll)
      if ([...sessionsIn(all).keys()].every((session) => known.has(session) || session === sessions.id()))
        return { all, ...life }
    }
  }

  return {
    scan,
    /** What dead pages have left, as it was seen last. */
    remains: () => remains,
    close: () => clearTimeout(timer),
  }
}
