import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { putAllBack } from '../../src/sync/document/movedInside'
import { createSharedTexts } from '../../src/sync/document/sharedText'

/** A text into which two hands, who did not hear of each other, have written behind its first word, and that were brought together. */
function writtenApart(...all: readonly (readonly [hand: number, said: string])[]): Y.Text {
  const [first, ...others] = all.map(([hand, said]) => {
    const doc = new Y.Doc()
    doc.clientID = 1
    doc.getText('text').insert(0, 'Harbour')
    doc.clientID = hand
    doc.getText('text').insert(7, said)
    return doc
  })
  for (const other of others) Y.applyUpdate(first!, Y.encodeStateAsUpdate(other))
  return first!.getText('text')
}

const none = () => undefined

function withoutTwice(text: Y.Text, areApart = () => true): string {
  createSharedTexts(Y, new Y.Doc()).dropTwice(text, { areApart, unheard: none })
  return text.toJSON()
}

/** What is left where 5 is a hand of the server that has heard of nobody, and others have saved so much of what they wrote. */
function withoutSaved(text: Y.Text, saved: Readonly<Record<number, number>>): string {
  createSharedTexts(Y, new Y.Doc()).dropTwice(text, {
    areApart: () => false,
    unheard: (hand, { id: { client: somebody } }) =>
      hand === 5 ? { from: somebody === 1 ? 7 : 0, saved: saved[somebody] ?? 0 } : undefined,
  })
  return text.toJSON()
}

describe('What two have brought into a text apart', () => {
  it('is there once where one has all words of the other', () => {
    expect(withoutTwice(writtenApart([5, ' lights'], [9, ' lights at night']))).toBe(
      'Harbour lights at night',
    )
    expect(withoutTwice(writtenApart([5, ' lights at night'], [9, ' lights']))).toBe(
      'Harbour lights at night',
    )
    expect(withoutTwice(writtenApart([5, ' one'], [7, ' one two'], [9, ' one two three']))).toBe(
      'Harbour one two three',
    )
  })

  it('is there once where both say the same, the same one for everybody', () => {
    const [one, other] = [
      writtenApart([5, ' lights'], [9, ' lights']),
      writtenApart([9, ' lights'], [5, ' lights']),
    ]
    expect([one, other].map((text) => withoutTwice(text))).toEqual(['Harbour lights', 'Harbour lights'])
    Y.applyUpdate(one.doc!, Y.encodeStateAsUpdate(other.doc!))
    expect(one.toJSON()).toBe('Harbour lights')
  })

  it('stays where it says something else, or a part of a word, or one has heard of the other', () => {
    expect(withoutTwice(writtenApart([5, ' lights'], [9, ' walls']))).toHaveLength(
      'Harbour lights walls'.length,
    )
    expect(withoutTwice(writtenApart([5, ' light'], [9, ' lights']))).toHaveLength(
      'Harbour light lights'.length,
    )
    const said = writtenApart([5, ' lights'], [9, ' lights'])
    expect(withoutTwice(said, () => false)).toBe('Harbour lights lights')
  })

  it('stays where somebody has taken away some of it: it may be that the other one was taken out elsewhere', () => {
    const text = writtenApart([5, ' lights at night'], [9, ' lights'])
    text.delete(text.toJSON().indexOf(' at night'), 9)
    expect(withoutTwice(text)).toBe('Harbour lights lights')
  })
})

