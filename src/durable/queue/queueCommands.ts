import { requireEntityConfig } from '../../config/loadEntityConfigs'
import { EntityStoreError, show } from '../../core/errors'
import { recordKey, type EntityId, type RecordKey } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { isRecord } from '../../core/plain'
import { bodyOf, saveMethodOf, sendWrite } from '../../saving/sendWrite'
import type { DurableContext } from '../capability'
import { readAgain } from '../conflicts/readTheirs'
import { dispatchAll } from '../dispatchAll'
import type { Replacement } from '../locals/replaceIds'
import { readAsAnswer } from '../readAsAnswer'
import { basedBelowDropped, type MergeKnown } from './dropped'
import { basedBelow } from './elsewhere'
import { isAsSeen, isHeld, isLeftOfCreate, isNew, without, type StoredEntry } from './entry'
import { findByMarker } from './findCreated'
import { inOrder, withoutStuck } from './order'
import type { DoneEntry } from './outcomes'
import { noEntry } from './noEntry'
import type { Queue, Settlement } from './queue'
import type { QueueRows } from './queueRows'
import { aliasOf, madeRecord } from './sentEntry'
import { targetOfEntry } from './targets'

interface CommandOptions {
  readonly context: DurableContext
  readonly mergeKnown: MergeKnown
  readonly rows: QueueRows
  /** One tab at a time discards an entry: gives what lets the next one, undefined where nobody can say. */
  readonly lock: (id: string) => Promise<(() => void) | undefined>
  /** Tells other tabs of a record that is made. */
  readonly onMade: (made: DoneEntry) => void
  /** Says that nobody will ever know whether a write was done. */
  readonly onUnknownOutcome: (entry: StoredEntry) => void
  /** Has all tabs wait no longer. */
  readonly tryNow: () => Promise<void>
}

