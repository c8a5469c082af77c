import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { putAllBack } from '../../src/sync/document/movedInside'
import { itemsOf } from '../../src/sync/document/textItems'
import {
  charactersOf,
  dropSame,
  recordCharacters,
  sameCharacters,
} from '../../src/sync/document/versionCharacters'

const [ada, ben, eva] = [0x8000_0001, 0x8000_0002, 0x8000_0003] as const

/** What somebody, or a hand of the server, has written behind the first word, and which version of the server that is. */
type Written = readonly [hand: number, said: string, version?: string]

/** A text into which several have written who did not hear of each other, each with the version that it has then. */
function writtenApart(...all: readonly Written[]): Y.Text {
  const [first, ...others] = all.map(([hand, said, version]) => {
    const doc = new Y.Doc()
    const text = doc.getText('text')
    doc.clientID = 1
    text.insert(0, 'Harbour')
    doc.clientID = hand
    text.insert(7, said)
    if (version) record(text, version, hand)
    return doc
  })
  for (const other of others) Y.applyUpdate(first!, Y.encodeStateAsUpdate(other))
  return first!.getText('text')
}

function record(text: Y.Text, version: string, hand: number, said = text.toJSON()): void {
  recordCharacters(text.doc!, ['text', version, hand], charactersOf(text, said))
}

/** Takes out what stands twice; with `heard`, before a save, also what people have written that a hand had not received so much of. */
function drop(text: Y.Text, heard?: Readonly<Record<number, number>>): string {
  const unheard = heard && {
    heard: () => new Map(Object.entries(heard).map(([hand, count]) => [Number(hand), count])),
    all: charactersOf(text, text.toJSON()),
  }
  const staysFor = sameCharacters(Y, text.doc!, {
    ...{ root: text as unknown as Y.AbstractType<unknown>, field: 'text' },
    unheard,
  })
  if (staysFor) text.doc!.transact(() => dropSame(Y, text, staysFor))
  return text.toJSON()
}

function meet(...texts: readonly Y.Text[]): readonly string[] {
  for (const one of texts)
    for (const other of texts) Y.applyUpdate(one.doc!, Y.encodeStateAsUpdate(other.doc!))
  return texts.map((text) => text.toJSON())
}

/** Who has written what is there. */
const writersOf = (text: Y.Text) => itemsOf(text).items.map(({ id }) => id.client)

describe('One version of the server that two have brought, or saved, apart', () => {
  it('is there once, by the person of both, the same one for everybody', () => {
    const both = [
      [5, ' lights', 'v2'],
      [ben, ' lights', 'v2'],
    ] as const
    const texts = [writtenApart(...both), writtenApart(...[...both].reverse())]
    expect(texts.map((text) => drop(text))).toEqual(['Harbour lights', 'Harbour lights'])
    expect(meet(...texts)).toEqual(['Harbour lights', 'Harbour lights'])
    expect(texts.map(writersOf)).toEqual([
      [1, ben],
      [1, ben],
    ])
  })

  it('is there once where three have brought it', () => {
    const all = writtenApart([5, ' lights', 'v2'], [7, ' lights', 'v2'], [9, ' lights', 'v2'])
    expect(drop(all)).toBe('Harbour lights')
  })

  it('stays twice where it was not the same version that was brought', () => {
    expect(drop(writtenApart([5, ' lights', 'v2'], [9, ' walls', 'v3']))).toHaveLength(
      'Harbour lights walls'.length,
    )
    expect(drop(writtenApart([5, ' lights'], [9, ' lights']))).toBe('Harbour lights lights')
  })

  it('does not take for one what one version has twice', () => {
    const text = writtenApart([5, ' lights'])
    text.doc!.clientID = 7
    text.insert(text.length, ' lights')
    record(text, 'v3', 7)
    record(text, 'v2', 5, 'Harbour lights')
    expect(drop(text)).toBe('Harbour lights lights')
  })

  it('stays away where its person has taken it away since', () => {
    const text = writtenApart([ben, ' lights', 'v2'])
    text.delete(7, 7)
    Y.applyUpdate(text.doc!, Y.encodeStateAsUpdate(writtenApart([5, ' old lights', 'v3']).doc!))
    expect(drop(text)).toBe('Harbour old lights')
  })
})

