import { EntityStoreError } from '../../core/errors'
import { withinTime } from '../../core/withinTime'
import type { Capability, DurableContext } from '../capability'
import type { Durability, RecoveredEdits, RecoveredItems, RestoreReport } from '../durability'
import { isMedia } from '../../media/shownOfFile'
import { whenUnavailable, type StatusKeeper } from '../statusKeeper'
import type { Journal } from './openJournal'

/** The journal's part of a durability. */
export type JournalCapability = Capability &
  Pick<Durability, 'ready' | 'flush' | 'recovered' | 'check' | 'restore' | 'discard' | 'forget'> & {
    readonly keepNow: Journal['keepNow']
    /** As `keepEdits` of the context. */
    readonly keepEdits: () => Promise<void>
  }

/** How long a save waits at most for a storage that does not answer, in milliseconds. */
const longestWait = 1000

const nothing: ReturnType<Durability['recovered']> = []

/** Starts the journal of a store: it is loaded when it is known where it keeps things. */
export function startJournal(context: DurableContext, keeper: StatusKeeper): JournalCapability {
  const { connection, report, want, keepNothing } = context
  let journal: Journal | undefined
  let isClosed = false
  const opened = connection
    .then(async (found) => {
      if (!found) return undefined
      const { openJournal } = await import('./openJournal')
      journal = await openJournal(context, keeper, found)
      if (isClosed) await journal.close()
      // What it has found could not be asked for until now.
      if (journal.recovered().length > 0) context.changed()
      return journal
    })
    .catch((error: unknown) => {
      const { name: reason, message } = error as Error
      keeper.set({ storage: 'unavailable', reason })
      report({
        code: 'storage_unavailable',
        message: `What is edited is not kept on this device: ${message}`,
      })
      return undefined
    })
  /** The journal, or nothing as soon as it is known that there is none for now. */
  const found = Promise.race([opened, whenUnavailable(keeper)])

  async function keepEdits(): Promise<void> {
    if (journal)
      await withinTime(
        journal.flush().catch(() => undefined),
        longestWait,
      )
  }

  return {
    ready: found.then(() => undefined),
    flush: async () => {
      if (!journal) want()
      await (journal ?? (await found))?.flush()
    },
    keepNow: async () => journal?.keepNow(),
    keepEdits,
    gate: async (intent, send) => {
      // A page that dies behind the answer knows then that it may be done.
      if (intent.what === 'update' && !intent.isOfOtherPage && journal) await context.keepEdits()
      return send()
    },
    prepare: (action) => {
      // What was refused is in doubt no more: a page that dies right after it would take it for what may still be done.
      if (action.type === 'saving/failed') void context.keepEdits()
      return action
    },
    recovered: () => journal?.recovered() ?? nothing,
    check: async (items) => (journal ?? (await found))?.check(items),
    restore: async (items, choices) =>
      (await (journal ?? (await found))?.restore(items, choices)) ?? nothingToRestore(items),
    discard: async (items) => {
      const drafts = draftsAmong((journal ?? (await found))?.recovered() ?? nothing, items)
      await (journal ?? (await found))?.discard(items)
      if (drafts.length > 0) await context.files.sweep(drafts).catch(() => undefined)
    },
    forget: async () => {
      const unopened = journal ? undefined : keepNothing()
      await (journal ?? (await found))?.forget()
      await unopened
    },
    close: async () => {
      // What was typed before it was open is stored, too.
      if (!journal) await Promise.race([opened, whenUnavailable(keeper)])
      isClosed = true
      await journal?.close()
    },
  }
}

/** The drafts of media among items, whose files go with them. */
function draftsAmong(all: readonly RecoveredEdits[], items: RecoveredItems): readonly string[] {
  const names = new Set(namesOf(items))
  return all.filter((one) => one.isNew && isMedia(one) && names.has(one.item)).map(({ key }) => String(key))
}

/** Where nothing is kept there is nothing to restore. */
function nothingToRestore(items: RecoveredItems): RestoreReport {
  const error = new EntityStoreError('invalid_id', 'Nothing is kept here: look at status() before.')
  return { restored: [], partly: [], failed: namesOf(items).map((item) => ({ item, error })) }
}

/** The names of items, as they were given: the journal says what is wrong with them. */
function namesOf(items: RecoveredItems): readonly string[] {
  return [items].flat().map((one) => (typeof one === 'string' ? one : (Object(one) as RecoveredEdits).item))
}
