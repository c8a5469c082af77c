import { isSite } from '../../config/builtinEntities'
import type { EntityConfig } from '../../config/entityConfig'
import { keyField } from '../../config/entityConfig'
import type { RecordKey } from '../../core/keys'
import { own, type RecordData } from '../../core/plain'
import type { Services } from '../../core/thunk'
import type { RecordVersion } from '../../core/recordVersion'
import { versionOfRecord } from '../../edits/basis'
import { askServer, saysMissing } from '../../entities/askServer'
import { readRecord, readRecords } from '../../entities/parseRecords'
import { listPageIn, recordIn } from '../../entities/readAnswers'
import { recordPath } from '../../entities/recordPath'
import { askingFresh } from '../../rest/freshReads'
import { statusOf, type RestError } from '../../rest/restError'
import { day } from '../day'
import { checkedEntity, comparedField } from './fieldKinds'
import { recordAlong, tagIn, type Tag } from './preconditions'

/** A record that is to be compared with the server's. */
export interface Asked {
  readonly config: EntityConfig
  readonly key: RecordKey
  /** The fields to compare. */
  readonly fields: readonly string[]
  /** The version at which they are known; absent where none is. */
  readonly version: RecordVersion | undefined
}

/** What the server has of a record now. */
export interface Theirs {
  /** What it has of the fields; those that are as they were known may be missing. */
  readonly record: RecordData
  readonly version: RecordVersion
  /** When it was asked for. */
  readonly seq: number
  /** Whether the record was changed since its known version, as far as it says: of texts only `showsTextChanges` says so. */
  readonly isChanged: boolean
  /** What the server tells this version by, or an older one; absent where it has not said so along with it. */
  readonly tag?: Tag
  /** Whether it is the whole record. */
  readonly isWhole?: boolean
}

/** What a check finds: the record, or why there is none. */
export type Found = Theirs | 'gone' | 'forbidden'

/** The most ids that one request asks for. */
const mostIds = 100

/**
 * Asks how records of one entity stand: one request for up to a hundred of them, and another one for long texts of those
 * that have moved on. By the store's own fetcher: in a batch a read fails all of it.
 * @param now - What time it is by the server's clock.
 * @param isListed - Whether several are asked for at once, by `include`.
 * @throws What the fetcher rejects with, but for a refusal.
 */
export async function readTheirs(
  services: Services,
  config: EntityConfig,
  asked: readonly Asked[],
  now: () => number,
  isListed = checkedEntity(config).isListed,
): Promise<ReadonlyMap<RecordKey, Found>> {
  const found = new Map<RecordKey, Found>()
  const all = joined(asked)
  const size = isListed ? mostIds : 1
  for (let at = 0; at < all.length; at += size) {
    const some = all.slice(at, at + size)
    for (const [key, one] of await readSome(services, config, some, isListed)) found.set(key, one)
  }
  const moved = all.flatMap((one): Asked[] => {
    const theirs = found.get(one.key)
    const late = lateFields(one)
    if (typeof theirs !== 'object' || late.length === 0) return []
    if (!theirs.isChanged && showsTextChanges(one.version, now())) return []
    return [{ ...one, fields: late, version: undefined }]
  })
  if (moved.length === 0) return found
  for (const [key, late] of await readTheirs(services, config, moved, now, isListed)) {
    const first = found.get(key)
    if (typeof late !== 'object' || typeof first !== 'object') found.set(key, late)
    // By a newer tag, what has changed in between would be replaced unseen.
    else found.set(key, { ...late, record: { ...first.record, ...late.record }, ...tagged(first.tag?.etag) })
  }
  return found
}

/** Each record once: one that is asked for twice, with the fields of both. */
function joined(all: readonly Asked[]): readonly Asked[] {
  const byKey = new Map<string, Asked>()
  for (const one of all) {
    const other = byKey.get(one.key)
    const fields = [...new Set([...(other?.fields ?? []), ...one.fields])]
    byKey.set(one.key, { ...one, fields, version: other ? undefined : one.version })
  }
  return [...byKey.values()]
}

