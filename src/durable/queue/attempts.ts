import { queueWrites, type QueueWrite } from '../../batch/writeQueue'
import type { EntityConfig } from '../../config/entityConfig'
import type { Delivered, EndedWrite } from '../../core/writeGate'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { TakenOver, type Delivery, type Rest } from './delivering'
import { isAsSeen, isNew, type StoredEntry } from './entry'
import type { Ready } from './nextRun'
import { isClaimable, makeMarker } from './claimable'
import type { QueueRows } from './queueRows'
import { savedHere } from './savedHere'
import { thunkOf } from './sentEntry'
import { mutationOf } from './targets'

/** A queued write that is on its way. */
export interface Job extends Delivery, Delivered {
  /** How it ended, once it has. */
  outcome?: Outcome
  /** What is left to do of it as a save of its own. */
  rest?: Rest
}

/** How a write ended: undefined where nothing was said of it, as nothing was left to be sent. */
export type Outcome = { readonly ended: EndedWrite } | { readonly error: unknown }

/** An entry that was sent, and how that ended. */
export interface Sent extends SendableEntry {
  readonly outcome: Outcome | undefined
  /** What is left to do of it as a save of its own. */
  readonly rest: Rest | undefined
}

/** An entry of which it is known how it is sent. */
interface SendableEntry {
  readonly entry: StoredEntry
  readonly config: EntityConfig
}

interface AttemptOptions {
  readonly context: DurableContext
  readonly rows: Pick<QueueRows, 'change'>
  /** Something is on its way. */
  readonly onSending: () => void
  /** A record was made under a marker, by one request as far as this page knows. */
  readonly onMade: (config: EntityConfig, marker: string) => void
}

/** Sends entries, several of them as one batch. */
export function makeAttempts({ context, rows, onSending, onMade }: AttemptOptions) {
  const { store, features } = context
  const nameOf = (entry: StoredEntry) => mutationOf(store.getState(), entry)

  /** Stores that they are on their way, then sends them: resolves when all have ended, however. */
  return async function attempt(run: readonly Ready[]): Promise<readonly Sent[]> {
    const marks = new Map<string, Partial<StoredEntry>>()
    for (const { entry, config } of run) marks.set(entry.id, config ? await markOf(entry, config) : {})
    let marked: readonly SendableEntry[] = []
    // Before they leave: whoever finds them like this knows that they may be done.
    await rows.change((entries) => {
      marked = run.flatMap(({ entry: seen, config }) => {
        // A page that has died since may have sent it, and this one not have heard of that yet.
        const now = entries.find((one) => isAsSeen(one, seen))
        if (!now || !config) return []
        const { nextAt, ...entry } = now
        const sending = { state: 'sending' as const, attempts: now.attempts + 1, ...leaving(now) }
        return [{ entry: { ...entry, ...marks.get(now.id), ...sending }, config }]
      })
      const changed = new Map(marked.map(({ entry }) => [entry.id, entry]))
      return changed.size > 0 ? entries.map((one) => changed.get(one.id) ?? one) : entries
    })
    if (marked.length > 0) onSending()
    return send(marked)
  }

  function leaving({ sentAt, mayBeDone }: StoredEntry): Partial<StoredEntry> {
    return sentAt === undefined && !mayBeDone ? { sentAt: Date.now() } : {}
  }

  /** What is known of an entry from its first try on. */
  async function markOf(entry: StoredEntry, config: EntityConfig): Promise<Partial<StoredEntry>> {
    if (!isNew(entry)) return {}
    const { marker = makeMarker(), idempotencyKey, ownId, mayBeDone, claimed } = entry
    // Asked in any case: what is made without the queue has a key from then on. It is of use from the first try on.
    const hasKeys = await features.hasKeys(config)
    const isFirst = idempotencyKey === undefined && ownId === undefined && !mayBeDone && claimed === undefined
    if (!isFirst) return { marker }
    if (hasKeys) return { marker, idempotencyKey: entry.id, keyAt: Date.now() }
    return { marker, ...(config.newId && { ownId: config.newId() }) }
  }

  async function send(entries: readonly SendableEntry[]): Promise<readonly Sent[]> {
    const sendings = entries.map(({ entry, config }) => {
      const job: Job = {
        entry,
        isOfHere: (field) =>
          entry.what !== 'update' || Object.hasOwn(savedHere(store.getState(), entry), field),
        note: (known) => note(entry, known),
        leave: (rest) => {
          job.rest = rest
        },
      }
      return { entry, config, job }
    })
    const ended = (job: Job, sending: Promise<unknown>) =>
      sending.catch((error: unknown) => {
        job.outcome ??= { error }
      })
    const [only] = sendings
    if (only && sendings.length === 1) {
      const { entry, config, job } = only
      await ended(job, store.dispatch(thunkOf(entry, config, { delivery: job, mutation: nameOf(entry) })))
    } else if (only) {
      const work = sendings.map(
        ({ entry, config, job }) =>
          (write: QueueWrite<EntityState>) =>
            ended(
              job,
              write((collecting) =>
                thunkOf(entry, config, { delivery: job, mutation: nameOf(entry), ...collecting }),
              ),
            ),
      )
      await store.dispatch(queueWrites(work, { allowPartial: true }))
    }
    for (const { entry, config, job } of sendings) {
      const { marker, isUnmarked, idempotencyKey, mayBeDone } = entry
      const isMarked = isNew(entry) && isClaimable(config) && !isUnmarked && idempotencyKey === undefined
      if (isMarked && marker && !mayBeDone && job.outcome && 'ended' in job.outcome) onMade(config, marker)
    }
    return sendings.map(({ entry, config, job }) => ({ entry, config, outcome: job.outcome, rest: job.rest }))
  }

  /** Who has slept may find that another tab has taken it over: then nothing more of it leaves here. */
  async function note({ id, attempts }: StoredEntry, known: Partial<StoredEntry>): Promise<void> {
    const now = await rows.change((entries) =>
      entries.map((one) => (isBeingSent(one) ? { ...one, ...known } : one)),
    )
    if (!now.some(isBeingSent)) throw new TakenOver(!now.some((one) => one.id === id))

    function isBeingSent(one: StoredEntry): boolean {
      return one.id === id && one.attempts === attempts && one.state === 'sending'
    }
  }
}
