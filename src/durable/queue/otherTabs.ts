import { loadEntityConfigs } from '../../config/loadEntityConfigs'
import { selectEntityConfig } from '../../config/selectors'
import { isLocalId } from '../../core/localId'
import { isRecord, type RecordData } from '../../core/plain'
import { isLater } from '../../core/recordVersion'
import { versionOfRecord } from '../../edits/basis'
import { selectKnownRecord } from '../../entities/selectors'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import type { MergeKnown } from './dropped'
import { basedBelow, basedOnAnswer, showElsewhere } from './elsewhere'
import { goneFrom, isSameRecord, type StoredEntry } from './entry'
import type { DoneEntry } from './outcomes'
import { receiveDone } from './standings'
import { dispatchAll } from '../dispatchAll'

/** What other tabs have saved: what waits of it is shown here, and what was answered comes into the store. */
export interface OtherTabs {
  /** The ids of entries whose answer another tab has sent, until they are seen to be gone. */
  readonly answered: ReadonlySet<string>
  /** An entry is answered that this page has sent: it waits no more, also before that is stored. */
  readonly noteAnswer: (entry: StoredEntry) => void
  /** Bases what is typed over what another tab has taken away, or out of entries, without an answer, on what stood below. */
  readonly drop: (before: readonly StoredEntry[], now: readonly StoredEntry[]) => void
  /** Shows what waits, in the records of the entries that have changed. */
  readonly update: (before: readonly StoredEntry[], now: readonly StoredEntry[], isOwn: boolean) => void
  /** Another tab has said all of some entries, by their ids, that wait no more. */
  readonly hear: (gone: readonly string[] | undefined) => void
  /** Looks whether records are known as they are by now of which it was not said what has become of what had waited. */
  readonly look: () => void
  /** Shows what waits, in the records of some entries. */
  readonly show: (about: readonly StoredEntry[]) => void
  /** Puts the answer in the store that another tab has got, and its lists in place by it. */
  readonly receive: (done: DoneEntry) => Promise<void>
  /** Shows nothing of it any more. */
  readonly close: () => void
}

interface OtherTabsOptions {
  readonly context: DurableContext
  readonly entries: () => readonly StoredEntry[]
  readonly mergeKnown: MergeKnown
  /** What has to be there before the store is given an answer. */
  readonly loaded: () => Promise<unknown>
}

/** How long what waits no more is shown on unless somebody says why, in milliseconds: a page may have died before it did. */
const longestUnheard = 2000

export function makeOtherTabs({ context, entries, mergeKnown, loaded }: OtherTabsOptions): OtherTabs {
  const { store, services } = context
  const { getState } = store
  const answered = new Set<string>()
  /** Those whose answer another tab has sent, until it is in the store. */
  const receiving = new Set<StoredEntry>()
  /**
   * Those that are seen to wait no more before anybody has said why: shown as they were, as they may be done, until another
   * answer says how the record is.
   */
  const unheard = new Map<string, { readonly entry: StoredEntry; readonly known: RecordData | undefined }>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  /** The ids of those that this page has sent and got the answer to, until that is stored. */
  const ownAnswered = new Set<string>()
  let isClosed = false

  function show(about: readonly StoredEntry[], all = entries()): void {
    const waiting = all.filter(({ id }) => !answered.has(id) && !ownAnswered.has(id))
    dispatchAll(
      store,
      showElsewhere(getState(), {
        context,
        entries: [...receiving, ...stillShown(), ...waiting],
        about,
        mergeKnown,
      }),
    )
  }

  const stillShown = () => [...unheard.values()].map(({ entry }) => entry)

  function hear(gone: readonly string[] = []): void {
    const about = gone.flatMap((id) => unheard.get(id)?.entry ?? [])
    for (const { id } of about) unheard.delete(id)
    if (about.length > 0) show(about)
  }

  function knownOf({ entity, key }: StoredEntry): RecordData | undefined {
    return key === undefined ? undefined : selectKnownRecord(getState(), entity, key)
  }

  function look(): void {
    const isOver = [...unheard.values()].filter(({ entry, known }) => knownOf(entry) !== known)
    hear(isOver.map(({ entry }) => entry.id))
  }

  function keepShown(entry: StoredEntry): void {
    unheard.set(entry.id, { entry, known: knownOf(entry) })
    const timer = setTimeout(() => {
      timers.delete(timer)
      hear([entry.id])
    }, longestUnheard)
    timers.add(timer)
  }

  async function receive(done: DoneEntry): Promise<void> {
    const { id, kind, name, recordId } = done.entry
    // It comes late: what was read since says what has become of it.
    if (isOutdated(getState(), done)) return
    const [sentSeq, invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq(), services.nextSeq()]
    const seen = unheard.get(id)?.entry
    const waiting = seen ?? entries().find((entry) => entry.id === id)
    if (!seen && waiting) answered.add(id)
    if (waiting) receiving.add(waiting)
    unheard.delete(id)
    // However long that takes: what is answered meanwhile is newer.
    await loaded()
    // A page that has just begun may have put back the draft that this is about, and nobody will say so again.
    if (isLocalId(recordId) && !selectEntityConfig(getState(), kind, name))
      await store.dispatch(loadEntityConfigs(kind)).catch(() => undefined)
    if (!selectEntityConfig(getState(), kind, name)) answered.delete(id)
    if (isClosed) return
    receiveDone(context, done, { sentSeq, invalidatedSeq, seq })
    dispatchAll(store, basedOnAnswer(getState(), waiting ?? done.entry, done.body, done.merged))
    if (!waiting) return
    receiving.delete(waiting)
    show([waiting])
  }

  return {
    answered,
    noteAnswer: ({ id }) => void ownAnswered.add(id),
    drop: (before, now) => {
      const left = new Map(now.map((entry) => [entry.id, entry]))
      for (const entry of before) {
        const is = left.get(entry.id)
        if (is === entry || (!is && answered.has(entry.id))) continue
        dispatchAll(store, basedBelow(getState(), entry, is, mergeKnown))
      }
    },
    update: (before, now, isOwn) => {
      const left = new Set(now.map(({ id }) => id))
      for (const entry of isOwn ? [] : goneFrom(before, now)) {
        // What waits on of the record was saved over it, or has taken it in.
        const isLast = !now.some((one) => isSameRecord(one, entry))
        if (isLast && !answered.has(entry.id)) keepShown(entry)
      }
      for (const id of answered) if (!left.has(id)) answered.delete(id)
      const [was, is] = [new Set(before), new Set(now)]
      const changed = [...before, ...now].filter((entry) => !was.has(entry) || !is.has(entry))
      for (const { id } of changed) ownAnswered.delete(id)
      show(changed)
    },
    show,
    hear,
    look,
    receive,
    close: () => {
      timers.forEach(clearTimeout)
      const shown = [...entries(), ...stillShown()]
      unheard.clear()
      show(shown, [])
      isClosed = true
    },
  }
}

/** Whether the record is known as a later write has left it than the one that was answered. */
function isOutdated(state: EntityState, { entry: { entity, key }, body }: DoneEntry): boolean {
  const known = key === undefined ? undefined : selectKnownRecord(state, entity, key)
  return known !== undefined && isRecord(body) && isLater(versionOfRecord(known), versionOfRecord(body))
}