/** Texts that are asked for only where the record has moved on, or its version does not tell: they may be long. */
function lateFields({ config, fields, version }: Asked): readonly string[] {
  const { modified, hasFields } = checkedEntity(config)
  if (!hasFields || !modified || !hasHistory(version)) return []
  return fields.filter((field) => config.rawAttributes?.includes(field))
}

/** Whether a version is that of a record whose texts have revisions, as far as the site keeps any. */
function hasHistory(
  version: RecordVersion | undefined,
): version is RecordVersion & { readonly modified: string } {
  return version?.modified !== undefined && version.revisions !== undefined
}

/**
 * Whether a version shows every change of a text. With a revision it shows those within one second, too. Without one
 * it does where it is old: a record that has none yet looks like one of a site that keeps none, and times count in seconds.
 */
export function showsTextChanges(version: RecordVersion | undefined, now: number): boolean {
  if (!hasHistory(version)) return false
  return version.revision !== undefined || now - Date.parse(`${version.modified}Z`) > longAgo
}

/** How long ago a second is surely over, whatever the zone of a time, in milliseconds. */
const longAgo = 2 * day

async function readSome(
  services: Services,
  config: EntityConfig,
  some: readonly Asked[],
  isListed: boolean,
): Promise<ReadonlyMap<RecordKey, Found>> {
  const { hasFields, status } = checkedEntity(config)
  const found = new Map<RecordKey, Found>()
  if (isListed) {
    const keys = some.map(({ key }) => key)
    const seq = services.nextSeq()
    const parameters = {
      ...config.baseURLParams,
      include: keys.join(),
      per_page: keys.length,
      ...(status && { status }),
      ...(hasFields && fieldsOf(config, some)),
    }
    try {
      const path = recordPath(config, undefined, parameters)
      const answer = await askServer(config, askingFresh(services).fetcher, { path })
      const rows = readRecords(config, listPageIn(config, answer).rows)
      rows.keys.forEach((key, at) => {
        const one = some.find((each) => each.key === key)
        if (one) found.set(key, theirsOf(one, rows.records[at] as RecordData, seq))
      })
    } catch (error) {
      if (!isRefused(error)) throw error
    }
  }
  for (const one of some) {
    // Who may not list may read a single one; and a list leaves out what is gone, or is filtered by a plugin.
    if (!found.has(one.key)) found.set(one.key, await readOne(services, config, one, hasFields))
    // What does not come where some fields are asked for says nothing: a server may give it with the whole record.
    const theirs = found.get(one.key)
    if (hasFields && typeof theirs === 'object' && lacksSome(theirs, one))
      found.set(one.key, await readOne(services, config, one, false))
  }
  return found
}

/** Whether something that was asked for has not come. */
function lacksSome({ record }: Theirs, one: Asked): boolean {
  const late = lateFields(one)
  return one.fields.some((field) => !late.includes(field) && !Object.hasOwn(record, field))
}

async function readOne(
  services: Services,
  config: EntityConfig,
  one: Asked,
  hasFields: boolean,
): Promise<Found> {
  const seq = services.nextSeq()
  const parameters = {
    ...config.baseURLParams,
    ...(hasFields && fieldsOf(config, [one])),
  }
  try {
    const answer = await askServer(config, askingFresh(services).fetcher, {
      path: recordPath(config, one.key, parameters),
    })
    const [record] = readRecord(config, recordIn(config, answer)).records
    // Of some fields of a record others may make a tag of their own.
    const tag = hasFields ? answer.headers?.get('Copydesk-Tag') : undefined
    return { ...theirsOf(one, record as RecordData, seq), isWhole: !hasFields, ...tagged(tag) }
  } catch (error) {
    if (saysGone(config, error)) return 'gone'
    if (!isRefused(error)) throw error
    return 'forbidden'
  }
}

