import type { ContentBlock, EntityId, RecordChange, UndoLevel } from 'copydesk'
import { textsOf } from '../blocks/editableBlock'
import { fieldName } from '../../editor/safety/fieldNames'
import { plainText } from '../plainText'
import { kindLabel, recordTitle } from '../unsaved/recordName'

/** One step of the history, for people. */
export interface StepDescription {
  /** The fields that were changed. */
  what: string
  /** The records that they are of. */
  where: string
  /** Both values, where one short field was changed. */
  from?: unknown
  to?: unknown
  /** Which field that was. */
  field?: string
}

/** What a record is called; `''` where that is not known. */
export type TitleOf = (kind: string, name: string, id: EntityId | undefined) => string

/** What a step of the history touched. */
export function describeLevel(level: UndoLevel, titleOf: TitleOf): StepDescription {
  const fields = [...new Set(level.flatMap(fieldsOf))]
  const where = level.map(({ kind, name, id }) => recordText(kind, name, id, titleOf))
  const [change] = level
  const values = level.length === 1 && change && fields.length === 1 ? shortValues(change) : undefined
  const structure = values?.field === 'blocks' && values.from === values.to ? structureOf(change) : ''
  const what = (fields.map(fieldName).join(', ') || 'Selection') + structure
  return { what, where: where.join(', '), ...(structure === '' && values) }
}

/** The sort of a record, and what it is called: "Post · The night tram". */
export function recordText(kind: string, name: string, id: EntityId | undefined, titleOf: TitleOf): string {
  return `${kindLabel(kind, name)} · ${recordTitle(kind, name, id, titleOf(kind, name, id))}`
}

function fieldsOf({ changes }: RecordChange): string[] {
  return Object.keys(changes).flatMap((field) => {
    if (field === 'selection') return []
    // The blocks are the content, to people.
    return [field === 'blocks' ? 'content' : field]
  })
}

interface Values {
  field: string
  from: unknown
  to: unknown
}

function shortValues({ changes }: RecordChange): Values | undefined {
  if (changes.blocks) {
    const texts = changedBlock(changes.blocks.from, changes.blocks.to)
    return texts && { field: 'blocks', ...texts }
  }
  const [entry] = Object.entries(changes).filter(([field]) => field !== 'selection')
  if (!entry) return undefined
  const [field, { from, to }] = entry
  return isShort(from) && isShort(to) ? { field, from: cut(from), to: cut(to) } : undefined
}

/** What was done to blocks whose texts are the same as before: ": block moved". */
function structureOf(change: RecordChange | undefined): string {
  const { from, to } = change?.changes.blocks ?? {}
  if (!Array.isArray(from) || !Array.isArray(to)) return ''
  const [before, after] = [from as ContentBlock[], to as ContentBlock[]]
  if (after.length !== before.length) {
    const count = Math.abs(after.length - before.length)
    return `: ${count === 1 ? 'block' : `${count} blocks`} ${after.length > before.length ? 'added' : 'deleted'}`
  }
  const ids = (blocks: readonly ContentBlock[]) => blocks.map(({ clientId }) => clientId)
  const isSame = ids(before).every((clientId, at) => clientId === after[at]?.clientId)
  const isMoved = !isSame && ids(before).every((clientId) => ids(after).includes(clientId))
  return isMoved ? ': block moved' : ': formatting'
}

/** The text of the first block that two lists do not share; nothing where it is longer than a step can show. */
function changedBlock(from: unknown, to: unknown): { from: string; to: string } | undefined {
  if (!Array.isArray(from) || !Array.isArray(to)) return undefined
  const gone = (from as ContentBlock[]).filter((block) => !to.includes(block))
  const come = (to as ContentBlock[]).filter((block) => !from.includes(block))
  if (gone.length + come.length === 0) return undefined
  const [before, after] = [gone, come].map((blocks) => plainText(blocks.flatMap(textsOf).join(' ')))
  return aroundChange(before ?? '', after ?? '')
}

/** Two texts from where they begin to differ. */
function aroundChange(from: string, to: string): { from: string; to: string } {
  let same = 0
  while (same < from.length && from[same] === to[same]) same++
  const start = Math.max(0, from.lastIndexOf(' ', same - 1) - 12)
  const around = (text: string) => (start > 0 ? '… ' : '') + shown(text.slice(start))
  return { from: around(from), to: around(to) }
}

function isShort(value: unknown): boolean {
  return (
    value === undefined || (/^(?:string|number|boolean)$/.test(typeof value) && !/\n/.test(String(value)))
  )
}

/** A text that is too long for a step, cut; other values as they are. */
function cut(value: unknown): unknown {
  return typeof value === 'string' ? shown(value) : value
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)} …` : text
}
