import { queueWrites, type QueueWrite } from '../../batch/writeQueue'
import type { EntityConfig } from '../../config/entityConfig'
import type { EndedWrite } from '../../core/writeGate'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import type { Delivery } from './delivering'
import { isAsSeen, isNew, type StoredEntry } from './entry'
import type { Ready } from './nextRun'
import { randomHex } from './randomHex'
import type { QueueRows } from './queueRows'
import { thunkOf } from './sentEntry'

/** A queued write that is on its way. */
export interface Job extends Delivery {
  /** How it ended, once it has. */
  outcome?: Outcome
}

/** How a write ended: undefined where nothing was said of it, as nothing was left to be sent. */
export type Outcome = { readonly ended: EndedWrite } | { readonly error: unknown }

/** An entry that was sent, and how that ended. */
export interface Sent extends SendableEntry {
  readonly outcome: Outcome | undefined
}

/** An entry of which it is known how it is sent. */
interface SendableEntry {
  readonly entry: StoredEntry
  readonly config: EntityConfig
}

interface AttemptOptions {
  readonly context: DurableContext
  readonly rows: Pick<QueueRows, 'change'>
  /** What is on its way, by the signal that it is sent with. */
  readonly jobs: Map<AbortSignal, Job>
  /** Something is on its way. */
  readonly onSending: () => void
}

/** Sends entries, several of them as one batch. */
export function makeAttempts({ context, rows, jobs, onSending }: AttemptOptions) {
  const { store, features } = context

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
    const { marker = `c-${randomHex()}`, idempotencyKey, mayBeDone, claimed } = entry
    // A key is of use from the first try on.
    const isFirst = idempotencyKey === undefined && !mayBeDone && claimed === undefined
    const hasKey = isFirst && (await features.hasKeys(config))
    return { marker, ...(hasKey && { idempotencyKey: entry.id, keyAt: Date.now() }) }
  }

  async function send(entries: readonly SendableEntry[]): Promise<readonly Sent[]> {
    const sendings = entries.map(({ entry, config }) => {
      const { signal } = new AbortController()
      const job: Job = { entry, note: (known) => note(entry, known) }
      jobs.set(signal, job)
      context.queued.add(signal)
      return { entry, config, signal, job }
    })
    const ended = (job: Job, sending: Promise<unknown>) =>
      sending.catch((error: unknown) => {
        job.outcome ??= { error }
      })
    const [only] = sendings
    try {
      if (only && sendings.length === 1) {
        const { entry, config, signal, job } = only
        await ended(job, store.dispatch(thunkOf(entry, config, { signal })))
      } else if (only) {
        const work = sendings.map(
          ({ entry, config, signal, job }) =>
            (write: QueueWrite<EntityState>) =>
              ended(
                job,
                write((collecting) => thunkOf(entry, config, { signal, ...collecting })),
              ),
        )
        await store.dispatch(queueWrites(work, { allowPartial: true }))
      }
    } finally {
      for (const { signal } of sendings) jobs.delete(signal)
    }
    return sendings.map(({ entry, config, job }) => ({ entry, config, outcome: job.outcome }))
  }

  async function note({ id }: StoredEntry, known: Partial<StoredEntry>): Promise<void> {
    await rows.change((entries) => entries.map((one) => (one.id === id ? { ...one, ...known } : one)))
  }
}
