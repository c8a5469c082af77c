import type * as Yjs from 'yjs'

/**
 * Where those who save note, for each field that they take out of the document, what they had received by then. Of two who
 * change a field at the same time, Yjs keeps the change of one, even where it has been taken out.
 */
export const acknowledgementsMap = 'acknowledgements'

/** A document and the library it was made with. */
interface Document {
  readonly Y: typeof Yjs
  readonly doc: Yjs.Doc
}

/** How much has been written in a document by this device. */
export function clockOf({ Y, doc }: Document): number {
  return Y.getState(doc.store, doc.clientID)
}

/** Notes what is in the document, for a field that is taken out of it. */
export function acknowledge({ Y, doc }: Document, field: string): void {
  const seen = doc.getMap<Uint8Array>(acknowledgementsMap)
  const received = Y.encodeStateVector(doc)
  const now = Y.decodeStateVector(received)
  for (const [name, vector] of notesOf({ Y, doc }, field)) {
    const isCovered = [...vector].every(([hand, clock]) => clock <= (now.get(hand) ?? 0))
    if (isCovered) seen.delete(name)
  }
  seen.set(`${field} ${doc.clientID}`, received)
}

/** Forgets who took a field out, as it is in the document again. */
export function forgetAcknowledgements({ Y, doc }: Document, field: string): void {
  for (const [name] of notesOf({ Y, doc }, field)) doc.getMap(acknowledgementsMap).delete(name)
}

/** Whether all who took a field out had not received of what this device wrote until `clock`; false where nobody did. */
export function isOverlooked({ Y, doc }: Document, field: string, clock: number): boolean {
  const received = notesOf({ Y, doc }, field).map(([, vector]) => vector.get(doc.clientID) ?? 0)
  return received.length > 0 && Math.max(...received) < clock
}

/** Whether somebody who took a field out had received all of a state before. */
export function isReceived(document: Document, field: string, state: ReadonlyMap<number, number>): boolean {
  return notesOf(document, field).some(([, vector]) =>
    [...state].every(([hand, clock]) => clock <= (vector.get(hand) ?? 0)),
  )
}

/** Calls back with the fields of which it was noted, or forgotten, who took them out. */
export function observeAcknowledgements(
  { doc }: Pick<Document, 'doc'>,
  listener: (fields: readonly string[]) => void,
): void {
  doc.getMap(acknowledgementsMap).observe(({ keysChanged }) => listener([...keysChanged].map(fieldOf)))
}

function fieldOf(name: string): string {
  return name.slice(0, name.lastIndexOf(' '))
}

function notesOf({ Y, doc }: Document, field: string): [name: string, vector: Map<number, number>][] {
  return [...doc.getMap<unknown>(acknowledgementsMap)].flatMap(
    ([name, vector]): [string, Map<number, number>][] => {
      if (fieldOf(name) !== field || !(vector instanceof Uint8Array)) return []
      try {
        return [[name, Y.decodeStateVector(vector)]]
      } catch {
        // Anybody may have written anything there.
        return []
      }
    },
  )
}