/** What a person may do about the entries of the queue. */
export function makeQueueCommands({
  context,
  mergeKnown,
  rows,
  lock,
  onMade,
  onUnknownOutcome,
  tryNow,
}: CommandOptions): Pick<Queue, 'retry' | 'discard' | 'settle' | 'whenEmpty'> {
  const { store, services, report, files } = context
  const { dispatch, getState } = store

  function found(id: string): StoredEntry {
    const entry = rows.all().find((one) => one.id === id)
    if (entry) return entry
    throw noEntry(id)
  }

  async function retry(id?: string): Promise<void> {
    if (id !== undefined) found(id)
    await rows.change((entries) =>
      entries.map((one) => {
        if (id !== undefined && one.id !== id) return one
        if (one.state === 'sending' || one.isAsked) return one
        // It goes on when that is resolved: its check would find nothing that was changed since.
        if (isLeftOfCreate(one) && one.conflict?.reason === 'changed') return one
        // Of a deletion that was held because others have changed the record, that is known by now.
        const isConflictKnown = one.what === 'delete' && one.error?.code === 'save_conflict'
        // Of a create whose record was deleted before it was done nothing is left: it is made anew.
        const isGone = isNew(one) && one.conflict?.reason === 'gone'
        const rest = isConflictKnown
          ? without(one, 'origin', 'known', 'tag')
          : isGone
            ? { ...without(one, 'claimed', 'version', 'isNamed', 'isUnmarked'), mayBeDone: false }
            : one
        const state = rest.mayBeDone && rest.what !== 'update' ? 'uncertain' : 'waiting'
        return { ...without(rest, 'nextAt', 'error', 'conflict'), state, isWanted: true }
      }),
    )
    await tryNow()
  }

  /** What is being discarded, by entry: asked for twice, it is done once. */
  const discarding = new Map<string, Promise<void>>()

  function discard(id: string): Promise<void> {
    const known = discarding.get(id)
    if (known) return known
    const done = discardOnce(id).finally(() => discarding.delete(id))
    discarding.set(id, done)
    return done
  }

  async function discardOnce(id: string): Promise<void> {
    found(id)
    const unlock = await lock(id)
    try {
      for (;;) {
        await rows.read()
        const made = await halfMade(discardable(id))
        // It may have been sent, tried or discarded while that was looked up, here or in another tab.
        await rows.read()
        const entry = discardable(id)
        if (made !== undefined ? await keepHalfMade(entry, made) : await giveUp(entry)) return
      }
    } finally {
      unlock?.()
    }
  }

  /** An entry as it is now. @throws EntityStoreError where it is being sent, or there is none. */
  function discardable(id: string): StoredEntry {
    const entry = found(id)
    if (entry.state !== 'sending') return entry
    throw new EntityStoreError(
      'invalid_option',
      `Entry ${show(id)} is being sent: discard it when that has ended, if it is still there.`,
    )
  }

  async function giveUp(entry: StoredEntry): Promise<boolean> {
    if (!(await takeOut(entry))) return false
    dispatchAll(store, basedBelow(getState(), entry, undefined, mergeKnown))
    if (entry.file !== undefined) await dropFile(entry.file)
    if (entry.mayBeDone) onUnknownOutcome(entry)
    return true
  }

  /** Of an upload that is no draft nothing is left. */
  async function dropFile(name: string): Promise<void> {
    files.forget(name)
    // What is left behind is swept up by a later start.
    await files.sweep([name]).catch(() => undefined)
  }

  /** Takes an entry out unless it was sent since; false where it was. */
  async function takeOut(entry: StoredEntry, made?: Replacement): Promise<boolean> {
    let isTaken = false
    await rows.change(
      (entries) => {
        isTaken = entries.some((one) => isAsSeen(one, entry))
        if (!isTaken) return entries
        const left = entries.filter(({ id }) => id !== entry.id)
        return basedBelowDropped(getState(), entries, left, mergeKnown)
      },
      made && { local: made.local, alias: aliasOf(entry, made) },
    )
    return isTaken
  }

  /** Notes which record a create has made; false where the entry was sent since. */
  async function noteClaimed(entry: StoredEntry, claimed: EntityId): Promise<boolean> {
    const now = await rows.change((entries) =>
      entries.map((one) => (isAsSeen(one, entry) ? { ...one, claimed } : one)),
    )
    return now.some((one) => one.id === entry.id && one.claimed === claimed)
  }

  /** The record of a create that is on the server without its slug and status; undefined where there is none for sure. */
  async function halfMade(entry: StoredEntry): Promise<EntityId | undefined> {
    if (!isNew(entry) || entry.isUnmarked || entry.idempotencyKey !== undefined) return undefined
    if (entry.claimed !== undefined) return entry.claimed
    if (!entry.mayBeDone || !entry.marker) return undefined
    const look = async () => {
      // This tab may have shown none of its kind.
      const config = await dispatch(requireEntityConfig(entry.kind, entry.name))
      return findByMarker({ context, config, entry })
    }
    // Where that can't be asked now, the next save of the draft looks for it.
    const known = await look().catch(() => 'none' as const)
    return known === 'none' || known === 'unclear' ? undefined : known
  }

  /** The draft is that record from now on, with its edits unsaved: saving it later makes no second one. */
  async function keepHalfMade(entry: StoredEntry, id: EntityId): Promise<boolean> {
    const { kind, name, title } = entry
    const config = await dispatch(requireEntityConfig(kind, name))
    // It loses its marker now: where the answer gets lost, nobody would find it, and a retry would make a second one.
    if (!(await noteClaimed(entry, id))) return false
    const key = recordKey(id) as RecordKey
    const found = await readAgain(services, config, key, {})
    // Somebody has deleted it: then nothing is left of it anywhere.
    if (found === 'gone') return giveUp(entry)
    const { seq } = found
    let record: unknown = found.record
    // What it was made under is nobody's slug; one that it got since is.
    if (found.record.slug === entry.marker) {
      const data = { slug: entry.fields.slug?.value ?? '' }
      const naming = { method: saveMethodOf(config, key), id, data } as const
      record = bodyOf(config, await sendWrite(services, config, key, naming, {}))
    }
    if (!isRecord(record)) throw new EntityStoreError('invalid_response', `Record ${id} was not answered.`)
    if (!(await takeOut(entry, madeRecord(config, entry, record)))) return false
    if (entry.file !== undefined) await dropFile(entry.file)
    dispatch(readAsAnswer(context, { ...targetOfEntry(entry), config, fields: {} }, { record, seq }))
    // Its draft may be in another tab, where what was to be sent is still to be saved.
    onMade({ entry: { ...entry, fields: {} }, body: record })
    report({
      code: 'adopted',
      message: `'${title}' (${kind}, ${name}) is on the server already, as a draft with the id ${id}: what is left of it is not sent. Delete that record where it is not wanted.`,
      kind,
      name,
      key: id,
    })
    return true
  }

  async function settle(id: string, how: Settlement): Promise<void> {
    const { isAsked } = found(id)
    checkSettlement(how)
    if (!isAsked) {
      throw new EntityStoreError(
        'invalid_option',
        `Entry ${show(id)} is not uncertain: nothing has to be said of it.`,
      )
    }
    await rows.change((entries) =>
      entries.map((one) => {
        if (one.id !== id) return one
        const rest = { ...without(one, 'isAsked', 'error'), state: 'waiting' as const }
        return how === 'sendAgain'
          ? // The key of a try that has died would only say that again.
            { ...without(rest, 'idempotencyKey'), mayBeDone: false, isUnmarked: false }
          : { ...rest, claimed: how.exists, isUnmarked: true, isSaidToExist: true }
      }),
    )
    await tryNow()
  }

  async function whenEmpty(): Promise<void> {
    // What was just asked for, such as to go on with what was held, may be on its way to the disk.
    await rows.read().catch(() => undefined)
    return new Promise((resolve, reject) => {
      const look = () => {
        const all = rows.all()
        if (withoutStuck(all).length > 0) return
        unsubscribe()
        if (all.length === 0) return resolve()
        const names = inOrder(all.filter(isHeld)).map(
          ({ kind, name, recordId, title }) => `(${kind}, ${name}) ${recordId ?? ''} '${title}'`,
        )
        reject(new EntityStoreError('queue_held', `These writes wait for somebody: ${names.join(', ')}.`))
      }
      const unsubscribe = context.subscribe(look)
      look()
    })
  }

  return { retry, discard, settle, whenEmpty }
}

function checkSettlement(how: unknown): void {
  const { exists } = Object(how) as { readonly exists?: unknown }
  const isId = typeof exists === 'number' ? Number.isFinite(exists) : typeof exists === 'string'
  if (how === 'sendAgain' || (isId && exists && !isLocalId(exists))) return
  throw new EntityStoreError(
    'invalid_option',
    `The settlement is ${show(how)}. Pass 'sendAgain', or { exists: id } with the id that the server has given.`,
  )
}
