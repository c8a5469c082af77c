import { entityKey, type EntityKey } from '../../core/keys'
import type { Address } from '../../core/address'
import { eachRow } from '../../core/recordTable'
import { selectRow } from '../../entities/selectors'
import { invalidated } from '../../resolution/actions'
import type { DurableContext } from '../capability'
import type { ReadsSettings } from '../options'
import type { StatusKeeper } from '../statusKeeper'
import type { Connection } from '../storage/connection'
import { rowKeyOf, type KeptRead } from './keptReads'
import { makeReadsStore } from './readsStore'
import { changedReads, type ReadState } from './readsToKeep'
import { restoredReads } from './restoredReads'
import { dispatchAll } from '../dispatchAll'

/** What is kept of reads, once it is open. */
export interface Reads {
  /** Takes what is in the store for what is kept: what the store forgets as nobody shows it stays kept. */
  readonly leaveOut: (forget: () => void) => void
  /** Writes what has changed. Resolves when that is stored, or can't be. */
  readonly flush: () => Promise<void>
  /** As `makeRoom` of the context. */
  readonly makeRoom: DurableContext['makeRoom']
  readonly close: () => Promise<void>
}

interface OpenOptions {
  readonly context: DurableContext
  readonly connection: Connection
  readonly keeper: StatusKeeper
  readonly limits: ReadsSettings
  /** The entities that the application knows without the server. */
  readonly declared: ReadonlySet<string>
}

/** How long after a change what was read is written, in milliseconds: nothing is lost where the page dies before. */
const quietTime = 1000

/** Shows what an earlier page of the owner has read, and keeps what this one reads. */
export async function openReads({
  context,
  connection,
  keeper,
  limits,
  declared,
}: OpenOptions): Promise<Reads> {
  const { store, settings } = context
  const { seal, isKept } = settings
  const { channel } = connection
  let isShared = !channel
  const greet = (reads: 'opened' | 'there') => channel?.post({ reads })
  channel?.subscribe((message) => {
    const { reads } = Object(message) as { readonly reads?: unknown }
    if (reads === 'opened') greet('there')
    isShared ||= reads !== undefined
  })
  greet('opened')
  const rows = makeReadsStore({
    connection,
    seal,
    limits,
    onSize: (reads) => keeper.setBytes({ reads }),
    isShared: () => isShared,
  })
  const named = limits.entities && new Set(limits.entities.map(({ kind, name }) => entityKey(kind, name)))
  const keeps = (entity: EntityKey) => named?.has(entity) ?? true
  let base: ReadState | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let writing: Promise<void> = Promise.resolve()

  const kept = await rows.load()
  const isWanted = (read: KeptRead) => !('entity' in read) || keeps(read.entity)
  const actions = restoredReads(store.getState(), kept.filter(isWanted))
  dispatchAll(store, actions)
  // What is not wanted any more, or was deleted before it was known that it is kept.
  const gone = kept.filter(
    (read) =>
      !isWanted(read) ||
      (read.of === 'record' && !selectRow(store.getState(), read.entity, read.key, 'default')),
  )
  if (gone.length > 0)
    void rows.write(new Map(gone.map((read) => [rowKeyOf(read), undefined]))).catch(() => undefined)

  /** Begins to write what has changed, in this very moment. */
  function write(): void {
    clearTimeout(timer)
    timer = undefined
    const state = store.getState()
    if (isClosed || connection.isEnded() || !isBehind(state)) return
    const changes = changedReads(base, state, { isKept, keeps, declared })
    base = state
    // What could not be written is read again: nobody has to hear of it.
    const written = rows.write(changes).catch(() => undefined)
    writing = Promise.all([writing, written]).then(() => undefined)
  }

  /** Has what is shown as it was kept, because the server was not reached, read by whoever shows it. */
  function askAgain(): void {
    const kept = new Set<Address>()
    eachRow(store.getState().resolution.entries, ({ isKept, about }) => isKept && kept.add(about))
    if (kept.size > 0) store.dispatch(invalidated([...kept], context.services.nextSeq()))
  }

  function isBehind(state: ReadState): boolean {
    return (
      base?.entities !== state.entities ||
      base.queries !== state.queries ||
      base.permissions !== state.permissions ||
      base.lookups !== state.lookups ||
      base.config !== state.config
    )
  }

  const unsubscribe = store.subscribe(() => {
    if (!isClosed && isBehind(store.getState())) timer ??= setTimeout(write, quietTime)
  })
  const unobserve = connection.storage.observe((event) => {
    if (event === 'hide' || event === 'leave') write()
    else if (event === 'online') askAgain()
  })
  connection.onClosing(write)
  connection.onLost(() => {
    base = undefined
    rows.lost()
    write()
  })
  async function makeRoom(): Promise<boolean> {
    const isAny = keeper.bytesOf('reads') > 0
    if (isAny) await rows.clear().catch(() => undefined)
    return isAny
  }

  const unwatch = keeper.subscribe(() => {
    // What is edited counts for more than what can be read again.
    if (keeper.status().storage === 'full') void makeRoom()
  })

  // From here on what is missing was deleted.
  write()

  async function flush(): Promise<void> {
    write()
    await writing
  }

  return {
    leaveOut: (forget) => {
      write()
      forget()
      base = store.getState()
    },
    flush,
    makeRoom,
    close: async () => {
      if (isClosed) return
      await flush()
      isClosed = true
      clearTimeout(timer)
      unsubscribe()
      unobserve()
      unwatch()
    },
  }
}
