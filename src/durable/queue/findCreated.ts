import { isOfWordPress } from '../../config/defineServer'
import { keyField, type EntityConfig } from '../../config/entityConfig'
import { recordKey, type EntityId } from '../../core/keys'
import { isRecord, own, type RecordData } from '../../core/plain'
import { versionOfRecord } from '../../edits/basis'
import { valuesOfCells } from '../../edits/cells'
import { fieldPath } from '../../edits/fieldPath'
import { rawRecord } from '../../edits/fields'
import { askServer } from '../../entities/askServer'
import { listPageIn } from '../../entities/readAnswers'
import { recordPath } from '../../entities/recordPath'
import { selectKnownRecord, selectWrittenSeq } from '../../entities/selectors'
import { askingFresh } from '../../rest/freshReads'
import type { ResponseHeaders } from '../../core/fetchContract'
import type { DurableContext } from '../capability'
import { comparedField } from '../conflicts/fieldKinds'
import { day } from '../day'
import { isMedia } from '../../media/shownOfFile'
import { fileOf, type StoredEntry } from './entry'
import { askUserId } from '../identity'
import { hasAllSent, sharesText, text } from './hasAllSent'

/** What a search of the records of an entity needs. */
export interface Search {
  readonly context: Pick<DurableContext, 'store' | 'services' | 'files' | 'connection'>
  readonly config: EntityConfig
  readonly entry: StoredEntry
}

/**
 * What became of a create that was sent and never answered: the id of its record; `none`; or `unclear`.
 */
export type Found = EntityId | 'none' | 'unclear'

/** How many of the newest records are asked for first and then, and how many requests go back at most. */
const firstRows = 20
const moreRows = 100
const mostRequests = 10

/** How much earlier than a create a record must have been made to be another one, in milliseconds. */
const tolerance = 60_000

/** Looks for the record that was made under a slug of its own. Rows of another slug are no answer to that. */
export async function findByMarker(search: Search): Promise<Found> {
  const { entry, config } = search
  const trashed = `${entry.marker}__trashed`
  const { rows } = await list(search, {
    slug: `${entry.marker},${trashed}`,
    status: isMedia(config) ? 'inherit,private,trash' : 'any,trash',
  })
  if (rows.some(({ slug }) => slug !== entry.marker && slug !== trashed)) return 'unclear'
  const found = rows.find(({ slug }) => slug === entry.marker) ?? rows[0]
  return found === undefined ? 'none' : idOf(config, found)
}

/** Looks for records that were made under slugs of their own, and are still as they were made. */
export async function findMarked(
  search: Omit<Search, 'entry'>,
  markers: readonly string[],
): Promise<readonly EntityId[]> {
  const { config } = search
  const status = isMedia(config) ? 'inherit' : 'draft'
  // Of files the second of a slug is numbered by the site.
  const slugs = isMedia(config) ? markers.flatMap((marker) => [marker, `${marker}-2`]) : markers
  const { rows } = await list(search, { slug: slugs.join(), status, per_page: 100 })
  return rows.flatMap((row) => {
    const isMarked = slugs.includes(row.slug as string) && row.status === status
    const id = idOf(config, row)
    return isMarked && id !== 'unclear' ? [id] : []
  })
}

/**
 * Looks for a record by what it says: among the newest, one that was not there when it was sent, is of the person who has
 * sent it, and has all that was sent. Where a server says neither who has made a record nor when, one that is the same may
 * be somebody else's: `unclear`, as are two of them, one that has the same name only, one of this person that was changed
 * since, and a list that does not reach back as far as the create.
 */
export async function findByContent(search: Search, but?: EntityId): Promise<Found> {
  const { config, entry } = search
  const values = valuesOfCells(entry.fields)
  const known = await newestRows(search)
  if (known === undefined) return 'unclear'
  const fileName = isMedia(config) ? await nameOfFile(search) : undefined
  const author = await authorOf(search)
  const isElsewhere = idsElsewhere(search)
  const others = known.rows.filter((row) => {
    const id = idOf(config, row)
    const isOfOther = typeof row.author === 'number' && author !== undefined && row.author !== author
    return known.ageOf(row) !== 'before' && !isOfOther && !isElsewhere(id) && id !== but
  })
  const same = others.filter((row) => hasAllSent(config, row, values, fileName))
  const isNowKnown = (row: RecordData) => entry.newestKnown === undefined && isKnown(search, row)
  const isProven = (row: RecordData) => {
    const age = known.ageOf(row)
    const isOwn = isOfWordPress(config.baseURL) && author !== undefined && row.author === author
    return isOwn ? age !== 'maybe' : !isOfWordPress(config.baseURL) && age === 'after'
  }
  const [first, ...more] = same.filter((row) => !isNowKnown(row))
  if (first !== undefined) return more.length === 0 && isProven(first) ? idOf(config, first) : 'unclear'
  // What is known by now may have been read since.
  if (same.length > 0) return 'unclear'
  // Of one's own that was changed since nobody can say what it was made with, but of what was saved here.
  const isRewritten = (row: RecordData) =>
    isProven(row) && (versionOfRecord(row).revisions ?? 0) > 0 && !isSavedHere(search, row)
  const isLike = (row: RecordData) =>
    isRewritten(row) || (sharesText(config, row, values, fileName) ?? !isNowKnown(row))
  return others.some(isLike) || !known.isAll ? 'unclear' : 'none'
}

