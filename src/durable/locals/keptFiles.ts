import { isRecord } from '../../core/plain'
import type { DurableContext } from '../capability'
import { day } from '../day'
import { readText, sealedText, openedText, writeText } from '../journal/rows'
import type { DurabilitySettings } from '../options'
import type { Connection } from '../storage/connection'
import type { StoredRow } from '../storage/durableStorage'
import { withRoom } from '../storage/withRoom'
import { findLocalIds } from './replaceIds'

/** A file as it is kept. */
interface KeptFile {
  readonly file: Blob
  readonly fileName: string | undefined
}

/** The value of a row where nobody seals it: browsers keep files as they are. */
interface FileValue {
  readonly file: Blob
  readonly fileName?: string
  readonly size: number
  /** When it was kept, in ISO 8601. */
  readonly at: string
}

/** The text that is sealed: the bytes in base64. */
interface SealedFile {
  readonly fileName?: string
  readonly type: string
  readonly data: string
}

/**
 * Keeps the file of a draft. Resolves with how many bytes all files take.
 * @throws The error of the storage; one of the name `QuotaExceededError` where `limits.fileBytes` is reached.
 */
export async function keepFile(
  connection: Connection,
  { settings: { limits, seal }, makeRoom }: Pick<DurableContext, 'settings' | 'makeRoom'>,
  local: string,
  { file, fileName }: KeptFile,
): Promise<number> {
  const name = fileName ?? (file as Blob & { readonly name?: string }).name
  const row = {
    ...(name !== undefined && { fileName: name }),
    size: file.size,
    at: new Date().toISOString(),
  }
  const text = seal && writeText({ ...row, type: file.type, data: await base64Of(file) })
  const value =
    seal && text !== undefined
      ? { ...row, fileName: undefined, sealed: await sealedText(text, seal) }
      : { ...row, file }
  const store = () =>
    connection.transaction(['files'], 'strict', async (transaction) => {
      const others = sizeOfAll((await transaction.rows('files')).filter(({ key }) => key !== local))
      if (others + file.size > limits.fileBytes) {
        const message = `limits.fileBytes is ${limits.fileBytes}, of which ${others} are taken; the file has ${file.size}.`
        return Object.assign(new Error(message), { name: 'QuotaExceededError' })
      }
      transaction.put('files', local, value)
      transaction.commit()
      return others + file.size
    })
  const size = await withRoom({ makeRoom }, store)
  // For what is over the limit there would be no more room then.
  if (typeof size === 'object') throw size
  return size
}

/** How many bytes the files take that are kept. */
export async function sizeOfFiles(connection: Connection): Promise<number> {
  return connection.transaction(['files'], 'read', async (transaction) =>
    sizeOfAll(await transaction.rows('files')),
  )
}

/** The file of a draft; undefined where none is kept, or it can't be unsealed. */
export async function readFile(
  connection: Connection,
  { seal }: DurabilitySettings,
  local: string,
): Promise<KeptFile | undefined> {
  const value = await connection.transaction(['files'], 'read', (transaction) =>
    transaction.get('files', local),
  )
  if (!isRecord(value)) return undefined
  if (value.sealed === undefined) {
    const { file, fileName } = value as unknown as FileValue
    return 'size' in Object(file) ? { file, fileName } : undefined
  }
  const text = await openedText({ key: local, value: value.sealed }, seal)
  const read = text === undefined ? undefined : readText<SealedFile>(text)
  if (!read) return undefined
  const bytes = Uint8Array.from(atob(read.data), (character) => character.charCodeAt(0))
  return { file: new Blob([bytes], { type: read.type }), fileName: read.fileName }
}

/** Deletes files. Resolves with how many bytes the others take. */
export async function dropFiles(connection: Connection, locals: readonly string[]): Promise<number> {
  return connection.transaction(['files'], 'relaxed', async (transaction) => {
    const left = (await transaction.rows('files')).filter(({ key }) => !locals.includes(key))
    for (const local of locals) transaction.delete('files', local)
    transaction.commit()
    return sizeOfAll(left)
  })
}

/**
 * Deletes files of drafts of which nothing else is kept: no edits, and no write that waits. Without `locals` those that
 * were kept a day ago or earlier, as what was just made is edited by a page that has not stored it yet. Resolves with how
 * many bytes the others take.
 */
export async function sweepFiles(
  connection: Connection,
  { limits, seal }: DurabilitySettings,
  locals?: readonly string[],
): Promise<number> {
  const [files, others] = await connection.transaction(
    ['files', 'edits', 'queue'],
    'read',
    async (transaction) => {
      const found = await Promise.all([
        transaction.rows('files'),
        transaction.rows('edits'),
        transaction.rows('queue'),
      ])
      return [found[0], [...found[1], ...found[2]]] as const
    },
  )
  if (files.length === 0) return 0
  const wanted = new Set<string>()
  let hasUnreadable = false
  for (const row of others) {
    const text = await openedText(row, seal)
    if (text === undefined) hasUnreadable = true
    else findLocalIds(text, wanted)
  }
  const isOld = (value: unknown, days: number) =>
    !(Date.parse(String((Object(value) as { at?: unknown }).at)) > Date.now() - days * day)
  const left = files.filter(({ key, value }) => {
    if (wanted.has(key)) return false
    // What can't be read may speak of it.
    if (hasUnreadable) return isOld(value, limits.days)
    return locals ? locals.includes(key) : isOld(value, 1)
  })
  if (left.length === 0) return sizeOfAll(files)
  return dropFiles(
    connection,
    left.map(({ key }) => key),
  )
}

function sizeOfAll(rows: readonly StoredRow[]): number {
  return rows.reduce((sum, { value }) => sum + sizeOf(value), 0)
}

function sizeOf(value: unknown): number {
  const { size } = Object(value) as { readonly size?: unknown }
  return typeof size === 'number' ? size : 0
}

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  const step = 32_768
  for (let at = 0; at < bytes.length; at += step)
    text += String.fromCharCode(...bytes.subarray(at, at + step))
  return btoa(text)
}
