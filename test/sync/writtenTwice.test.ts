import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
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

function withoutTwice(text: Y.Text, isApart = () => true): string {
  createSharedTexts().dropTwice(text, isApart)
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
