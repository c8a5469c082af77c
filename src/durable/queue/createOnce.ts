import type { Cells } from '../../core/cells'
import { keyField, type EntityConfig } from '../../config/entityConfig'
import { EntityStoreError } from '../../core/errors'
import { recordKey, type EntityId, type RecordKey } from '../../core/keys'
import { isRecord, own, type RecordData } from '../../core/plain'
import type { EndedWrite, SendWrite } from '../../core/writeGate'
import { versionOfRecord } from '../../edits/basis'
import { none, pickCells, valuesOfCells } from '../../edits/cells'
import { fieldPath, type FieldPath } from '../../edits/fieldPath'
import { codeOf, statusOf } from '../../rest/restError'
import { bodyOf, saveMethodOf, sendWrite } from '../../saving/sendWrite'
import { readAgain } from '../conflicts/readTheirs'
import { basedOnSaved, typedOver } from '../conflicts/rebase'
import { day } from '../day'
import { readAsAnswer, type ReadRecord } from '../readAsAnswer'
import { isMedia } from '../../media/shownOfFile'
import { usualKeyDays } from '../serverFeatures'
import { isClaimable } from './claimable'
import { standingOf } from './claimed'
import { targetOf } from '../targetOf'
import { TakenOver, UncertainCreate, type Delivering } from './delivering'
import type { StoredEntry } from './entry'
import { findByContent, findByMarker, findByName, type Found, type Search } from './findCreated'
import { randomHex } from '../randomHex'
import { pathsOfOthers } from './sentEntry'
import { removeTwins } from './twins'

/** What servers refuse a second record of the same name with, and how the first is found, by kind and name. */
const naturalKeys: Readonly<
  Record<
    string,
    { readonly codes: readonly string[]; readonly by: readonly string[]; readonly in: string } | undefined
  >
> = {
  'root/user': {
    codes: ['existing_user_login', 'existing_user_email'],
    by: ['username', 'email'],
    in: 'email',
  },
  'root/menu': { codes: ['menu_exists', 'term_exists'], by: ['name'], in: 'name' },
}

/**
 * Makes a record once, however often it is tried: by a key that the server knows, by an id of its own, by a slug of its
 * own, by the refusal to make a second one of the name, or by looking for it. What was begun and may have been changed
 * since is looked at before anything more is sent.
 * @throws UncertainCreate where only a person can tell whether it was made; TakenOver where another tab goes on with it.
 */
