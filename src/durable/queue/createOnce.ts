import { isOfWordPress } from '../../config/defineServer'
import { keyField, type EntityConfig } from '../../config/entityConfig'
import { EntityStoreError } from '../../core/errors'
import { recordKey, type EntityId } from '../../core/keys'
import { isRecord, own, type RecordData } from '../../core/plain'
import type { EndedWrite, SendWrite } from '../../core/writeGate'
import { codeOf } from '../../rest/restError'
import { bodyOf, saveMethodOf, sendWrite } from '../../saving/sendWrite'
import { savedAction } from '../../saving/writeResults'
import { day } from '../day'
import { isMedia } from '../locals/draftAddresses'
import { usualKeyDays } from '../serverFeatures'
import { targetOf, UncertainCreate, type Delivering } from './delivering'
import type { StoredEntry } from './entry'
import { findByContent, findByMarker, findByName, findTwins, type Found, type Search } from './findCreated'
import { randomHex } from './randomHex'

/** Posts of every type, and media, are made under a slug by which they are found again. */
function isClaimable(config: EntityConfig): boolean {
  const { kind, name, baseURL } = config
  const isPost = kind === 'postType' && !/^wp_(template|font)/.test(name)
  return (isPost || isMedia(config)) && isOfWordPress(baseURL)
}

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
 * Makes a record once, however often it is tried: by a key that the server knows, by a slug of its own, by the refusal to
 * make a second one of the name, or by looking for it.
 * @throws UncertainCreate where only a person can tell whether it was made.
 */
export async function createOnce(
  { context, config, intent, delivery: { entry, note } }: Delivering,
  send: SendWrite,
): Promise<EndedWrite> {
  const { store, services } = context
  const { signal } = intent.options
  const how = signal ? { signal } : {}
  const search: Search = { context, config, entry, signal }
  /** Whether it was sent without a slug of its own, and has not been sent with one since. */
  let isUnmarked = entry.isUnmarked === true

  if (entry.claimed !== undefined) return finish(entry.claimed, entry.fields)
  if (entry.idempotencyKey !== undefined) return sendWithKey(entry.idempotencyKey)
  if (isClaimable(config)) return claim()
  return entry.mayBeDone ? sendAgain() : send()

  /** The server remembers what it has answered. */
  async function sendWithKey(key: string): Promise<EndedWrite> {
    if (entry.mayBeDone && (await isForgotten())) return sendAnew()
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
    return days > usualKeyDays && days >= (await context.features.keyDays(config))
  }

  /** Makes it under a slug of its own, by which it is found where the answer was lost. */
  async function claim(): Promise<EndedWrite> {
    if (entry.mayBeDone) {
      // What was sent before it came to the queue has no slug of its own.
      const found = await (isUnmarked ? findByContent(search) : findByMarker(search))
      if (isUnmarked && found !== 'none') return adopt(found)
      if (found === 'unclear') throw new UncertainCreate()
      if (found !== 'none') {
        await note({ claimed: found })
        return finish(found, entry.fields)
      }
      if (isUnmarked) await note({ isUnmarked: false })
      isUnmarked = false
    }
    // A file has no status of its own: it is there for all as soon as it is there.
    const hidden = isMedia(config) ? {} : { status: 'draft' }
    const made = await send({ fields: { ...entry.fields, slug: entry.marker, ...hidden } })
    const id = isRecord(made.answer) ? own(made.answer, keyField(config) ?? '') : undefined
    if (typeof id !== 'number' && typeof id !== 'string') {
      throw new EntityStoreError(
        'invalid_response',
        `The answer to the create has no ${String(keyField(config))}.`,
      )
    }
    await note({ claimed: id })
    // The try of a page that died may have been on its way still when it was looked for.
    if (entry.mayBeDone) await removeTwins(id)
    return finish(id, {})
  }

  /** Deletes what else was made under the marker: nobody else can know of it. What can't be deleted stays a draft. */
  async function removeTwins(id: EntityId): Promise<void> {
    for (const twin of await findTwins(search, id).catch(() => [])) {
      const request = { method: 'DELETE', id: twin, parameters: { force: true } } as const
      await sendWrite(services, config, recordKey(twin), request, how).catch(() => undefined)
    }
  }

  /** Of two of a name the server refuses the second; of others that were made the one is looked for that was sent. */
  async function sendAgain(): Promise<EndedWrite> {
    const natural = own(naturalKeys, `${config.kind}/${config.name}`)
    const isRefusedTwice = natural !== undefined || config.kind === 'taxonomy'
    if (!isRefusedTwice) {
      const found = await findByContent(search)
      if (found !== 'none') return adopt(found)
      return send()
    }
    try {
      return await send()
    } catch (error) {
      const code = codeOf(error)
      if (code === 'term_exists' && config.kind === 'taxonomy') return adopt(termOf(error))
      if (!natural?.codes.includes(code)) throw error
      return adopt(await findByName(search, { search: own(entry.fields, natural.in) }, natural.by))
    }
  }

  /** The record that was found is the one that was to be made. */
  async function adopt(found: Found): Promise<EndedWrite> {
    if (found === 'unclear' || found === 'none') throw new UncertainCreate()
    await note({ claimed: found, isUnmarked: true })
    const key = recordKey(found)
    const request = { method: 'GET', parameters: config.baseURLParams } as const
    const sentSeq = services.nextSeq()
    return ended(bodyOf(config, await sendWrite(services, config, key, request, how)), sentSeq)
  }

  /** Gives a new record its slug and its status, which publishes it if that is wanted. */
  async function finish(id: EntityId, others: RecordData): Promise<EndedWrite> {
    const { slug = '', status } = entry.fields
    const isMarked = isClaimable(config) && !isUnmarked
    const data = { ...others, ...(isMarked && { slug }), ...(status !== undefined && { status }) }
    const key = recordKey(id)
    const sentSeq = services.nextSeq()
    const request = { method: saveMethodOf(config, key), id, data } as const
    return ended(bodyOf(config, await sendWrite(services, config, key, request, how)), sentSeq)
  }

  function ended(body: unknown, sentSeq: number): EndedWrite {
    if (!isRecord(body)) throw new EntityStoreError('invalid_response', 'The new record was not answered.')
    const makeResults = () => {
      const [invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq()]
      const save = { ...targetOf(intent), config, fields: entry.fields }
      const answer = { record: body, isWhole: true }
      return [savedAction(store.getState(), save, answer, entry.fields, { invalidatedSeq, seq, sentSeq })]
    }
    return { answer: body, body, makeResults }
  }
}

function termOf(refusal: unknown): Found {
  const { data } = Object(refusal) as { readonly data?: { readonly term_id?: unknown } }
  return typeof data?.term_id === 'number' ? data.term_id : 'unclear'
}

/** Whether a look costs little where it can tell that a create was done. */
export function canBeLookedUp(config: EntityConfig, entry: StoredEntry): boolean {
  return isClaimable(config) || entry.idempotencyKey !== undefined
}
