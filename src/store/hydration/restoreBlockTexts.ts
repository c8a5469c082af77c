import type { EntityConfig } from '../../config/entityConfig'
import { attachCounterpart } from '../../core/counterparts'
import type { EntityKey } from '../../core/keys'
import { own, type RecordData } from '../../core/plain'
import { eachRow } from '../../core/recordTable'
import { blockField, writeBlocks, type BlockServices } from '../../edits/blockCodec'
import { isStoredLazyEdit, lazyEditOf } from '../../edits/lazyEdit'
import { storedEdits } from '../../edits/storedEdits'
import { flatLevels } from '../../undo/levels'
import type { EntityState } from '../rootReducer'

/**
 * Gives the texts of edited blocks their function back where a state has lost it, in edits and in the undo history: JSON
 * can't hold it, and without it the blocks would be shown and not be saved.
 */
export function restoreBlockTexts({ config, edits, undo }: EntityState, { codec }: BlockServices): void {
  const write = writeBlocks(codec)

  function restore(entity: EntityKey, fields: RecordData, read = (value: unknown) => value): void {
    const stored = config.entities[entity] as EntityConfig | undefined
    const field = stored && blockField(stored)
    if (field === undefined || read(own(fields, 'blocks')) === undefined) return
    const text = read(own(fields, field))
    if (isStoredLazyEdit(text) && lazyEditOf(text) === undefined) attachCounterpart(text, write)
  }

  for (const [entity, table] of Object.entries(edits.records))
    eachRow(table, (row) => restore(entity as EntityKey, storedEdits(row)))
  for (const level of [...flatLevels(undo.levels), undo.staged]) {
    for (const { entity, changes } of level) {
      restore(entity, changes, (change) => (change as FieldSides | undefined)?.from)
      restore(entity, changes, (change) => (change as FieldSides | undefined)?.to)
    }
  }
}

interface FieldSides {
  readonly from?: unknown
  readonly to?: unknown
}
