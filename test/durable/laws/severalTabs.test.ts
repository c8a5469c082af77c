import fc from 'fast-check'
import { describe, it } from 'vitest'
import { figuresOf, histories, historiesOf, longestLaw } from '../../support/lawRuns'
import { virtually } from '../../support/virtualTime'
import { play, step, way, type Step, type Way } from './severalTabsStory'

const save = { do: 'save' as const, at: 0 as const, isQuick: false }
const undo = { do: 'undo' as const, at: 0 as const, isQuick: false }

/** Two saves of one tab, the second of which takes a tag out, with one of the other tab between them. */
const savedBehind: Step[] = [
  { do: 'type', at: 1, where: 'tag', isQuick: false },
  { do: 'type', at: 1, where: 'tag', isQuick: false },
  { do: 'offline' },
  { do: 'save', at: 1, isQuick: false },
  { do: 'undo', at: 1, isQuick: false },
  { do: 'reload', at: 1, isQuick: false },
  { do: 'type', at: 0, where: 'title', isQuick: false },
  save,
  { do: 'save', at: 1, isQuick: false },
]

/** And a title saved over that of the other tab, which saves once more. */
const savedOver: Step[] = [
  ...savedBehind,
  { do: 'type', at: 1, where: 'title', isQuick: false },
  { do: 'save', at: 1, isQuick: false },
  save,
]

