import type { ContentBlock, EntityId, RecordChange, UndoLevel } from 'copydesk'
import { textsOf } from '../blocks/editableBlock'
import { fieldLabel } from '../difference/fieldNames'
import { plainText } from '../plainText'
import { kindLabel, recordTitle } from '../unsaved/recordName'

/** One step of the history, for people. */
export interface StepDescription {
  /** The fields that were changed. */
  what: string
  /** The records that they are of. */
  where: string
  /** Both values, where one short field was changed. */
  from?: string
  to?: string
}

type TitleOf = (kind: string, name: string, id: EntityId | undefined) => string

/** What a step of the history touched. */
export function describeLevel(level: UndoLevel, titleOf: TitleOf): StepDescription {
  const fields = [...new Set(level.flatMap(fieldsOf))]
  const where = level.map(
    ({ kind, name, id }) =>
      `${kindLabel(kind, name)} · ${recordTitle(kind, name, id, titleOf(kind, name, id))}`,
  )
  const [change] = level
  const values = level.length === 1 && change && fields.length === 1 ? shortValues(change) : undefined
  return { what: fields.map(fieldLabel).join(', ') || 'Selection', where: where.join(', '), ...values }
}

function fieldsOf({ changes }: RecordChange): string[] {
  return Object.entries(changes).flatMap(([field, { from, to }]) => {
    if (field === 'selection') return []
    // The blocks are the content, to people.
    if (field === 'blocks') return ['content']
    if (field !== 'meta') return [field]
    const entries = { ...(from as object | undefined), ...(to as object | undefined) }
    return Object.keys(entries).map((entry) => `meta.${entry}`)
  })
}

function shortValues({ changes }: RecordChange): { from: string; to: string } | undefined {
  if (changes.blocks) return changedBlock(changes.blocks.from, changes.blocks.to)
  const [change] = Object.values(changes)
  if (!change) return undefined
  const { from, to } = change
  return isShort(from) && isShort(to) ? { from: shown(from), to: shown(to) } : undefined
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
  const cut = (text: string) => (start > 0 ? '… ' : '') + shown(text.slice(start))
  return { from: cut(from), to: cut(to) }
}

function isShort(value: unknown): boolean {
  return (
    value === undefined || (/^(?:string|number|boolean)$/.test(typeof value) && !/\n/.test(String(value)))
  )
}

function shown(value: unknown): string {
  const text = value === undefined ? '' : String(value)
  return text.length > 40 ? `${text.slice(0, 40)} …` : text
}