describe('What two versions of the server have that were brought apart', () => {
  it('is there once where one goes on from the other', () => {
    expect(drop(writtenApart([5, ' lights at night', 'v2'], [9, ' lights at old night', 'v3']))).toBe(
      'Harbour lights at old night',
    )
    expect(drop(writtenApart([5, ' lights at old night', 'v3'], [9, ' lights at night', 'v2']))).toBe(
      'Harbour lights at old night',
    )
  })

  it('stays where a paragraph says something else in the place of another one', () => {
    const text = writtenApart([5, '\n\nThe gate is open', 'v2'], [9, '\n\nThe gate was shut', 'v3'])
    expect(drop(text)).toContain('The gate is open')
    expect(drop(text)).toContain('The gate was shut')
  })
})

describe('What people have written that the server brings, before they say that they have saved it', () => {
  it('is there twice until a save, which has it once', () => {
    const text = writtenApart([5, ' lights', 'v2'], [ben, ' lights'])
    expect(drop(text)).toBe('Harbour lights lights')
    expect(drop(text, { 1: 7 })).toBe('Harbour lights')
  })

  it('stays where the server had heard of it', () => {
    const text = writtenApart([5, ' lights', 'v2'], [ben, ' lights'])
    expect(drop(text, { 1: 7, [ben]: 7 })).toBe('Harbour lights lights')
  })

  it('stays where it stands elsewhere, or was written beside it', () => {
    const text = writtenApart([5, ' lights', 'v2'])
    text.doc!.clientID = ben
    text.insert(0, 'lights ')
    expect(drop(text, { 1: 7 })).toBe('lights Harbour lights')
    text.insert(text.length, ' lights')
    expect(drop(text, { 1: 7, [ben]: 7 })).toBe('lights Harbour lights lights')
  })
})

describe('What people have put inside of what is there twice', () => {
  /** Two documents of the same: what the server's hand 5 has brought, with what Ada has put inside, and what Ben has saved. */
  function bothWith(...put: readonly (readonly [at: number, said: string])[]): readonly [Y.Text, Y.Text] {
    const text = writtenApart([5, ' lights at night', 'v2'], [ben, ' lights at night', 'v2'])
    text.doc!.clientID = ada
    for (const [at, said] of put) text.insert('Harbour'.length + at, said)
    const other = new Y.Doc()
    Y.applyUpdate(other, Y.encodeStateAsUpdate(text.doc!))
    return [text, other.getText('text')]
  }

  it('goes to the same place of what stays, once, whoever takes it out', () => {
    const texts = bothWith([7, ' red'])
    for (const text of texts) drop(text)
    expect(texts.map((text) => text.toJSON())).toEqual([
      'Harbour lights red at night',
      'Harbour lights red at night',
    ])
    expect(meet(...texts)).toEqual(['Harbour lights red at night', 'Harbour lights red at night'])
  })

  it('goes there, too, where it was written by somebody who had not heard that it was taken out', () => {
    const texts = bothWith()
    drop(texts[1])
    texts[0].doc!.clientID = eva
    texts[0].insert('Harbour lights'.length, ' green')
    meet(...texts)
    for (const { doc } of texts) putAllBack(Y, doc!)
    texts[0].insert(texts[0].toJSON().indexOf('green'), 'light ')
    expect(meet(...texts)).toEqual([
      'Harbour lights light green at night',
      'Harbour lights light green at night',
    ])
  })

  it('goes on where it was moved to, by who had not heard of that', () => {
    const texts = bothWith([7, ' red'])
    drop(texts[1])
    texts[0].insert('Harbour lights red'.length, 'dish')
    meet(...texts)
    for (const { doc } of texts) putAllBack(Y, doc!)
    expect(meet(...texts)).toEqual(['Harbour lights reddish at night', 'Harbour lights reddish at night'])
  })

  it('is there once where one of them has heard of something else in that place', () => {
    const texts = bothWith([7, ' red'])
    texts[1].doc!.clientID = eva
    texts[1].insert(texts[1].toJSON().lastIndexOf(' at'), ' green')
    for (const text of texts) drop(text)
    const [one, other] = meet(...texts)
    expect(one).toBe(other)
    expect(one!.split(' ').sort()).toEqual(['Harbour', 'at', 'green', 'lights', 'night', 'red'])
  })

  it('stays in order that was not written in one go', () => {
    const texts = bothWith([7, ' rd'], [9, 'e'], [10, 'a'])
    for (const text of texts) drop(text)
    expect(meet(...texts)[0]).toBe('Harbour lights read at night')
  })
})
