import { readPath, writePath } from './paths'
import type { RecordData } from './plain'

/** Only the given dotted paths of a record; a path through a missing parent gives `{ parent: { field: undefined } }`. */
export function project(record: RecordData, paths: readonly string[]): RecordData {
  let projection: unknown = {}
  for (const path of paths) projection = writePath(projection, path, readPath(record, path).value, record)
  return projection as RecordData
}