/** Whether the server says that this may not be asked: then nothing can be compared, and nothing is lost by trying. */
function isRefused(error: unknown): boolean {
  return [400, 403, 404, 405].includes(statusOf(error))
}

/** The `_fields` of a check: the key, what says how new a record is, and the values to compare. */
function fieldsOf(config: EntityConfig, some: readonly Asked[]): RecordData {
  const { modified, status } = checkedEntity(config)
  const names = new Set<string>([keyField(config)].flatMap((field) => (field === undefined ? [] : [field])))
  if (modified) {
    for (const name of ['status', modified, '_links.version-history', '_links.predecessor-version'])
      names.add(name)
  } else if (status) names.add('status')
  names.add(tagField)
  for (const one of some) {
    const late = lateFields(one)
    for (const field of one.fields) {
      if (late.includes(field)) continue
      names.add(comparedField(config, field))
      // Of a draft the date is that of its last change.
      if (field === 'date' || field === 'date_gmt') names.add(field.replace('date', 'modified'))
    }
  }
  return { _fields: [...names].join() }
}

/** In which field durable.php says the tag of a row of a list, where it is asked for that. */
const tagField = 'copydesk_tag'

function tagged(etag: unknown): Pick<Theirs, 'tag'> {
  return typeof etag === 'string' ? { tag: { etag, isOfGuard: true } } : {}
}

function theirsOf(
  { version: known }: Asked,
  { [tagField]: etag, ...record }: RecordData,
  seq: number,
): Theirs {
  const version = versionOfRecord(record)
  const isSame =
    known?.modified !== undefined &&
    known.modified === version.modified &&
    known.revision === version.revision &&
    known.revisions === version.revisions
  return { record, version, seq, isChanged: !isSame, ...tagged(etag) }
}

/** What the server has of a record, by the answer to something else that has brought all of it. */
export function theirsIn(config: EntityConfig, key: RecordKey, record: RecordData, seq: number): Theirs {
  return { ...theirsOf({ config, key, fields: [], version: undefined }, record, seq), isWhole: true }
}

/** The part of a check's answer that says something of fields, and their paths: what came for the check alone is left out. */
export function comparedPart(
  config: EntityConfig,
  { record }: Theirs,
  fields: readonly string[],
): { readonly record: RecordData; readonly paths: readonly string[] } {
  const key = keyField(config)
  const known = fields.filter((field) => Object.hasOwn(record, field))
  return {
    record: Object.fromEntries(
      [...(key === undefined ? [] : [key]), ...known].map((field) => [field, own(record, field)]),
    ),
    paths: known.map((field) => (config.rawAttributes?.includes(field) ? `${field}.raw` : field)),
  }
}

/** Whether a record was deleted, by the answer to a read of it: the settings of a site nobody deletes. */
function saysGone(config: EntityConfig, error: unknown): boolean {
  return saysMissing(config, error) && !isSite(config.kind, config.name)
}

/** The whole record, after a write of it was refused as out of date: the answer may bring it along. */
export async function readAgain(
  services: Services,
  config: EntityConfig,
  key: RecordKey,
  error: unknown,
): Promise<Theirs | 'gone'> {
  const asked = { config, key, fields: [], version: undefined }
  const seq = services.nextSeq()
  const along = recordAlong(config, key, error)
  const { headers } = error as Partial<RestError>
  if (along) return { ...theirsOf(asked, along, seq), tag: tagIn(headers ?? undefined), isWhole: true }
  try {
    const path = recordPath(config, key, config.baseURLParams)
    const answer = await askServer(config, askingFresh(services).fetcher, { path })
    const [record] = readRecord(config, recordIn(config, answer)).records
    return { ...theirsOf(asked, record as RecordData, seq), tag: tagIn(answer.headers), isWhole: true }
  } catch (failure) {
    if (saysGone(config, failure)) return 'gone'
    throw failure
  }
}
