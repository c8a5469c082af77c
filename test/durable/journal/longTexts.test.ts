import fc from 'fast-check'
import { memoryStorage } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { seeds } from '../../support/seeds'
import { openPage } from './page'

/** From where to where of a text, as parts of its length, and what comes in its place. */
const change = fc.record({
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.nat(30), fc.nat(6000)),
  // Few letters: what is put in often goes on as the text around it does.
  put: fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }),
    fc.nat(9000).map((count) => 'ab'.repeat(count)),
  ),
  isFlushed: fc.boolean(),
})

describe('The undo history of long texts', () => {
  it.each(seeds(15, 10))(
    'has every text again after a kill, wherever it was changed and whenever it was written ($seeded)',
    ({ parameters }) =>
      fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 40 }), async (changes) => {
          const tab = memoryStorage().tab()
          const page = openPage(tab)
          const texts = ['ab a '.repeat(3000)]
          page.edit(1, { text: texts[0] })
          for (const { from, length, put, isFlushed } of changes) {
            const text = texts.at(-1) ?? ''
            const at = Math.floor(from * text.length)
            const next = text.slice(0, at) + put + text.slice(at + length)
            if (next === text) continue
            texts.push(next)
            page.edit(1, { text: next })
            if (isFlushed) await page.flush()
          }
          await page.flush()
          tab.kill()
          const again = openPage(tab.reload())
          await again.ready
          for (const text of [...texts].reverse()) {
            expect(again.edits(1)?.text === text).toBe(true)
            again.undo()
          }
          expect(again.hasUndo()).toBe(false)
          for (const text of texts) {
            again.redo()
            expect(again.edits(1)?.text === text).toBe(true)
          }
        }),
        parameters,
      ),
  )
})
