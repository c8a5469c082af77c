import { isOfWordPress } from '../../config/defineServer'
import { keyField, type EntityConfig } from '../../config/entityConfig'
import { isEqual } from '../../core/isEqual'
import { recordKey, type EntityId } from '../../core/keys'
import { isRecord, own, type RecordData } from '../../core/plain'
import { rawRecord } from '../../edits/fields'
import { askServer } from '../../entities/askServer'
import { pageIn } from '../../entities/readAnswers'
import { recordPath } from '../../entities/recordPath'
import { selectKnownRecord } from '../../entities/selectors'
import type { DurableContext } from '../capability'
import { day } from '../day'
import { isMedia } from '../locals/draftAddresses'
import { fileOf, type StoredEntry } from './entry'

/** What a search of the records of an entity needs. */
export interface Search {
  readonly context: Pick<DurableContext, 'store' | 'services' | 'files'>
  readonly config: EntityConfig
  readonly entry: StoredEntry
  readonly signal: AbortSignal | undefined
}

/**
 * What became of a create that was sent and never answered: the id of its record; `none`; or `unclear`, where there is
 * more than one, or one that is like it and not the same.
 */
export type Found = EntityId | 'none' | 'unclear'

/** How many of the newest records are looked at, and how many where a create has waited for more than a day. */
const most = 20
const mostOfLong = 100

/** Looks for the record that was made under a slug of its own. */
export async function findByMarker(search: Search): Promise<Found> {
  const { entry, config } = search
  const rows = await list(search, {
    slug: `${entry.marker},${entry.marker}__trashed`,
    status: isMedia(config) ? 'inherit,private,trash' : 'any,trash',
  })
  return rows[0] === undefined ? 'none' : idOf(config, rows[0])
}

/** Looks for other records that were made under the same slug of its own, and are still as they were made. */
export async function findTwins(search: Search, id: EntityId): Promise<readonly EntityId[]> {
  const { entry, config } = search
  const status = isMedia(config) ? 'inherit' : 'draft'
  const rows = await list(search, { slug: entry.marker, status })
  return rows.flatMap((row) => {
    const isMarked = row.slug === entry.marker && row.status === status
    const twin = idOf(config, row)
    return isMarked && twin !== 'unclear' && String(twin) !== String(id) ? [twin] : []
  })
}

/**
 * Looks for a record by what it says: among the newest, one that was not there when it was sent and has all that was sent.
 * Another that has the same name, or that has nothing to be recognised by, leaves it unclear, and so does a list that
 * does not reach back as far as a create has waited.
 */
export async function findByContent(search: Search): Promise<Found> {
  const { config, entry } = search
  const isLong = Math.abs(Date.now() - Date.parse(entry.at)) > day
  const limit = isLong ? mostOfLong : most
  const parameters = probeOf(search, limit)
  if (parameters === undefined) return 'unclear'
  const rows = await list(search, parameters)
  const others = rows.filter((row) => !wasThere(search, row))
  const fileName = isMedia(config) ? await nameOfFile(search) : undefined
  const same = others.filter((row) => isSame(config, row, entry.fields, fileName))
  const isNowKnown = (row: RecordData) => entry.newestKnown === undefined && isKnown(search, row)
  const [first, ...more] = same.filter((row) => !isNowKnown(row))
  if (first !== undefined) return more.length === 0 ? idOf(config, first) : 'unclear'
  // What is known by now may have been read since.
  if (same.length > 0) return 'unclear'
  const isLike = (row: RecordData) => hasSameName(config, row, entry.fields, fileName) ?? !isNowKnown(row)
  if (others.some(isLike)) return 'unclear'
  const isCut = parameters.per_page === rows.length && rows.length === others.length
  return isLong && isCut ? 'unclear' : 'none'
}

/** Whether a record was there already when it was sent first: ids of servers ascend. */
function wasThere({ config, entry: { newestKnown } }: Search, row: RecordData): boolean {
  const id = idOf(config, row)
  return newestKnown !== undefined && typeof id === 'number' && id <= newestKnown
}

/** Looks for the record that has the name that a server has refused to give twice. */
export async function findByName(
  search: Search,
  parameters: RecordData,
  fields: readonly string[],
): Promise<Found> {
  const { config, entry } = search
  const wanted = fields.map((field) => text(own(entry.fields, field)).toLowerCase())
  const rows = await list(search, { per_page: 100, ...parameters })
  const found = rows.filter((row) => {
    const raw = rawRecord(config.rawAttributes, row)
    return fields.every((field, at) => text(own(raw, field)).toLowerCase() === wanted[at])
  })
  return found.length === 1 ? idOf(config, found[0] as RecordData) : 'unclear'
}

