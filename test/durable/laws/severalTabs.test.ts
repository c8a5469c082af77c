import fc from 'fast-check'
import { describe, it } from 'vitest'
import { figuresOf, histories, longestLaw } from '../../support/lawRuns'
import { virtually } from '../../support/virtualTime'
import { play, step, way, type Step, type Way } from './severalTabsStory'

const save = { do: 'save' as const, at: 0 as const, isQuick: false }
const undo = { do: 'undo' as const, at: 0 as const, isQuick: false }

/** Histories that failed once. */
const examples: [Step[], number[], Way][] = [
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
]

describe('one person works in several tabs at one post', () => {
  const figures = figuresOf('several tabs')
  it(
    'what is saved is shown in all, what is typed and given up is of one, and nobody is in conflict with themselves',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 14, size: 'max' }),
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
