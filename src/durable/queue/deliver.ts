import { selectEntityConfig } from '../../config/selectors'
import { isOfWordPress } from '../../config/defineServer'
import { keyField, type EntityConfig } from '../../config/entityConfig'
import { EntityStoreError } from '../../core/errors'
import { recordKey, type EntityId, type RecordKey } from '../../core/keys'
import { isRecord, own, type RecordData } from '../../core/plain'
import type { EndedWrite, SendWrite, WriteIntent } from '../../core/writeGate'
import { rawRecord } from '../../edits/fields'
import { versionOfRecord } from '../../edits/basis'
import { askServer } from '../../entities/askServer'
import { readRecord } from '../../entities/parseRecords'
import { pageIn } from '../../entities/readAnswers'
import { recordPath } from '../../entities/recordPath'
import { removalAction } from '../../entities/removeEntityRecords'
import { statusOf } from '../../rest/restError'
import { bodyOf, saveMethodOf, sendWrite } from '../../saving/sendWrite'
import { recordSaved, savedAction } from '../../saving/writeResults'
import type { DurableContext } from '../capability'
import { isEqual } from '../../core/isEqual'
import type { StoredEntry } from './entry'

/** Thrown where only a person can tell whether a create was done. */
export class UncertainCreate extends Error {}

/** What a delivery needs of whoever sends. */
export interface Delivery {
  readonly entry: StoredEntry
  /** Stores what is known of a new record before the next request leaves. */
  readonly note: (known: Pick<StoredEntry, 'claimed' | 'isUnmarked'>) => Promise<void>
}

/** Posts of every type are made under a slug by which they are found again. */
export function isClaimable({ kind, name, baseURL }: EntityConfig): boolean {
  return kind === 'postType' && !name.startsWith('wp_template') && isOfWordPress(baseURL)
}

