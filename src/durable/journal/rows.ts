import { EntityStoreError, show } from '../../core/errors'
import { entityKey } from '../../core/keys'
import { isRecord } from '../../core/plain'
import type { Sealer } from '../options'
import type { StoredRow } from '../storage/durableStorage'
import type { KeptEdits } from './keptEdits'

/** The format of what is written. Rows of a later one are left alone. */
const format = 1
/** That of edits by cells, as rows of edits and of the queue have them: before 0.3 they had values and what they were based on. */
export const cellFormat = 2

/** How many records stand in one value, where many are written at once. */
export const batchSize = 100
/** From how many records on they are written in values of many. */
export const manyRecords = 50

/** A value of the store `edits`: the edits of one record or of many. Of two of one record the later one counts. */
export interface EditsValue {
  readonly session: string
  readonly rows: readonly KeptEdits[]
}

/** A value of the store `sessions`. */
export interface SessionValue {
  readonly session: string
  /** When it last wrote something, in milliseconds. */
  readonly seenAt: number
  /** Whether its page was left as usual. */
  readonly isClosed?: boolean
}

/** Where the rows of a session stand in the stores. The session comes first, so that they are found in one range. */
export const rowKeys = {
  session: (session: string) => session,
  all: (session: string) => `${session} `,
  record: (session: string, name: string) => `${session} record ${name}`,
  batch: (session: string, seq: number, first: string) => `${session} many ${seq} ${first}`,
  undo: (session: string) => `${session} undo `,
  undoHead: (session: string) => `${session} undo head`,
  undoStretch: (session: string, at: number) => `${session} undo levels ${String(at).padStart(12, '0')}`,
  undoInherited: (session: string, seq: number) => `${session} undo before ${String(seq).padStart(12, '0')}`,
}

/** The session that a row belongs to, whatever it holds. */
export function sessionOf(key: string): string {
  return key.split(' ', 1)[0] as string
}

/** What pages have saved stands in the store `queue` under this and the name of a record. */
export const doneRows = 'done '

export function writeText(value: object, as = format): string {
  return JSON.stringify({ format: as, ...value })
}

/** What a text says; undefined for one that is of a later format than the newest that is known, or none at all. */
export function readText<Value>(text: string, newest = format): Value | undefined {
  try {
    const value: unknown = JSON.parse(text, text.includes(earlierEntity) ? renamed : undefined)
    const isKnown = isRecord(value) && (value.format === format || value.format === newest)
    return isKnown ? (value as unknown as Value) : undefined
  } catch {
    return undefined
  }
}

// Releases before 0.3 kept attachments apart under their other name.
const earlierEntity = '"entity":"root/media"'
const attachments = entityKey('postType', 'attachment')

function renamed(field: string, value: unknown): unknown {
  return field === 'entity' && value === 'root/media' ? attachments : value
}

/**
 * A text as it is stored where it is to be sealed.
 * @throws EntityStoreError `invalid_option` for what could not be read again, such as the buffer that WebCrypto gives.
 */
export async function sealedText(text: string, seal: Sealer): Promise<Uint8Array> {
  const bytes: unknown = await seal.seal(text)
  if (bytes instanceof Uint8Array) return bytes
  throw new EntityStoreError('invalid_option', `What seal gives is ${show(bytes)}. Pass a Uint8Array.`)
}

/** The text of a stored row; undefined where it can't be unsealed. */
export async function openedText(
  { value }: StoredRow,
  seal: Sealer | undefined,
): Promise<string | undefined> {
  if (typeof value === 'string') return value
  if (!(value instanceof Uint8Array)) return undefined
  try {
    return await seal?.unseal(value)
  } catch {
    return undefined
  }
}

/** Whether two values of the storage are the same. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (!(one instanceof Uint8Array) || !(other instanceof Uint8Array)) return one === other
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

/** How many bytes a value takes, about. */
export function sizeOf(value: unknown): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0
}

/** Whether a write has failed because there is no room. */
export function isQuota(error: unknown): boolean {
  return (Object(error) as { readonly name?: unknown }).name === 'QuotaExceededError'
}