/** Whether a row was there before a create was sent first; undefined where nothing says so. */
type Age = 'before' | 'maybe' | 'after' | undefined

interface NewestRows {
  readonly rows: readonly RecordData[]
  /** Whether they reach back to before the create. */
  readonly isAll: boolean
  readonly ageOf: (row: RecordData) => Age
}

/** The records that were made since a create was sent, and some of before; undefined where nobody knows how to ask. */
async function newestRows(search: Search): Promise<NewestRows | undefined> {
  const probe = probeOf(search)
  if (probe === undefined) return undefined
  const { parameters, isPaged } = probe
  const first = await list(search, parameters)
  const { ageOf, isOld } = agesIn(search, first.headers)
  const rows = [...first.rows]
  if (!isPaged) {
    const isCut = parameters.per_page === rows.length || (first.totalItems ?? 0) > rows.length
    return { rows, isAll: !isCut || rows.some(isOld), ageOf }
  }
  let isEnd = rows.length < firstRows
  for (let asked = 1; asked < mostRequests && !isEnd && !rows.some(isOld); asked++) {
    const more = await list(search, { ...parameters, per_page: moreRows, offset: rows.length })
    isEnd = more.rows.length < moreRows
    // What is made meanwhile moves the others on: none is left out, and some come twice.
    const ids = new Set(rows.map((row) => idOf(search.config, row)))
    rows.push(...more.rows.filter((row) => !ids.has(idOf(search.config, row))))
  }
  return { rows, isAll: isEnd || rows.some(isOld), ageOf }
}

/** Tells by ids and dates whether rows were there when a create was sent first. */
function agesIn({ config, entry }: Search, headers: ResponseHeaders) {
  const { newestKnown, sentAt, at, fields } = entry
  const served = Date.parse(headers.get('Date') ?? '')
  const isClockKnown = !Number.isNaN(served)
  // By the server's clock, where it says what that shows. This device's may be wrong.
  const sent = (sentAt ?? Date.parse(at)) + (isClockKnown ? served - Date.now() : 0)
  const soonBefore = sent - tolerance
  const longBefore = config.createdField !== undefined && isClockKnown ? soonBefore : sent - day
  const changedAt = (row: RecordData) => changeOf(config, row, isClockKnown)
  const isKnownBefore = (row: RecordData) => {
    const id = idOf(config, row)
    return newestKnown !== undefined && typeof id === 'number' && id <= newestKnown
  }
  const hasOwnDate = Object.hasOwn(fields, 'date') || Object.hasOwn(fields, 'date_gmt')
  return {
    ageOf: (row: RecordData): Age => {
      const changed = changedAt(row)
      // A date that was chosen says nothing.
      const dated = hasOwnDate || !isOfWordPress(config.baseURL) ? Number.NaN : timeOf(row.date_gmt, 'Z')
      const made = Number.isNaN(dated) ? changed : Math.min(dated, changed)
      if (isKnownBefore(row) || made < longBefore) return 'before'
      if (Number.isNaN(made)) return undefined
      return made < soonBefore ? 'maybe' : 'after'
    },
    /** Whether a row, and all that have lower ids, were there. */
    isOld: (row: RecordData) => isKnownBefore(row) || changedAt(row) < longBefore,
  }
}

/** When a record was made, or changed last, in milliseconds; NaN where that can't be compared with this device's clock. */
function changeOf({ baseURL, createdField }: EntityConfig, row: RecordData, isClockKnown: boolean): number {
  if (createdField !== undefined) return timeOf(own(row, createdField))
  if (!isOfWordPress(baseURL) || !isClockKnown) return Number.NaN
  return timeOf(row.modified_gmt ?? row.date_gmt, 'Z')
}

/** A time in milliseconds; NaN for what is none. */
function timeOf(value: unknown, zone = ''): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? Date.parse(`${value}${zone}`) : Number.NaN
}

