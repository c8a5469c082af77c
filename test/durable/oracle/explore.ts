import { randomOf } from '../../support/randomOf'
import { enabled, type Budget } from './model/enabled'
import { badAtLast, badNow } from './model/laws'
import { rulesWithout, type Rule } from './model/rules'
import { start, type Shape, type State } from './model/state'
import { step } from './model/step'

/** What is explored: a shape, what may happen how often, and the rules that are taken out. */
export interface Exploration {
  readonly shape?: Shape
  readonly budget: Budget
  readonly without?: readonly Rule[]
  readonly walks: number
  readonly seed: number
  /** Whether a history that falls is told by the fewest steps it falls by; finding them takes longer than finding it. */
  readonly isShortened?: boolean
}

export interface Fall {
  readonly history: readonly string[]
  readonly bad: readonly string[]
}

/** Plays random histories on the model; gives the first one that falls, and what was played. */
export function explore({ shape, budget, without = [], walks, seed, isShortened = false }: Exploration) {
  const rules = rulesWithout(...without)
  const random = randomOf(seed)
  let steps = 0
  const over = (s: State) => {
    const now = badNow(s, rules)
    if (now.length > 0) return now
    const landed = badAtLast(structuredClone(s), rules, true)
    return landed.length > 0 ? landed : badAtLast(structuredClone(s), rules, false)
  }
  const play = (history: readonly string[]): Fall => {
    const s = start(shape)
    const left = { ...budget }
    const done: string[] = []
    for (const action of history) {
      if (!enabled(s, left, rules).includes(action)) continue
      step(s, action, left, rules)
      done.push(action)
      const bad = badNow(s, rules)
      if (bad.length > 0) return { history: done, bad }
    }
    return { history: done, bad: over(s) }
  }
  /** The first history of those that lack one step and fall all the same: the last steps are left out first. */
  const shorter = ({ history }: Fall): Fall | undefined => {
    for (let at = history.length - 1; at >= 0; at--) {
      const fewer = play(history.filter((_, other) => other !== at))
      if (fewer.bad.length > 0 && fewer.history.length < history.length) return fewer
    }
    return undefined
  }
  const shrink = (fall: Fall): Fall => {
    for (let least = fall; ;) {
      const fewer = shorter(least)
      if (!fewer) return least
      least = fewer
    }
  }
  for (let walk = 0; walk < walks; walk++) {
    const s = start(shape)
    const left = { ...budget }
    const history: string[] = []
    const length = 4 + Math.floor(random() * 26)
    let bad: readonly string[] = []
    while (history.length < length && bad.length === 0) {
      const action = anyOf(enabled(s, left, rules), random)
      if (action === undefined) break
      step(s, action, left, rules)
      steps++
      history.push(action)
      bad = badNow(s, rules)
    }
    if (bad.length === 0) bad = over(s)
    if (bad.length === 0) continue
    const fall = { history, bad }
    return { fall: isShortened ? shrink(fall) : fall, steps, walks: walk + 1 }
  }
  return { fall: undefined, steps, walks }
}

/** Rare kinds of steps come as often as common ones. */
function anyOf(actions: readonly string[], random: () => number): string | undefined {
  const verbOf = (action: string) => action.split(' ')[0]
  const verbs = [...new Set(actions.map(verbOf))]
  const verb = verbs[Math.floor(random() * verbs.length)]
  const fitting = actions.filter((action) => verbOf(action) === verb)
  return fitting[Math.floor(random() * fitting.length)]
}
