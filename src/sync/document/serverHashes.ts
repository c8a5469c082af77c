import type * as Yjs from 'yjs'
import { isRecord } from '../../core/plain'
import { hashOf } from './hash'
import type { MergeKind } from '../merge/mergeValues'

/**
 * Root map of what the server is known to say, so that nobody takes it for a change: names of fields and of their
 * entries, each with a hash. Where two record one name at the same time, both count.
 */
export const serverHashesMap = 'serverHashes'

/**
 * Root map of what saves under way have sent, in the same form, with who sends it: the server may say it at any time. Apart
 * from what is known, as of two who write one key of a map at the same time Yjs keeps one: what somebody has just read would
 * be forgotten once the other's save has ended.
 */
export const sentHashesMap = 'sentHashes'

/**
 * Root map of what the server is known to say in texts and blocks, paragraph by paragraph: by the field and its hash, what each of
 * them says in short.
 */
export const serverPartsMap = 'serverParts'

/** Root map of what texts and blocks were begun with, by the field: what the server said, in short, and by which hand. */
export const begunMap = 'begun'

/** What a field says, or each of its entries, in short. */
export function hashesOf(field: string, kind: MergeKind, value: unknown): Readonly<Record<string, string>> {
  const all: readonly (readonly [name: string, value: unknown])[] =
    kind === 'entries' && isRecord(value)
      ? Object.entries(value).map(([entry, each]) => [entryName(field, entry), each])
      : [[field, value]]
  return Object.fromEntries(all.map(([name, each]) => [name, hashOf({ value: each })]))
}

/** The name of an entry of a field. */
export function entryName(field: string, entry: string): string {
  return `${field}.${entry}`
}

/** All that it is known that the server says, or said, each as a name with a hash. */
export function knownHashes(doc: Yjs.Doc): readonly string[] {
  return [...doc.getMap(serverHashesMap).keys()]
}

/** What saves under way have sent, in the same form. */
export function sentHashes(doc: Yjs.Doc): readonly string[] {
  return [...doc.getMap(sentHashesMap).keys()]
}

/** The field, or entry, that a hash is of. */
export function nameOfHash(key: string): string {
  return key.slice(0, key.lastIndexOf(' '))
}

/** Whether it is known that the server says this. */
export function isKnownHash(doc: Yjs.Doc, name: string, hash: string | undefined): boolean {
  return doc.getMap(serverHashesMap).has(`${name} ${hash}`)
}

/** Whether a save under way has sent this. */
export function isSentHash(doc: Yjs.Doc, name: string, hash: string): boolean {
  return doc.getMap(sentHashesMap).has(`${name} ${hash}`)
}

/** Makes known what this store is about to send, in place of what it has sent before. */
export function recordSent(doc: Yjs.Doc, hashes: Readonly<Record<string, string>>): void {
  const sent = doc.getMap(sentHashesMap)
  for (const [key, sender] of [...sent]) if (sender === doc.clientID) sent.delete(key)
  for (const [name, hash] of Object.entries(hashes)) sent.set(`${name} ${hash}`, doc.clientID)
}

/** Makes known what the server says, in place of what it was known to say. */
export function recordHashes(doc: Yjs.Doc, hashes: Readonly<Record<string, string>>): void {
  const known = doc.getMap(serverHashesMap)
  for (const key of [...known.keys()]) {
    const hash = hashes[nameOfHash(key)]
    if (hash === undefined || key.endsWith(` ${hash}`)) continue
    known.delete(key)
    doc.getMap(serverPartsMap).delete(key)
  }
  for (const [name, hash] of Object.entries(hashes)) {
    if (!isKnownHash(doc, name, hash)) known.set(`${name} ${hash}`, true)
    doc.getMap(sentHashesMap).delete(`${name} ${hash}`)
  }
}

/** Makes known what the server says in a text, or in blocks, paragraph by paragraph. */
export function recordParts(doc: Yjs.Doc, name: string, hash: string, parts: readonly string[]): void {
  doc.getMap(serverPartsMap).set(`${name} ${hash}`, parts.join(' '))
}

/** Makes known what the server says in a text, or in blocks, that a document begins with. */
export function recordBegun(doc: Yjs.Doc, field: string, hash: string, parts: readonly string[]): void {
  doc.getMap(begunMap).set(field, [hash, doc.clientID])
  recordParts(doc, field, hash, parts)
}

/** What a text or blocks were begun with, in short, and by which hand; undefined where nobody has said it. */
export function begunWith(doc: Yjs.Doc, field: string): readonly [hash: string, hand: number] | undefined {
  const [hash, hand] = [doc.getMap(begunMap).get(field)].flat()
  return typeof hash === 'string' && typeof hand === 'number' ? [hash, hand] : undefined
}

/** The paragraphs of one version of a text, or of blocks, each in short. */
export function knownParts(doc: Yjs.Doc, name: string, hash: string): readonly string[] {
  const parts = doc.getMap(serverPartsMap).get(`${name} ${hash}`)
  return typeof parts === 'string' ? parts.split(' ') : []
}
