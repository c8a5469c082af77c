import fc from 'fast-check'
import { describe, it } from 'vitest'
import { replay as replayed } from '../../../src/durable/conflicts/replay'
import { mergeField } from '../../../src/durable/conflicts/mergeField'
import { mergeTextByDiff } from '../../../src/durable/merging/mergeTextByDiff'
import { expectEqual } from '../../support/expectEqual'
import { longestLaw } from '../../support/lawRuns'
import { seeds } from '../../support/seeds'
import { replay } from '../oracle/model/replay'
import { rulesWithout } from '../oracle/model/rules'
import { fresh, patched, type Path, type Value } from '../oracle/model/values'

/** What saves without an answer have sent of a field, one after the other, and what is to be sent now. */
interface Chain {
  readonly base: Value
  readonly values: readonly Value[]
  /** What the site has done last of it, or none where it is at the base. */
  readonly landed: number
}

const landed = fc.nat(4)
const ofValues = <V extends Value>(value: fc.Arbitrary<V>) => fc.array(value, { minLength: 1, maxLength: 4 })

const title = fc.constantFrom('P', 'Q', 'R')
const titles = fc.record({
  base: title,
  values: ofValues(title),
  landed,
  theirs: fc.option(fc.constantFrom('P', 'Q', 'S')),
})

/** Words of mine, and behind them, in the paragraph after the next, those of others. */
const mine = fc.subarray(['a', 'b', 'c', 'd']).map((words) => [...words, 'm', 'x'])
const words = fc.record({
  base: mine,
  values: ofValues(mine),
  landed,
  theirs: fc.option(fc.subarray(['x', 'y'])),
})

/** The same, with words of others beside mine. */
const near = fc.subarray(['a', 'b', 'c', 'd']).map((some) => [...some, 'x'])
const mixed = fc.record({ base: near, values: ofValues(near), landed, theirs: fc.subarray(['x', 'y']) })

/** A paragraph that was saved without and typed again was not there: a colleague had written in the next one. */
const lost = {
  base: ['a', 'x'],
  values: [['x'], ['a', 'b', 'c', 'x'], ['a', 'c', 'd', 'x']],
  landed: 1,
  theirs: ['y'],
}

/** A paragraph was taken out and put back, and another one of that save taken out again: which may never have been there. */
const taken = {
  base: ['b', 'd', 'x'],
  values: [
    ['a', 'x'],
    ['a', 'b', 'd', 'x'],
    ['a', 'b', 'x'],
    ['b', 'x'],
  ],
  landed: 1,
  theirs: ['y'],
}

const onSite = ({ base, values, landed: last }: Chain) =>
  [base, ...values][last % (values.length + 1)] as Value

/** What the model of one log makes of the chain, each of whose changes is based on the one before. */
function asked(path: Path, { base, values }: Chain, now: Value): string {
  const log = values.map((value, at) => {
    const cells = { [path]: { base: at === 0 ? base : (values[at - 1] as Value), value } }
    return { id: String(at), page: 'A', record: 'r1', op: 'patch' as const, state: 'queued' as const, cells }
  })
  const { view, left, conflicts } = replay({ ...fresh, [path]: now }, log, rulesWithout())
  return conflicts.length > 0
    ? 'in conflict'
    : `${left.length > 0 ? 'to be sent' : 'there'}: ${shown(view[path])}`
}

const config = {
  kind: 'postType',
  name: 'post',
  baseURL: '/wp/v2/posts',
  transientEdits: { blocks: {} },
} as never

/** What the store makes of it. */
function answered(
  property: string,
  { base, values }: Chain,
  now: Value,
  stored: (value: Value) => unknown,
): string {
  const sent = values.map((value, at) => ({
    [property]: { base: stored(values[at - 1] ?? base), value: stored(value) },
  }))
  const { view, left, conflicts } = replayed({
    config,
    policy: 'merge',
    record: undefined,
    fields: { [property]: { base: stored(base), value: stored(values.at(-1) as Value) } },
    log: sent.slice(0, -1).map((fields, at) => ({ id: String(at), state: 'late', fields })),
    shown: undefined,
    theirs: { [property]: stored(now) },
    merge: (...sides) => mergeField(mergeTextByDiff, ...sides),
  })
  if (Object.keys(conflicts).length > 0) return 'in conflict'
  return `${property in left ? 'to be sent' : 'there'}: ${shown(view[property]?.value)}`
}

const paragraph = (word: string) =>
  `<!-- wp:paragraph -->\n<p>The ${word} of them all.</p>\n<!-- /wp:paragraph -->`
const textOf = (value: Value) => [...value].map(paragraph).join('\n\n')

/** Words in order, of a text as well. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return [...(value as string[])].sort().join(' ')
  const found = [...String(value).matchAll(/The (\w+) of/g)].map(([, word]) => word)
  return found.length > 0 ? found.join(' ') : String(value)
}

/** The same words, whichever comes first. */
const inOrder = (told: string) => told.split(' ').sort().join(' ')

describe.each(seeds(5000, 500))(
  'What saves without an answer leave to be sent, $seeded',
  ({ parameters }) => {
    it('of a title is what the model of one log says', { timeout: longestLaw }, () =>
      fc.assert(
        fc.property(titles, ({ theirs, ...chain }) => {
          const now = theirs ?? onSite(chain)
          const got = answered('title', chain, now, (value) => value)
          // The model asks there; who has typed back to what was there first has changed nothing to ask about.
          const isBack = chain.values.at(-1) === chain.base && asked('title', chain, now) === 'in conflict'
          expectEqual(got, isBack ? `there: ${String(now)}` : asked('title', chain, now))
        }),
        parameters,
      ),
    )

    it(
      'of the content loses nothing unseen where others have written in the same paragraphs',
      { timeout: longestLaw },
      () =>
        fc.assert(
          fc.property(mixed, ({ theirs, ...chain }) => {
            const now = patched(onSite(chain), { base: ['x'], value: theirs })
            const got = answered('content', chain, now, textOf)
            if (got !== 'in conflict') expectEqual(inOrder(got), inOrder(asked('text', chain, now)))
          }),
          { ...parameters, examples: [[lost], [taken]] },
        ),
    )

    it.each([
      ['tags', 'tags', (value: Value) => value],
      ['content', 'text', textOf],
    ] as const)(
      'of the %s is what it says, whatever others have written apart from it',
      { timeout: longestLaw },
      (property, path, stored) =>
        fc.assert(
          fc.property(words, ({ theirs, ...chain }) => {
            const sent = onSite(chain)
            const now = theirs ? patched(sent, { base: ['x'], value: theirs }) : sent
            expectEqual(answered(property, chain, now, stored), asked(path, chain, now))
          }),
          parameters,
        ),
    )
  },
)
