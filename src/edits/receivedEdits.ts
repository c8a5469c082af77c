import type { RecordData } from '../core/plain'
import type { ReceivedRecords } from '../entities/actions'
import { basedOnReceived, originOfReceived, serverValueAt, versionOfRecord } from './basis'
import { splitPath, valueAtPath } from './fieldPath'
import { isSaid, rawValueAt } from './fields'
import { cellsOf, isMeantBy } from './log'
import { reopened, withSaveAnswer, withBases, withRead, type ServerValues } from './logChanges'
import type { StoredEdits } from './storedEdits'

/** A save that is answered now. */
export interface AnsweredSave {
  readonly name: string | undefined
}

/** Edits let go of what the server has now: because it says so, or because it was sent and answered. */
export function receivedEdits(
  row: StoredEdits,
  record: RecordData,
  action: ReceivedRecords,
  answer: AnsweredSave | undefined,
  at: number | undefined,
): StoredEdits {
  const isMeant = isMeantBy(answer?.name)
  // What was kept on the device is older than the edits, as is the answer to a save that one that left later has overtaken.
  if (action.seq < row.seq || action.seq === 0) return answer && row.log ? reopened(row, isMeant) : row
  const { rawAttributes } = action
  const server = { record, rawAttributes }
  const values: ServerValues = {
    valueAt: (path) => serverValueAt(server, path),
    isSaid: (path, value) =>
      isSaid(value, rawValueAt(rawAttributes, record, ...splitPath(path))) ||
      isSaid(value, valueAtPath(action.sent, path)),
    isText: (path) => rawAttributes.includes(path),
    ...(action.sent && { sent: action.sent }),
    at,
    version: versionOfRecord(record),
  }
  const ended = answer && row.log ? row.log.filter(isMeant).map(({ id }) => id) : []
  const left = withRead(
    ended.reduce((each, id) => withSaveAnswer(each, id, values), row),
    values,
    row,
  )
  const based = withBases(left, (path, cell) => basedOnReceived(cell, server, path))
  const known = { fields: cellsOf(based), origin: row.origin }
  const origin = originOfReceived(known, server, action.fields === null)
  return { ...based, seq: action.seq, ...(origin && { origin }) }
}