/** By which parameters the newest records of an entity are listed; undefined where nobody knows. */
function probeOf({ config, entry }: Search, limit: number): RecordData | undefined {
  if (config.probe) return config.probe(entry.fields)
  const { kind, name, baseURL } = config
  if (!isOfWordPress(baseURL)) return undefined
  const newest = { per_page: limit, order: 'desc', orderby: 'id' }
  if (isMedia(config)) return { ...newest, status: 'inherit,private,trash' }
  if (kind === 'postType') {
    // Templates come whole, and have no order.
    return name.startsWith('wp_template') ? {} : { ...newest, status: 'any,trash' }
  }
  if (kind === 'taxonomy') return { ...newest, hide_empty: false }
  if (kind !== 'root') return undefined
  const probes: Readonly<Record<string, RecordData | undefined>> = {
    menuItem: { ...newest, status: 'publish,draft' },
    menu: newest,
    comment: { ...newest, status: 'all' },
    user: newest,
  }
  return own(probes, name)
}

async function list(
  { context: { services }, config, signal }: Search,
  parameters: RecordData,
): Promise<readonly RecordData[]> {
  const context = isOfWordPress(config.baseURL) ? { context: 'edit' } : {}
  const path = recordPath(config, undefined, { ...config.baseURLParams, ...context, ...parameters })
  const answer = await askServer(config, services.fetcher, { path, ...(signal && { signal }) })
  return pageIn(config, answer).rows.filter(isRecord)
}

function idOf(config: EntityConfig, row: RecordData): Found {
  const id = own(row, keyField(config) ?? '')
  return typeof id === 'number' || typeof id === 'string' ? id : 'unclear'
}

/** What the store knows: it was there before, or was read since. */
function isKnown({ context: { store }, config, entry }: Search, row: RecordData): boolean {
  const key = recordKey(idOf(config, row))
  return key !== undefined && selectKnownRecord(store.getState(), entry.entity, key) !== undefined
}

async function nameOfFile({ context: { files }, entry }: Search): Promise<string | undefined> {
  const draft = await files.find(fileOf(entry))
  return draft?.fileName ?? (draft?.file as { readonly name?: string } | undefined)?.name
}

/** Whether a record has all that was sent. What a server never shows, such as a password, says nothing. */
function isSame(
  config: EntityConfig,
  row: RecordData,
  fields: RecordData,
  fileName: string | undefined,
): boolean {
  const raw = rawRecord(config.rawAttributes, row)
  const sent = Object.entries(fields).filter(([field]) => Object.hasOwn(raw, field))
  if (fileName !== undefined) return isOfFile(row, fileName) && sent.every(hasSame)
  return sent.length > 0 && sent.every(hasSame)

  function hasSame([field, value]: [string, unknown]): boolean {
    const shown = raw[field]
    if (isRecord(shown) && isRecord(value)) {
      return Object.entries(value).every(([name, inner]) => isEqual(own(shown, name), inner))
    }
    if (Array.isArray(shown) && Array.isArray(value)) return isEqual(sorted(shown), sorted(value))
    return isEqual(shown, value) || (typeof value !== 'object' && text(shown) === text(value))
  }
}

/** Whether a record has the name of what was sent, or where that has none, its text; undefined where it has neither. */
function hasSameName(
  config: EntityConfig,
  row: RecordData,
  fields: RecordData,
  fileName: string | undefined,
): boolean | undefined {
  if (fileName !== undefined) return isOfFile(row, fileName)
  const raw = rawRecord(config.rawAttributes, row)
  const names = ['title', 'name', 'slug', 'content', 'excerpt'].filter((name) => fields[name])
  const [first] = names
  return first === undefined ? undefined : text(own(raw, first)) === text(fields[first])
}

/** Whether a file on the site is one of that name: the site makes it safe, and numbers those of one name. */
function isOfFile({ source_url: url }: RecordData, fileName: string): boolean {
  const plain = (name: string) =>
    name
      .replace(/\.[^.]*$/, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '')
  const shown = plain(text(url).split('/').at(-1) ?? '')
  const sent = plain(fileName)
  return shown.startsWith(sent) && /^\d*(scaled)?$/.test(shown.slice(sent.length))
}

function sorted(values: readonly unknown[]): readonly unknown[] {
  return [...values].sort()
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
