import { eachRow, type Table } from '../../core/recordTable'

/** The rows of a table with their keys, sorted by key. */
export function rowsOf<Row>(table: Table<Row> | undefined): [key: string, row: Row][] {
  const rows: [string, Row][] = []
  eachRow(table, (row, key) => rows.push([key, row]))
  return rows.sort(([one], [other]) => one.localeCompare(other, undefined, { numeric: true }))
}
