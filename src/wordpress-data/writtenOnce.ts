import { isObject, type RecordData } from '../core/plain'
import { inPlaceOf, type LazyEdit } from '../edits/lazyEdit'

/**
 * A lazy text that is written once for the same blocks: the editor asks for it at every change of the store, to count its
 * words, whatever was edited. It is written anew for other blocks, when anything else that was read of the record has
 * changed, and when other block types are registered; a function that reads no blocks runs every time.
 * @param blockTypes Gives another object when other block types are registered.
 */
export function writtenOnce(write: LazyEdit, blockTypes: () => unknown): LazyEdit {
  let last:
    | { readonly read: ReadonlyMap<PropertyKey, unknown>; readonly types: unknown; readonly text: unknown }
    | undefined
  return inPlaceOf(write, (edited) => {
    if (!isObject(edited)) return write(edited)
    const types = blockTypes()
    if (last && last.types === types && isAsRead(edited, last.read)) return last.text
    const read = new Map<PropertyKey, unknown>()
    let isReadWhole = false
    const readWhole = () => void (isReadWhole = true)
    const text = write(
      new Proxy(edited, {
        get: (record, field) => {
          const value: unknown = Reflect.get(record, field)
          read.set(field, value)
          return value
        },
        ownKeys: (record) => (readWhole(), Reflect.ownKeys(record)),
        has: (record, field) => (readWhole(), Reflect.has(record, field)),
        getOwnPropertyDescriptor: (record, field) => (
          readWhole(),
          Reflect.getOwnPropertyDescriptor(record, field)
        ),
      }),
    )
    last = isReadWhole || !Array.isArray(read.get('blocks')) ? undefined : { read, types, text }
    return text
  })
}

function isAsRead(edited: RecordData, read: ReadonlyMap<PropertyKey, unknown>): boolean {
  for (const [field, value] of read) if (edited[field as string] !== value) return false
  return true
}
