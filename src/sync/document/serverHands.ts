import type * as Yjs from 'yjs'
import type { OpenCodec } from './recordCodec'

/**
 * Root map of who has brought what the server says into a text or blocks: field, hash and hand, each with what the document
 * had then. Two who do so apart write the same twice: what one of them has written goes once they meet.
 */
export const serverHandsMap = 'serverHands'

/** So many are known: those who meet later than that have the same words twice. */
const mostHands = 100

interface Document {
  readonly Y: typeof Yjs
  readonly doc: Yjs.Doc
}

/** Notes that a document has all that the server says of a field, and by whose hand, in place of who brought the same before. */
export function recordHand({ Y, doc }: Document, field: string, hash: string, hand: number): void {
  const hands = doc.getMap<Uint8Array>(serverHandsMap)
  for (const key of [...hands.keys()]) if (key.startsWith(`${field} ${hash} `)) hands.delete(key)
  hands.set(`${field} ${hash} ${hand}`, Y.encodeStateVector(doc))
  for (const key of [...hands.keys()].slice(0, -mostHands)) hands.delete(key)
}

/** Whether a document has received all that another one had. */
function isThere({ Y, doc }: Document, had: unknown): boolean {
  const all = [...read(Y, had)]
  return all.length > 0 && all.every(([hand, clock]) => clock <= Y.getState(doc.store, hand))
}

function read(Y: typeof Yjs, had: unknown): ReadonlyMap<number, number> {
  try {
    return had instanceof Uint8Array ? Y.decodeStateVector(had) : new Map()
  } catch {
    // Anybody may have written anything there.
    return new Map()
  }
}

/** The field that a key is of: behind it stand a hash and a hand. */
function fieldOfKey(key: string): string {
  return key.split(' ').slice(0, -2).join(' ')
}

/** Persons come first; they write in the upper half of the numbers that there are. */
const isPerson = (hand: number) => hand >= 0x80000000
const orderOf = (hand: number) => (isPerson(hand) ? hand - 2 ** 32 : hand)

/** Whether it is noted how a document came to what the server says of a field. */
export function hasHand({ doc }: Pick<Document, 'doc'>, field: string, hash: string): boolean {
  return [...doc.getMap(serverHandsMap).keys()].some((key) => key.startsWith(`${field} ${hash} `))
}

/**
 * Takes out what the server's hand has written where somebody else has brought the same: a person before a hand of the
 * server, else the lowest number, and only once all that was there with it has come.
 */
function dropRepeated({ Y, doc, open }: Document & { readonly open: OpenCodec }): void {
  const hands = doc.getMap<Uint8Array>(serverHandsMap)
  const byHash = new Map<string, { key: string; hand: number }[]>()
  for (const key of hands.keys()) {
    const at = key.lastIndexOf(' ')
    const known = byHash.get(key.slice(0, at)) ?? []
    byHash.set(key.slice(0, at), [...known, { key, hand: Number(key.slice(at + 1)) }])
  }
  for (const all of byHash.values()) {
    const [first, ...rest] = all.sort((one, other) => orderOf(one.hand) - orderOf(other.hand))
    const repeated = rest.filter(({ hand }) => !isPerson(hand))
    if (!first || repeated.length === 0) continue
    if (!isThere({ Y, doc }, hands.get(first.key))) continue
    for (const { key, hand } of repeated) {
      open.dropHand(fieldOfKey(key), hand)
      hands.delete(key)
    }
  }
}

/** What two hands of the server have brought apart of versions that are not the same, but say the same in one place. */
function dropTwice({ Y, doc, open }: Document & { readonly open: OpenCodec }): void {
  const byField = new Map<string, Map<number, ReadonlyMap<number, number>>>()
  for (const [key, had] of doc.getMap<Uint8Array>(serverHandsMap)) {
    const [field, hand] = [fieldOfKey(key), Number(key.slice(key.lastIndexOf(' ') + 1))]
    const known = byField.get(field) ?? new Map<number, ReadonlyMap<number, number>>()
    if (!isPerson(hand)) byField.set(field, known.set(hand, read(Y, had)))
  }
  for (const [field, hands] of byField) {
    const hasHeard = (one: number, other: number) => (hands.get(one)?.get(other) ?? 0) > 0
    const isApart = (one: number, other: number) =>
      hands.has(one) && hands.has(other) && !hasHeard(one, other) && !hasHeard(other, one)
    const all = [...hands.keys()]
    if (all.some((one) => all.some((other) => one !== other && isApart(one, other))))
      open.dropTwice(field, isApart)
  }
}

/** Takes out what two have brought apart that the server says; nothing of it is looked for again as long as nobody brings more. */
export function createDropRepeated(document: Document & { readonly open: OpenCodec }): () => void {
  let known = ''
  return () => {
    dropRepeated(document)
    const now = [...document.doc.getMap(serverHandsMap).keys()].join()
    if (now === known) return
    known = now
    dropTwice(document)
  }
}
