import type * as Yjs from 'yjs'
import { isReceived } from './acknowledgements'
import type { RecordDocument } from './recordDocument'

type Document = Pick<RecordDocument, 'Y' | 'doc' | 'codec'>

/** What a document has at a moment, in short and as text: all that was written and deleted in it, by whom and how much. */
export function stateOf({ Y, doc }: Document): string {
  return btoa(String.fromCharCode(...Y.encodeSnapshot(Y.snapshot(doc))))
}

/**
 * Whether a field of a document has gone on from what it was in an earlier state, so that what it lacks of that was taken
 * out on purpose. Of a field that is not in it any more: whether whoever took it out, with a save, had that state.
 */
export function hasGoneOn({ Y, doc, codec }: Document, field: string, state: string): boolean {
  const before = read(Y, state)
  if (!before) return false
  const now = Y.snapshot(doc)
  const isThere = [...before.sv].every(([hand, clock]) => clock <= (now.sv.get(hand) ?? 0))
  if (!isThere || !Y.equalDeleteSets(now.ds, Y.mergeDeleteSets([now.ds, before.ds]))) return false
  const root = doc.getMap(codec.root)
  if (!root.has(field)) return isReceived({ Y, doc }, field, before.sv)
  const value = root.get(field)
  if (!(value instanceof Y.AbstractType)) return true
  // Where two have begun it apart, what one of them wrote is gone with what it was written in.
  const id = value._item?.id
  return id !== undefined && id.clock < (before.sv.get(id.client) ?? 0)
}

function read(Y: typeof Yjs, state: string): Yjs.Snapshot | undefined {
  try {
    return Y.decodeSnapshot(Uint8Array.from(atob(state), (character) => character.charCodeAt(0)))
  } catch {
    // It was kept by another version.
    return undefined
  }
}
