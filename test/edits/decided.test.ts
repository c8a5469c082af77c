import { expect, it } from 'vitest'
import type { ShownLog } from '../../src/edits/elsewhere'
import { decided } from '../../src/edits/logChanges'

/** Edits of a record whose author was sent without an answer, and then once more. */
function sentTwice(first: number, second: number): ShownLog & Required<Pick<ShownLog, 'log'>> {
  return {
    fields: {},
    log: [
      { id: 'first', state: 'uncertain', fields: { author: { base: 1, value: first } } },
      { id: 'second', state: 'sending', fields: { author: { base: 1, value: second } } },
    ],
  }
}

it('What was sent without an answer is no question any more once the server is known to have it', () => {
  const row = sentTwice(2, 2)
  const { log, stray } = decided(row, row.log[1]!.fields, row.log[1])
  expect([log?.find(({ id }) => id === 'first')?.fields ?? {}, stray ?? {}]).toEqual([{}, {}])
})

it('What was sent without an answer may still be done in the place of what the server is known to have', () => {
  const row = sentTwice(2, 3)
  const { stray } = decided(row, row.log[1]!.fields, row.log[1])
  expect(stray?.author?.values).toEqual([2])
})