export async function createOnce(
  { context, config, intent, delivery: { entry, note, leave } }: Delivering,
  send: SendWrite,
): Promise<EndedWrite> {
  const { store, services, features } = context
  const search: Search = { context, config, entry }
  const values = valuesOfCells(entry.fields)
  const { mayBeDone = false, isUnmarked = false, marker } = entry
  const markers = marker === undefined ? [] : [marker]

  if (entry.claimed !== undefined) return goOn(entry.claimed)
  if (entry.idempotencyKey !== undefined) return sendWithKey(entry.idempotencyKey)
  if (entry.ownId !== undefined) return sendWithId(entry.ownId)
  if (isClaimable(config)) return isUnmarked ? sendUnmarked() : claim()
  return mayBeDone ? sendAgain() : send()

  /** The server remembers what it has answered. */
  async function sendWithKey(key: string): Promise<EndedWrite> {
    if (mayBeDone && (await isForgotten())) return sendAnew()
    try {
      return await send({ headers: { 'Idempotency-Key': key } })
    } catch (error) {
      // Its first try has died there, or was another request.
      if (!/^rest_idempotency_(unknown|key_reused)$/.test(codeOf(error))) throw error
      return sendAnew()
    }
  }

  /** The key says nothing any more: with another one, unless it is there. */
  async function sendAnew(): Promise<EndedWrite> {
    const found = await findByContent(search)
    if (found !== 'none') return adopt(found)
    const another = randomHex()
    await note({ idempotencyKey: another, keyAt: Date.now() })
    return send({ headers: { 'Idempotency-Key': another } })
  }

  /** Whether the server may have forgotten the key, and would make a second record. */
  async function isForgotten(): Promise<boolean> {
    // Who has set the clock knows nothing of then.
    const days = Math.abs(Date.now() - (entry.keyAt ?? 0)) / day
    return days > usualKeyDays && days >= (await features.keyDays(config))
  }

  /** Nobody else gives that id: what has it was made by this create. */
  async function sendWithId(id: EntityId): Promise<EndedWrite> {
    const known = mayBeDone ? await readOwn() : undefined
    if (known) return known
    try {
      return await send({ fields: { ...entry.fields, [fieldPath(keyField(config) ?? 'id')]: { value: id } } })
    } catch (error) {
      // An earlier request may have come late, or a proxy have sent this one twice.
      const made = statusOf(error) >= 400 ? await readOwn().catch(() => undefined) : undefined
      if (made) return made
      throw error
    }

    async function readOwn(): Promise<EndedWrite | undefined> {
      const found = await read(id)
      return found && ended(found)
    }
  }

  /** Sends it under the slug that is wanted: where its answer is lost, it is known by who has made it, when, and what it says. */
  async function sendUnmarked(): Promise<EndedWrite> {
    if (!mayBeDone) return send()
    const found = await findByContent(search)
    if (found !== 'none') return adopt(found)
    if (await features.hasKeys(config)) return sendAnew()
    // Under its marker from now on. What was sent before may have been on its way still when it was looked for.
    return claim(async (made) => {
      const late = await findByContent(search, made).catch(() => 'none' as const)
      if (late === 'none' || late === 'unclear') return undefined
      await removeTwins(search, markers, late)
      return adopt(late)
    })
  }

  /**
   * Makes it under a slug of its own, by which it is found where the answer was lost.
   * @param before - Asked before it gets what is wanted: how the create ends where that is known by then.
   */
  async function claim(before?: (made: EntityId) => Promise<EndedWrite | undefined>): Promise<EndedWrite> {
    if (mayBeDone && !isUnmarked) {
      const found = await findByMarker(search)
      if (found === 'unclear') throw new UncertainCreate()
      if (found !== 'none') return goOn(found)
    }
    if (isUnmarked) await note({ isUnmarked: false })
    // A file has no status of its own: it is there for all as soon as it is there.
    const hidden: Cells = isMedia(config) ? {} : { status: { value: 'draft' } }
    const made: Cells = { ...entry.fields, slug: { value: marker }, ...hidden }
    const { answer } = await send({ fields: made })
    const id = isRecord(answer) ? own(answer, keyField(config) ?? '') : undefined
    if (!isRecord(answer) || (typeof id !== 'number' && typeof id !== 'string')) {
      throw new EntityStoreError(
        'invalid_response',
        `The answer to the create has no ${String(keyField(config))}.`,
      )
    }
    await noteClaimed(id, answer)
    const known = await before?.(id)
    if (known) return known
    // The try of a page that died may have been on its way still when it was looked for.
    if (mayBeDone) await removeTwins(search, markers, id)
    return isMedia(config) || values.status !== 'publish' ? finish(id) : publish(id)
  }

  async function noteClaimed(id: EntityId, record: RecordData): Promise<void> {
    try {
      await note({ claimed: id, version: versionOfRecord(record) })
    } catch (error) {
      // Another tab has made it meanwhile: this one is nobody's.
      if (error instanceof TakenOver && error.isDone) await removeTwins(search, markers)
      throw error
    }
  }

  /** Goes on with a record that was made before, if it is still as it was made. */
  async function goOn(id: EntityId): Promise<EndedWrite> {
    const standing = standingOf(config, entry, id, await read(id))
    const { found } = standing
    if (standing.is === 'done') return ended(found)
    if (standing.is === 'changed') {
      leave(standing.rest)
      return ended(found, standing.rest.fields)
    }
    const isNamed = standing.is === 'named'
    await note({ claimed: id, version: versionOfRecord(found.record), ...(isNamed && { isNamed }) })
    if (isNamed) return publish(id, true)
    if (mayBeDone) await removeTwins(search, markers, id)
    return isMedia(config) || values.status !== 'publish' ? finish(id) : publish(id)
  }

  /** Of two of a name the server refuses the second; of others that were made the one is looked for that was sent. */
  async function sendAgain(): Promise<EndedWrite> {
    const natural = own(naturalKeys, `${config.kind}/${config.name}`)
    const isRefusedTwice = natural !== undefined || config.kind === 'taxonomy'
    if (!isRefusedTwice) {
      const found = await findByContent(search)
      if (found !== 'none') return adopt(found)
      return (await features.hasKeys(config)) ? sendAnew() : send()
    }
    try {
      return await send()
    } catch (error) {
      const code = codeOf(error)
      if (code === 'term_exists' && config.kind === 'taxonomy') return adopt(termOf(error))
      if (!natural?.codes.includes(code)) throw error
      return adopt(await findByName(search, { search: own(values, natural.in) }, natural.by))
    }
  }

  /** The record that was found is the one that was to be made. */
  async function adopt(found: Found): Promise<EndedWrite> {
    if (found === 'unclear' || found === 'none') throw new UncertainCreate()
    await note({ claimed: found, isUnmarked: true })
    const record = await read(found)
    if (record === undefined) throw new UncertainCreate()
    return ended(record)
  }

  /** Gives a new record its slug and its status. */
  async function finish(id: EntityId): Promise<EndedWrite> {
    const { slug = '', status } = values
    return put(id, { slug, ...(status !== undefined && { status }) })
  }

  /**
   * Gives a new record its slug while nobody can have seen it, then publishes it: of a slug that a published one has had
   * WordPress keeps that its address leads to the record.
   */
  async function publish(id: EntityId, isNamed = false): Promise<EndedWrite> {
    const { slug = '', status } = values
    if (!isNamed) {
      const { body } = await put(id, { slug })
      await note({ isNamed: true, version: versionOfRecord(body as RecordData) })
    }
    return put(id, { status })
  }

  async function put(id: EntityId, data: RecordData): Promise<EndedWrite> {
    const key = recordKey(id)
    const seq = services.nextSeq()
    const request = { method: saveMethodOf(config, key), id, data } as const
    const record = bodyOf(config, await sendWrite(services, config, key, request, {}))
    if (isRecord(record)) return ended({ record, seq })
    throw new EntityStoreError('invalid_response', 'The new record was not answered.')
  }

  /** A record as it is now; undefined where there is none. */
  async function read(id: EntityId): Promise<ReadRecord | undefined> {
    try {
      const found = await readAgain(services, config, recordKey(id) as RecordKey, {})
      return found === 'gone' ? undefined : found
    } catch (error) {
      // Some servers do not say of what is not there whether it is.
      if (entry.ownId !== undefined && statusOf(error) === 403) return undefined
      throw error
    }
  }

  function ended(found: ReadRecord, left: Cells = none): EndedWrite {
    // It answers for all that was sent of the draft before.
    const { mutation: _, ...target } = targetOf(intent)
    // What others have written since it was made is no answer to what was sent: who has typed over that has not seen it.
    const others = pathsOfOthers(config, entry, found.record)
    const makeResults = () => {
      const over = pickCells(typedOver(store.getState(), intent), (path) => others.includes(path))
      const isAnswered = (path: FieldPath) => !Object.hasOwn(left, path) && !Object.hasOwn(over, path)
      const sent = valuesOfCells(pickCells(entry.fields, isAnswered))
      return [
        ...basedOnSaved(store.getState(), intent, over),
        readAsAnswer(context, { ...target, config, fields: values }, found, sent),
      ]
    }
    return { answer: found.record, body: found.record, makeResults }
  }
}

function termOf(refusal: unknown): Found {
  const { data } = Object(refusal) as { readonly data?: { readonly term_id?: unknown } }
  return typeof data?.term_id === 'number' ? data.term_id : 'unclear'
}

/** Whether a look costs little where it can tell that a create was done. */
export function canBeLookedUp(config: EntityConfig, entry: StoredEntry): boolean {
  return isClaimable(config) || entry.idempotencyKey !== undefined || entry.ownId !== undefined
}