describe('What people have saved and the server brings again', () => {
  it('is there once, by those who wrote it', () => {
    const text = writtenApart([5, ' lights'], [9, ' lights'])
    expect(withoutSaved(text, { 9: 7 })).toBe('Harbour lights')
    expect(text._start!.right!.right!.id.client).toBe(9)
    expect(withoutSaved(writtenApart([5, ' lights at night'], [9, ' lights']), { 9: 7 })).toBe(
      'Harbour at night lights',
    )
    expect(withoutSaved(writtenApart([5, ' lights'], [9, ' lights at night']), { 9: 16 })).toBe(
      'Harbour lights at night',
    )
    expect(withoutSaved(writtenApart([5, ' lights'], [9, ' lights at night']), { 9: 7 })).toBe(
      'Harbour lights at night',
    )
  })

  it('is there once where two have saved it beside each other', () => {
    const all = writtenApart([5, ' lights walls'], [8, ' lights'], [9, ' walls'])
    expect(withoutSaved(all, { 8: 7, 9: 6 })).toBe('Harbour lights walls')
  })

  it('stays where it was not saved, says something else or is a part of a word', () => {
    expect(withoutSaved(writtenApart([5, ' lights'], [9, ' lights']), {})).toBe('Harbour lights lights')
    expect(withoutSaved(writtenApart([5, ' lights'], [9, ' lights']), { 9: 4 })).toBe('Harbour lights lights')
    expect(withoutSaved(writtenApart([5, ' lights'], [9, ' light']), { 9: 6 })).toBe('Harbour lights light')
    expect(withoutSaved(writtenApart([5, ' lights'], [9, ' walls']), { 9: 6 })).toBe('Harbour lights walls')
  })

  it('is there once, too, where somebody has taken away some of what the server has brought', () => {
    const text = writtenApart([5, ' lights at night'], [9, ' lights'])
    text.delete(text.toJSON().indexOf(' at night'), 9)
    expect(withoutSaved(text, { 9: 7 })).toBe('Harbour lights')
    expect(text._start!.right!.right!.id.client).toBe(9)
  })

  it('has what the server has put into it since, whoever has saved something else beside it', () => {
    const meanwhile = [5, ' old harbour lights at night'] as const
    expect(withoutSaved(writtenApart(meanwhile, [9, ' harbour night']), { 9: 14 })).toBe(
      'Harbour old harbour lights at night',
    )
    const paragraphs = writtenApart([5, '\n\nOne more\n\nTwo'], [9, '\n\nOne\n\nThree'])
    expect(withoutSaved(paragraphs, { 9: 12 })).toBe('Harbour\n\nTwo\n\nOne more\n\nThree')
    expect(withoutSaved(writtenApart([5, ' one of two'], [9, ' one two three']), { 9: 14 })).toHaveLength(
      'Harbour one of two one two three'.length,
    )
  })
})

describe('What people have put inside of what is there twice', () => {
  const [ada, ben, eva] = [0x8000_0001, 0x8000_0002, 0x8000_0003] as const

  /** Two documents of the same: what the server's hand 5 has brought, with what Ada has put inside, and what Ben has written. */
  function bothWith(...put: readonly (readonly [at: number, said: string])[]): readonly [Y.Text, Y.Text] {
    const text = writtenApart([5, ' lights at night'], [ben, ' lights at night'])
    text.doc!.clientID = ada
    for (const [at, said] of put) text.insert('Harbour'.length + at, said)
    const other = new Y.Doc()
    Y.applyUpdate(other, Y.encodeStateAsUpdate(text.doc!))
    return [text, other.getText('text')]
  }

  function meet(...texts: readonly Y.Text[]): readonly string[] {
    for (const one of texts)
      for (const other of texts) Y.applyUpdate(one.doc!, Y.encodeStateAsUpdate(other.doc!))
    return texts.map((text) => text.toJSON())
  }

  const dropHand = (text: Y.Text) => createSharedTexts(Y, text.doc!).dropHand(text, 5)

  it('goes to the same place of what stays, once, whoever takes it out', () => {
    const texts = bothWith([7, ' red'])
    for (const text of texts) dropHand(text)
    expect(texts.map((text) => text.toJSON())).toEqual([
      'Harbour lights red at night',
      'Harbour lights red at night',
    ])
    expect(meet(...texts)).toEqual(['Harbour lights red at night', 'Harbour lights red at night'])
  })

  it('goes there, too, where it was written by somebody who had not heard that it was taken out', () => {
    const texts = bothWith()
    dropHand(texts[1])
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
    dropHand(texts[1])
    texts[0].insert('Harbour lights red'.length, 'dish')
    meet(...texts)
    for (const { doc } of texts) putAllBack(Y, doc!)
    expect(meet(...texts)).toEqual(['Harbour lights reddish at night', 'Harbour lights reddish at night'])
  })

  it('is there once where one of them has heard of something else in that place', () => {
    const texts = bothWith([7, ' red'])
    texts[1].doc!.clientID = eva
    texts[1].insert(texts[1].toJSON().lastIndexOf(' at'), ' green')
    for (const text of texts) dropHand(text)
    const [one, other] = meet(...texts)
    expect(one).toBe(other)
    expect(one!.split(' ').sort()).toEqual(['Harbour', 'at', 'green', 'lights', 'night', 'red'])
  })

  it('stays in order that was not written in one go', () => {
    const texts = bothWith([7, ' rd'], [9, 'e'], [10, 'a'])
    for (const text of texts) dropHand(text)
    expect(meet(...texts)[0]).toBe('Harbour lights read at night')
  })

  it('stays where it was where what stays does not say the same', () => {
    const text = writtenApart([5, ' lights at night'], [ben, ' walls'])
    text.doc!.clientID = ada
    text.insert(text.toJSON().indexOf(' at'), ' red')
    dropHand(text)
    expect(text.toJSON()).toContain(' red')
  })
})
