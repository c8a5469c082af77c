import type * as Yjs from 'yjs'
import { isIn } from './hands'
import { putAllBack, withMoved } from './movedInside'
import type { OpenCodec } from './recordCodec'
import { recordParts } from './serverHashes'
import { charactersMap, recordCharacters } from './versionCharacters'

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

/**
 * Notes that a document has all that the server says of a field, and by whose hand, in place of who brought the same before.
 * @param parts - What that is, paragraph by paragraph.
 * @param version - What that is; undefined where it is not known.
 */
export function recordHand(
  { Y, doc, open }: Document & { readonly open: OpenCodec },
  field: string,
  hash: string,
  hand: number,
  parts: readonly string[],
  version?: unknown,
): void {
  const hands = doc.getMap<Uint8Array>(serverHandsMap)
  for (const { key } of broughtAs({ doc }, field, hash)) hands.delete(key)
  hands.set(`${field} ${hash} ${hand}`, Y.encodeStateVector(doc))
  recordParts(doc, field, hash, parts)
  const characters = open.characters(field, version)
  if (characters) recordCharacters(doc, [field, hash, hand], characters)
  for (const key of [...hands.keys()].slice(0, -mostHands)) hands.delete(key)
}

/** Whether a document has received all that another one had. */
function isThere({ Y, doc }: Document, had: unknown): boolean {
  const all = [...read({ Y, doc }, had)]
  return all.length > 0 && all.every(([hand, clock]) => clock <= Y.getState(doc.store, hand))
}

function read({ Y, doc }: Document, had: unknown): ReadonlyMap<number, number> {
  try {
    return had instanceof Uint8Array ? withMoved(doc, Y.decodeStateVector(had)) : new Map()
  } catch {
    // Anybody may have written anything there.
    return new Map()
  }
}

/** By whose hand a document came to what the server says of a field, with what it had then. */
interface Brought {
  readonly key: string
  readonly field: string
  readonly hash: string
  readonly hand: number
  readonly had: unknown
}

function allBrought({ doc }: Pick<Document, 'doc'>): readonly Brought[] {
  return [...doc.getMap<unknown>(serverHandsMap)].map(([key, had]) => {
    const parts = key.split(' ')
    const [hash = '', hand] = parts.splice(-2)
    return { key, field: parts.join(' '), hash, hand: Number(hand), had }
  })
}

/** By whose hands a document came to one version of a field. */
function broughtAs(document: Pick<Document, 'doc'>, field: string, hash: string): readonly Brought[] {
  return allBrought(document).filter((one) => one.field === field && one.hash === hash)
}

/** What a document had when somebody said that it had all that the server said of a field, by what that was, in short. */
export function statesOf(
  { Y, doc }: Document,
  field: string,
): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const brought = allBrought({ doc }).filter((one) => one.field === field)
  return new Map(brought.map(({ hash, had }) => [hash, read({ Y, doc }, had)]))
}

/** Whether it is noted how a document came to what the server says of a field. */
export function hasHand({ doc }: Pick<Document, 'doc'>, field: string, hash: string): boolean {
  return broughtAs({ doc }, field, hash).length > 0
}

/** Whether somebody has brought what the server says into a text, or list, of a field, also one that is gone. */
export function isBroughtInto(
  document: Document,
  field: string,
  hash: string | undefined,
  madeAs: Yjs.ID,
): boolean {
  const all = hash === undefined ? [] : broughtAs(document, field, hash)
  return all.some(({ had }) => isIn(read(document, had), madeAs))
}

/**
 * Whether all who have brought what the server says into a field have brought it into another text, or list, than that which
 * is left of two that were begun apart: it is gone with theirs.
 * @param madeAs - What is left was made as.
 */
export function isBroughtElsewhere(
  document: Document,
  field: string,
  hash: string | undefined,
  madeAs: Yjs.ID | undefined,
): boolean {
  if (!madeAs || hash === undefined) return false
  const all = broughtAs(document, field, hash)
  return all.length > 0 && !all.some(({ had }) => isIn(read(document, had), madeAs))
}

/** Which versions of the server a text or list has, by what it was made as, of which all has come that they had. */
export function versionsIn(document: Document, field: string, madeAs: Yjs.ID): readonly string[] {
  return allBrought(document)
    .filter(
      (one) => one.field === field && isThere(document, one.had) && isIn(read(document, one.had), madeAs),
    )
    .map(({ hash }) => hash)
}

/**
 * What a document had, of all who have said that it had one version of a field, in the text or list that is left of two that
 * were begun apart; undefined where nobody has, or some of it is still to come.
 * @param madeAs - What is left was made as.
 */
export function hadWith(
  document: Document,
  field: string,
  hash: string,
  madeAs: Yjs.ID,
): ReadonlyMap<number, number> | undefined {
  const all = broughtAs(document, field, hash).filter(({ had }) => isIn(read(document, had), madeAs))
  if (all.length === 0 || !all.every(({ had }) => isThere(document, had))) return undefined
  const most = new Map<number, number>()
  for (const one of all)
    for (const [hand, clock] of read(document, one.had)) most.set(hand, Math.max(clock, most.get(hand) ?? 0))
  return most
}

/**
 * Takes out what is there twice of what the server says; nothing of it is looked for again as long as nobody brings more, once
 * all is there that those had who have brought it, but before a save.
 */
export function createDropRepeated(
  document: Document & { readonly open: OpenCodec },
  transact: (work: () => void) => void,
): (isSaving: boolean) => void {
  const hands = document.doc.getMap<unknown>(serverHandsMap)
  let [isDone, isPutBack] = [false, false]
  for (const map of [hands, document.doc.getMap(charactersMap)]) map.observe(() => (isDone = false))
  document.doc.on('update', () => (isPutBack = false))
  return (isSaving) => {
    if (!isPutBack) {
      putAllBack(document.Y, document.doc, transact)
      isPutBack = true
    }
    if (isDone && !isSaving) return
    const fields = new Set(allBrought(document).map(({ field }) => field))
    const heard = (version: string) => (hands.has(version) ? read(document, hands.get(version)) : undefined)
    if (fields.size > 0)
      transact(() => fields.forEach((field) => document.open.dropSame(field, isSaving ? heard : undefined)))
    isDone = [...hands.values()].every((had) => isThere(document, had))
  }
}
