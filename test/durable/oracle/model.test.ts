import { describe, expect, it } from 'vitest'
import { figuresOf, histories, longestLaw } from '../../support/lawRuns'
import { explore } from './explore'
import { kinds, needed } from './kinds'
import { ruleNames, type Rule } from './model/rules'

const { numRuns: walks, seed = Math.trunc(Math.random() * 2 ** 31) } = histories(120)

describe('the model of one log', () => {
  const figures = figuresOf('the model')

  it.each(Object.entries(kinds))(
    'shows what was typed and brings each word to the site once: %s',
    (_, kind) => {
      const played = explore({ ...kind, walks, seed, isShortened: true })
      for (let walk = 0; walk < played.walks; walk++) figures.history()
      expect(played.fall, `LAW_SEED=${seed}`).toBeUndefined()
      expect(played.steps).toBeGreaterThan(walks)
      figures.ended()
    },
    longestLaw,
  )

  it.each(Object.entries(needed))(
    'needs each of its rules: without "%s" a history falls',
    (rule, kind) => {
      const { fall } = explore({ ...kind, walks: 600, without: [rule as Rule] })
      expect(fall?.bad ?? [], ruleNames[rule as Rule]).not.toEqual([])
    },
    longestLaw,
  )
})