/** Sends a queued write, so that it is done once however often it was tried. */
export async function deliver(
  { store, services }: Pick<DurableContext, 'store' | 'services'>,
  intent: WriteIntent,
  send: SendWrite,
  { entry, note }: Delivery,
): Promise<EndedWrite> {
  const found = selectEntityConfig(store.getState(), entry.kind, entry.name)
  if (found === undefined) return send()
  const config = found
  const { signal } = intent.options
  const how = signal ? { signal } : {}
  const target = { ...pick(intent), isAutosave: false }

  if (entry.what === 'delete') return deleteOnce()
  if (entry.what === 'update') return send(entry.basis ? { basis: entry.basis } : {})
  if (entry.claimed !== undefined) return finish(entry.claimed, entry.fields)
  if (!isClaimable(config)) {
    // Of two terms of a name the server refuses the second, and says which one is there.
    if (!entry.mayBeDone || config.kind === 'taxonomy') return send()
    throw new UncertainCreate()
  }
  if (entry.mayBeDone) {
    const existing = await lookUp()
    if (existing !== undefined) {
      await note({ claimed: existing })
      return finish(existing, entry.fields)
    }
    if (entry.isUnmarked) await note({ isUnmarked: false })
  }
  const made = await send({ fields: { ...entry.fields, slug: entry.marker, status: 'draft' } })
  const id = isRecord(made.answer) ? own(made.answer, keyField(config) ?? '') : undefined
  if (typeof id !== 'number' && typeof id !== 'string') {
    throw new EntityStoreError(
      'invalid_response',
      `The answer to the create has no ${String(keyField(config))}.`,
    )
  }
  await note({ claimed: id })
  return finish(id, {})

  /** Gives a new record its slug and its status, which publishes it if that is wanted. */
  async function finish(id: EntityId, others: RecordData): Promise<EndedWrite> {
    const { slug = '', status } = entry.fields
    const data = { ...others, slug, ...(status !== undefined && { status }) }
    const key = recordKey(id)
    const sentSeq = services.nextSeq()
    const response = await sendWrite(
      services,
      config,
      key,
      { method: saveMethodOf(config, key), id, data },
      how,
    )
    const body = bodyOf(config, response)
    if (!isRecord(body)) throw new EntityStoreError('invalid_response', 'The new record was not answered.')
    const makeResults = () => {
      const [invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq()]
      const save = { ...target, config, fields: entry.fields }
      const answer = { record: body, isWhole: true }
      return [savedAction(store.getState(), save, answer, entry.fields, { invalidatedSeq, seq, sentSeq })]
    }
    return { answer: body, body, makeResults }
  }

  /** The record that an earlier try has made; undefined where it has made none. */
  async function lookUp(): Promise<EntityId | undefined> {
    const { marker } = entry
    // What the queue has sent has its marker. What was sent before it came here has to be recognised by what it says.
    if (marker && !entry.isUnmarked) {
      const rows = await list({ slug: `${marker},${marker}__trashed` })
      return idOf(rows[0])
    }
    const recent = await list({ orderby: 'date', order: 'desc', per_page: 20 })
    const alike = recent.filter((row) => isAlike(config, row, entry.fields))
    if (alike.length === 0) return undefined
    throw new UncertainCreate()
  }

  async function list(parameters: RecordData): Promise<readonly RecordData[]> {
    const path = recordPath(config, undefined, {
      ...config.baseURLParams,
      context: 'edit',
      status: 'any,trash',
      ...parameters,
    })
    const answer = await askServer(config, services.fetcher, { path, ...how })
    return pageIn(config, answer).rows.filter(isRecord)
  }

  function idOf(row: RecordData | undefined): EntityId | undefined {
    return row && (own(row, keyField(config) ?? '') as EntityId | undefined)
  }

  async function deleteOnce(): Promise<EndedWrite> {
    if (entry.parameters?.force && entry.basis?.version && !entry.mayBeDone) await refuseMoved()
    try {
      return await send()
    } catch (error) {
      const status = statusOf(error)
      const key = intent.key
      if (!entry.mayBeDone || key === undefined || (status !== 404 && status !== 410)) throw error
      const invalidatedSeq = services.nextSeq()
      if (status === 404) {
        return {
          answer: { deleted: true },
          makeResults: () => [removalAction(entry.kind, entry.name, [key], invalidatedSeq)],
        }
      }
      const record = await read(key)
      const trashed = { ...target, isDelete: true }
      const makeResults = () => [
        recordSaved(config, trashed, readRecord(config, record, key), {
          invalidatedSeq,
          seq: services.nextSeq(),
        }),
      ]
      return { answer: record, body: record, makeResults }
    }
  }

  async function refuseMoved(): Promise<void> {
    if (intent.key === undefined) return
    const record = await read(intent.key)
    const version = isRecord(record) ? versionOfRecord(record) : {}
    if (isEqual(version, entry.basis?.version)) return
    throw new EntityStoreError(
      'save_conflict',
      `(${entry.kind}, ${entry.name}) ${intent.key} was changed after its deletion was asked for. Look at it, then delete it again or retry.`,
    )
  }

  async function read(key: RecordKey): Promise<unknown> {
    const request = { method: 'GET', parameters: config.baseURLParams } as const
    return bodyOf(config, await sendWrite(services, config, key, request, how))
  }
}

function pick({ kind, name, entity, key, id, createId }: WriteIntent) {
  return { kind, name, entity, key, id, ...(createId !== undefined && { createId }) }
}

/** Whether a record may be what was sent: it has its title, or where that is not known, its text. */
function isAlike({ rawAttributes }: EntityConfig, row: RecordData, fields: RecordData): boolean {
  const raw = rawRecord(rawAttributes, row)
  const names = ['title', 'content', 'excerpt'].filter((name) => fields[name])
  const [first] = names
  // Nothing tells it from others.
  if (first === undefined) return true
  return String(own(raw, first)).trim() === String(fields[first]).trim()
}
