import fc from 'fast-check'
import { beforeAll, describe, it } from 'vitest'
import { figuresOf, histories, longestLaw } from '../../support/lawRuns'
import { loadCollaboration } from '../../support/loadCollaboration'
import { virtually } from '../../support/virtualTime'
import { play, step, ways, type Step } from './begunApartStory'

beforeAll(loadCollaboration)

type Writing = Extract<Step, { do: 'outside' }>
const type = (at: number, what: Writing['what'], where: Writing['where'] = 'start') => ({
  ...{ do: 'type' as const, at, what, where, which: 0 },
})
const outside = (what: Writing['what'], where: Writing['where'] = 'start') => ({
  ...{ do: 'outside' as const, what, where, which: 0 },
})
const open = (at: number) => ({ do: 'open' as const, at, keepsDocuments: false })
const offline = (at: number) => ({ do: 'offline' as const, at })
const save = (at: number) => ({ do: 'save' as const, at })
const hold = { do: 'relay' as const, how: 'hold' as const, which: 0 }

/** Histories that failed once. */
const once: [Step[], begins: number][] = [
  // A new paragraph, the one behind it and another one of somebody outside became two.
  [[type(0, 'into'), outside('new', 'end'), type(0, 'new')], 1],
  // What a colleague had saved who was heard of late stood twice.
  [[open(0), offline(0), type(1, 'new'), save(1), outside('new'), type(0, 'new')], 0],
  // A new paragraph lost its markup where the one behind it was deleted.
  [[offline(0), type(1, 'new'), { do: 'delete', at: 0, which: 0 }], 1],
  // What somebody outside had saved was taken out where three had begun from two versions.
  [[open(1), offline(0), outside('new', 'end'), open(0), open(2)], 1],
  [[offline(0), open(1), outside('new'), open(0), open(2)], 1],
  // New paragraphs of two became one, letter by letter.
  [[open(0), outside('new'), offline(0), type(0, 'new'), type(1, 'new')], 0],
  [[offline(0), type(0, 'new'), outside('new'), { do: 'delete', at: 1, which: 1 }], 1],
  // An undo took a colleague's paragraph away.
  [[type(1, 'new'), type(0, 'new'), { do: 'undo', at: 1 }], 0],
  // A word was torn out of its paragraph that stood in the answer of a save and not in the document.
  [[type(0, 'new'), save(1), type(0, 'title'), outside('new'), save(1), type(1, 'into'), save(0)], 1],
  [[open(2), outside('excerpt'), type(0, 'new'), save(2), type(2, 'excerpt', 'middle')], 0],
  // A word stood twice, once in another one's new paragraph.
  [[offline(0), type(0, 'new'), save(0), hold, type(2, 'into'), type(1, 'new')], 0],
  // Two words became one where three had begun from two versions.
  [[offline(0), type(1, 'new'), outside('excerpt'), open(0), type(1, 'excerpt'), type(2, 'new')], 1],
  // An undo of what a colleague had deleted took parts of their new paragraph away.
  [[type(2, 'new'), { do: 'delete', at: 0, which: 0 }, type(0, 'new'), { do: 'undo', at: 2 }], 0],
  // A paragraph stood twice that a colleague had saved, in which one had typed.
  [[hold, type(0, 'new'), type(2, 'into'), outside('new'), save(0), save(2)], 0],
  // Two took out the same paragraph of a text that is blocks: of the other one only letters were left.
  [
    [
      type(1, 'new'),
      type(0, 'new'),
      offline(0),
      { do: 'delete', at: 0, which: 0 },
      { do: 'delete', at: 1, which: 0 },
    ],
    0,
  ],
]

describe('people begin one post apart, and somebody writes beside them', () => {
  const figures = figuresOf('begun apart')

  it.each(ways)(
    'no word is lost, each paragraph is whole, and all see at the end what the site has: %s',
    async (way) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 20, size: 'max' }),
          fc.nat(2),
          virtually(async (steps, begins) => {
            figures.history()
            await play(steps, way, begins)
            figures.ended()
          }),
        ),
        // One seed among the tests, fresh ones by `npm run test:durable`: what it leaves out may not be all that falls.
        { seed: 1, ...histories(once.length + 2), examples: once },
      )
    },
    longestLaw,
  )
})
