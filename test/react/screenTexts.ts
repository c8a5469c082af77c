import type { EntityState } from 'copydesk'

/** The title of a record as edited, or how its read stands. */
export function titleOf({
  editedRecord,
  status,
}: {
  editedRecord: { title?: unknown } | undefined
  status: string
}): string {
  return editedRecord ? String(editedRecord.title) : status
}

/** The kinds whose configs are loaded, as one text. */
export const selectEntityCount = (state: EntityState) => Object.keys(state.config.entities).length