/** Histories that failed once. */
const examples: [Step[], number[], Way][] = [
  // What waits of another tab is discarded where it was typed over: the save of that was in conflict with what is gone.
  [
    [
      { do: 'type', at: 1, where: 'title', isQuick: false },
      { do: 'offline' },
      { do: 'save', at: 1, isQuick: false },
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'discard', at: 0, isQuick: false },
      save,
    ],
    [0],
    'offline',
  ],
  // What waits is discarded of an entry that was saved before: the last value is an edit again.
  [
    [
      { do: 'type', at: 0, where: 'meta', isQuick: false },
      save,
      { do: 'type', at: 0, where: 'meta', isQuick: false },
      ...[{ do: 'offline' as const }, save, { do: 'discard' as const, at: 0 as const, isQuick: false }],
    ],
    [0],
    'offline',
  ],
  // One of two steps that were saved together is undone before they are sent.
  [
    [
      { do: 'type', at: 1, where: 'tag', isQuick: false },
      { do: 'type', at: 1, where: 'tag', isQuick: false },
      { do: 'offline' },
      { do: 'save', at: 1, isQuick: false },
      { do: 'undo', at: 1, isQuick: false },
    ],
    [0],
    'offline',
  ],
  // Sent by the other tab after the page was killed in which it waited: it said that something was unsaved.
  [
    [
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'lose', isDone: false },
      { do: 'lose', isDone: false },
      ...[save, { do: 'online' as const }, { do: 'kill' as const, at: 0 as const, isQuick: false }],
    ],
    [0],
    'offline',
  ],
  // Undone after a lost answer, and saved so: it said that something was unsaved.
  [
    [
      { do: 'lose', isDone: false },
      { do: 'type', at: 0, where: 'title', isQuick: false },
      ...[save, undo, save],
    ],
    [0],
    'always',
  ],
  // Typed in both, and saved in the other without a network.
  [
    [
      { do: 'offline' },
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'type', at: 1, where: 'title', isQuick: false },
      { do: 'save', at: 1, isQuick: false },
    ],
    [0],
    'offline',
  ],
  // Saved in the other one while a save without an answer waits: neither was sent, and both showed what was before.
  [
    [
      { do: 'lose', isDone: false },
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'type', at: 1, where: 'title', isQuick: false },
      save,
      { do: 'save', at: 1, isQuick: false },
    ],
    [0],
    'always',
  ],
  // Undone in one of them what the other one had saved over: it said that something was unsaved.
  [
    [
      { do: 'type', at: 0, where: 'excerpt', isQuick: false },
      { do: 'offline' },
      { do: 'type', at: 1, where: 'excerpt', isQuick: false },
      save,
      { do: 'undo', at: 1, isQuick: false },
      { do: 'save', at: 1, isQuick: false },
    ],
    [0],
    'offline',
  ],
  // A tag that waits is undone after a reload, and a colleague has added one: it hid that, and was called unsaved.
  [
    [
      { do: 'type', at: 0, where: 'tag', isQuick: false },
      { do: 'ben', where: 'tag' },
      { do: 'reload', at: 0, isQuick: false },
      { do: 'offline' },
      ...[save, undo],
    ],
    [0],
    'offline',
  ],
  // Two tabs save one field at once: the conflict of one was gone with the answer of the other, and it stayed unsaved unseen.
  [
    [
      { do: 'type', at: 1, where: 'title', isQuick: false },
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'save', at: 1, isQuick: true },
      save,
    ],
    [1, 0],
    'offline',
  ],
  // A field is taken out of a save that waits, over which another tab has typed: that was in conflict with what is gone.
  [
    [
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'offline' },
      { do: 'type', at: 0, where: 'excerpt', isQuick: false },
      save,
      { do: 'type', at: 1, where: 'excerpt', isQuick: false },
      undo,
    ],
    [0],
    'offline',
  ],
  // Away and back in one moment: another tab took what was typed there for what a dead page had left.
  [
    [
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'freeze', at: 0, isQuick: true },
      { do: 'thaw', at: 0, isQuick: false },
      { do: 'kill', at: 1, isQuick: false },
    ],
    [0],
    'offline',
  ],
  // What was typed while a save was under way went along; the other tab was asked then, and chose its own.
  [
    [
      { do: 'type', at: 1, where: 'title', isQuick: false },
      { do: 'save', at: 0, isQuick: true },
      { do: 'save', at: 1, isQuick: true },
      { do: 'type', at: 0, where: 'title', isQuick: false },
    ],
    [0],
    'offline',
  ],
  // The same where all is kept first: what the other tab had saved meanwhile counts.
  [
    [
      { do: 'type', at: 1, where: 'title', isQuick: false },
      { do: 'save', at: 0, isQuick: true },
      { do: 'save', at: 1, isQuick: true },
      { do: 'type', at: 0, where: 'title', isQuick: false },
    ],
    [0],
    'always',
  ],
  // Undone before it was sent, what was saved over that of the other tab took that along.
  [
    [
      { do: 'offline' },
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'type', at: 1, where: 'title', isQuick: false },
      { do: 'save', at: 1, isQuick: false },
      ...[save, undo],
    ],
    [0],
    'offline',
  ],
  // One of two tags that were saved together came back where it was undone before they were sent, and the page was reloaded.
  [
    [
      { do: 'type', at: 1, where: 'tag', isQuick: false },
      { do: 'type', at: 1, where: 'tag', isQuick: false },
      { do: 'offline' },
      { do: 'save', at: 1, isQuick: false },
      { do: 'undo', at: 1, isQuick: false },
      { do: 'reload', at: 1, isQuick: false },
    ],
    [0],
    'offline',
  ],
  // Saved then, it took the other tag along: what waited was taken for what the server had had.
  [
    [
      { do: 'type', at: 1, where: 'tag', isQuick: false },
      { do: 'type', at: 1, where: 'tag', isQuick: false },
      { do: 'offline' },
      { do: 'save', at: 1, isQuick: false },
      { do: 'undo', at: 1, isQuick: false },
      { do: 'reload', at: 1, isQuick: false },
      { do: 'save', at: 1, isQuick: false },
    ],
    [0],
    'offline',
  ],
  // Undone in both tabs, one after the other: each shows what it has shown before.
  [
    [
      { do: 'type', at: 1, where: 'title', isQuick: false },
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'save', at: 1, isQuick: true },
      { do: 'save', at: 0, isQuick: false },
      { do: 'undo', at: 0, isQuick: false },
      { do: 'undo', at: 1, isQuick: false },
    ],
    [0],
    'offline',
  ],
  // Saved once more while it waits over what was discarded; and an entry that was undone beside that.
  [
    [
      { do: 'type', at: 1, where: 'title', isQuick: false },
      { do: 'offline' },
      { do: 'save', at: 1, isQuick: false },
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'discard', at: 0, isQuick: false },
      { do: 'save', at: 0, isQuick: false },
      { do: 'save', at: 0, isQuick: false },
    ],
    [0],
    'offline',
  ],
  [
    [
      { do: 'type', at: 1, where: 'title', isQuick: false },
      { do: 'offline' },
      { do: 'save', at: 1, isQuick: false },
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'discard', at: 0, isQuick: false },
      { do: 'save', at: 0, isQuick: false },
      { do: 'type', at: 1, where: 'meta', isQuick: false },
      { do: 'save', at: 1, isQuick: false },
      { do: 'undo', at: 1, isQuick: false },
    ],
    [0],
    'offline',
  ],
  // The same, where somebody else has added a tag meanwhile.
  [
    [
      { do: 'type', at: 1, where: 'tag', isQuick: false },
      { do: 'type', at: 1, where: 'tag', isQuick: false },
      { do: 'offline' },
      { do: 'save', at: 1, isQuick: false },
      { do: 'undo', at: 1, isQuick: false },
      { do: 'reload', at: 1, isQuick: false },
      { do: 'ben', where: 'tag' },
    ],
    [0],
    'offline',
  ],
  // Undone before it was sent and done again, a field was saved by the other tab into what waits: the next save was in conflict.
  [
    [
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'offline' },
      { do: 'type', at: 0, where: 'excerpt', isQuick: false },
      save,
      { do: 'type', at: 1, where: 'excerpt', isQuick: false },
      undo,
      { do: 'redo', at: 0, isQuick: false },
      { do: 'save', at: 1, isQuick: false },
    ],
    [0],
    'offline',
  ],
  // Saved over by the other tab and sent at once, before a tab had heard of either: it said that something was unsaved.
  [
    [
      { do: 'type', at: 1, where: 'title', isQuick: false },
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'save', at: 1, isQuick: true },
      save,
    ],
    [1, 1, 3, 0, 0],
    'always',
  ],
  // What a tab had discarded of the other one was saved by that again: the first put back what the server had had before.
  [
    [
      { do: 'type', at: 1, where: 'title', isQuick: false },
      { do: 'offline' },
      { do: 'save', at: 1, isQuick: false },
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'discard', at: 0, isQuick: false },
      save,
      { do: 'type', at: 1, where: 'meta', isQuick: false },
      { do: 'save', at: 1, isQuick: false },
      { do: 'undo', at: 1, isQuick: false },
      { do: 'lose', isDone: true },
      { do: 'online' },
    ],
    [0],
    'offline',
  ],
  // Saved behind what it goes on from, one tag of two that was undone was still shown in the other tab.
  [[...savedBehind], [0], 'offline'],
  // Saved once more in the moment in which the other tab saved over it, it replaced that; undone then, it was sent all the same.
  [
    [
      { do: 'type', at: 1, where: 'title', isQuick: false },
      { do: 'offline' },
      { do: 'save', at: 1, isQuick: false },
      { do: 'type', at: 0, where: 'title', isQuick: false },
      { do: 'discard', at: 0, isQuick: false },
      save,
      { do: 'save', at: 1, isQuick: true },
      save,
      undo,
    ],
    [0],
    'offline',
  ],
  // Given up over what the other tab had saved: for a moment that was not shown either.
  [
    [
      { do: 'type', at: 1, where: 'tag', isQuick: false },
      { do: 'type', at: 1, where: 'tag', isQuick: false },
      { do: 'offline' },
      { do: 'save', at: 1, isQuick: false },
      { do: 'undo', at: 1, isQuick: false },
      { do: 'type', at: 0, where: 'tag', isQuick: false },
      save,
      { do: 'clear', at: 0, isQuick: false },
    ],
    [0],
    'offline',
  ],
  // Saved once more while another save waited behind its own: what the other tab had saved there since was replaced.
  [[...savedOver], [0], 'offline'],
  // The same, saved along with something else: the other tab's save was taken out, as if it was undone.
  [[...savedOver, { do: 'type', at: 0, where: 'meta', isQuick: false }, save], [0], 'offline'],
  // Tagged and saved where two saves of the other tab waited, of which the second took a tag out: that was shown again.
  [
    [
      ...savedOver,
      { do: 'undo', at: 1, isQuick: false },
      { do: 'type', at: 0, where: 'tag', isQuick: false },
      save,
    ],
    [0],
    'offline',
  ],
  // Taken back before it was sent, to what the other tab had saved: it counted as an edit all the same.
  [[...savedOver, { do: 'undo', at: 1, isQuick: false }], [0], 'offline'],
]

describe('one person works in several tabs at one post', () => {
  const figures = figuresOf('several tabs')
  it(
    'what is saved is shown in all, what is typed and given up is of one, and nobody is in conflict with themselves',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          historiesOf(
            step,
            14,
            examples.map(([steps]) => steps),
          ),
          fc.array(fc.nat(4), { minLength: 1, maxLength: 5 }),
          way,
          virtually(async (steps, delays, queue) => {
            figures.history()
            await play(steps, delays, queue)
            figures.ended()
          }),
        ),
        { seed: 1, ...histories(examples.length + 15), examples },
      )
    },
    longestLaw,
  )
})