/** Whose record a create of this person makes, by the number of the user; undefined where that is not known. */
async function authorOf({ config, context, entry }: Search): Promise<number | undefined> {
  if (!isOfWordPress(config.baseURL)) return undefined
  const owner = (await context.connection)?.owner
  const user = owner && (await askUserId(context.services, owner))
  // What is made in somebody else's name may be theirs.
  const given = own(entry.fields, 'author')?.value
  return given === undefined || given === user ? user : undefined
}

/** Whether an id is that of a record which another draft of this page has become. */
function idsElsewhere({ context: { store }, entry }: Search): (id: Found) => boolean {
  const { aliases = {} } = store.getState().entities
  const taken = new Set(
    Object.entries(aliases).flatMap(([local, { entity, id }]) =>
      entity === entry.entity && id !== undefined && local !== String(entry.recordId) ? [String(id)] : [],
    ),
  )
  return (id) => taken.has(String(id))
}

/** Looks for the record that has the name that a server has refused to give twice. */
export async function findByName(
  search: Search,
  parameters: RecordData,
  fields: readonly string[],
): Promise<Found> {
  const { config, entry } = search
  const wanted = fields.map((field) => text(own(entry.fields, fieldPath(field))?.value).toLowerCase())
  const { rows } = await list(search, { per_page: 100, ...parameters })
  const found = rows.filter((row) => {
    const raw = rawRecord(config.rawAttributes, row)
    return fields.every((field, at) => text(own(raw, field)).toLowerCase() === wanted[at])
  })
  return found.length === 1 ? idOf(config, found[0] as RecordData) : 'unclear'
}

/** What says whose a record of WordPress is, since when it is there, whether it was changed, and which file it has. */
const identifyingFields = [
  'author',
  'date_gmt',
  'modified_gmt',
  'source_url',
  'slug',
  '_links.version-history',
]

/** How the newest records of an entity are listed; undefined where nobody knows. */
interface Probe {
  readonly parameters: RecordData
  /** Whether the list goes on behind its first rows. */
  readonly isPaged?: boolean
}

function probeOf({ config, entry }: Search): Probe | undefined {
  const values = valuesOfCells(entry.fields)
  const parameters = config.probe?.(values)
  if (parameters) return { parameters }
  const { kind, name, baseURL } = config
  if (config.probe || !isOfWordPress(baseURL)) return undefined
  // What is compared, and no more: a hundred posts may be long.
  const compared = Object.keys(values).map((field) => comparedField(config, field))
  const _fields = [...new Set([keyField(config), ...identifyingFields, ...compared])].join()
  const newest = (more?: RecordData): Probe => ({
    parameters: { per_page: firstRows, order: 'desc', orderby: 'id', ...more, _fields },
    isPaged: true,
  })
  if (isMedia(config)) return newest({ status: 'inherit,private,trash' })
  if (kind === 'postType') {
    // Templates come whole, and have no order.
    return name.startsWith('wp_template') ? { parameters: {} } : newest({ status: 'any,trash' })
  }
  if (kind === 'taxonomy') return newest({ hide_empty: false })
  if (kind !== 'root') return undefined
  const probes: Readonly<Record<string, Probe | undefined>> = {
    menuItem: newest({ status: 'publish,draft' }),
    menu: newest(),
    comment: newest({ status: 'all' }),
    user: newest(),
  }
  return own(probes, name)
}

async function list(
  { context: { services }, config }: Omit<Search, 'entry'>,
  parameters: RecordData,
): Promise<{
  readonly rows: readonly RecordData[]
  readonly totalItems: number | null
  readonly headers: ResponseHeaders
}> {
  const context = isOfWordPress(config.baseURL) ? { context: 'edit' } : {}
  const path = recordPath(config, undefined, { ...config.baseURLParams, ...context, ...parameters })
  const answer = await askServer(config, askingFresh(services).fetcher, { path })
  const { rows, totalItems } = listPageIn(config, answer)
  return { rows: rows.filter(isRecord), totalItems, headers: answer.headers }
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

/** Whether this page has made or saved a record. */
function isSavedHere({ context: { store }, config, entry }: Search, row: RecordData): boolean {
  const key = recordKey(idOf(config, row))
  return key !== undefined && selectWrittenSeq(store.getState(), entry.entity, key) > 0
}

async function nameOfFile({ context: { files }, entry }: Search): Promise<string | undefined> {
  const draft = await files.find(fileOf(entry))
  return draft?.fileName ?? (draft?.file as { readonly name?: string } | undefined)?.name
}
