import { eachRow, type Table } from '../../core/recordTable'

/** Whether a value of the state is one of its tables, which keep many rows cheap to change. */
export function isTable(value: unknown): value is Table<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const names = Object.keys(value)
  return names.length === 2 && 'size' in value && 'root' in value && typeof value.size === 'number'
}

/** The rows of a table with their keys, sorted by key. */
export function rowsOf<Row>(table: Table<Row> | undefined): [key: string, row: Row][] {
  const rows: [string, Row][] = []
  eachRow(table, (row, key) => rows.push([key, row]))
  return rows.sort(([one], [other]) => one.localeCompare(other, undefined, { numeric: true }))
}
