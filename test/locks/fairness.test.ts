import type { Lock } from 'copydesk'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { expectEqual } from '../support/expectEqual'
import { settle } from '../support/fakeServer'
import { seeds } from '../support/seeds'
import { lockStore } from './lockStore'

type Step =
  | { readonly do: 'ask'; readonly path: readonly string[]; readonly exclusive: boolean }
  | { readonly do: 'read'; readonly path: readonly string[] }
  | { readonly do: 'release' | 'giveUp'; readonly which: number }

const anyPath = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('ask'), path: anyPath, exclusive: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read'), path: anyPath }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('release', 'giveUp'), which: fc.nat() }) },
)

/** What the documentation says of two locks that can't be held at once. */
function conflicts(one: Pick<Lock, 'path' | 'exclusive'>, other: Pick<Lock, 'path' | 'exclusive'>): boolean {
  const [outer, inner] = [one.path, other.path].sort((a, b) => a.length - b.length)
  const isWithin = outer?.every((part, at) => part === inner?.[at]) === true
  return isWithin && (one.exclusive || other.exclusive)
}

interface Asker {
  readonly path: readonly string[]
  readonly exclusive: boolean
  readonly isRead: boolean
  readonly controller: AbortController
  lock?: Lock
  /** The step after which it was granted or had given up. */
  end?: number
}

async function play(steps: readonly Step[]) {
  const { store, take, read, release, locks } = lockStore()
  const askers: Asker[] = []
  let now = 0
  const waiting = () => askers.filter(({ end }) => end === undefined)
  const holding = () => askers.filter(({ lock }) => lock !== undefined)

  store.subscribe(() => {
    const { held } = locks()
    const clash = held.some((one, i) => held.slice(i + 1).some((other) => conflicts(one, other)))
    expectEqual(clash, false)
  })

  async function ask(path: readonly string[], exclusive: boolean, isRead: boolean): Promise<void> {
    const asker: Asker = { path, exclusive, isRead, controller: new AbortController() }
    askers.push(asker)
    const { signal } = asker.controller
    try {
      if (isRead) await read('', path, signal)
      else asker.lock = await take('', path, { exclusive, signal })
    } catch (error) {
      if (error !== signal.reason) throw error
    }
    asker.end = now
  }
  const asked: Promise<void>[] = []

  function giveBack({ lock }: Asker): void {
    if (lock) release(lock)
  }

  for (const step of steps) {
    if (step.do === 'ask') asked.push(ask(step.path, step.exclusive, false))
    else if (step.do === 'read') asked.push(ask(step.path, false, true))
    else {
      const among = step.do === 'release' ? holding() : waiting()
      const chosen = among[step.which % among.length]
      if (chosen && step.do === 'release') {
        giveBack(chosen)
        delete chosen.lock
      } else chosen?.controller.abort()
    }
    await settle()
    now++
  }
  while (holding().length > 0) {
    for (const asker of holding()) {
      giveBack(asker)
      delete asker.lock
    }
    await settle()
    now++
  }
  await Promise.all(asked)
  return { askers, locks: locks() }
}

/** Pairs of which the later one was served before the earlier one it conflicts with; reads may be overtaken. */
function findOvertaken(askers: readonly Asker[]): Asker[][] {
  return askers.flatMap((later, i) =>
    askers
      .slice(0, i)
      .filter((earlier) => !earlier.isRead && conflicts(earlier, later))
      .filter((earlier) => (earlier.end ?? 0) > (later.end ?? 0))
      .filter(() => !later.controller.signal.aborted)
      .map((earlier) => [earlier, later]),
  )
}

describe('locks asked for and given back in any order', () => {
  it.each(seeds(2000, 500))(
    'never conflict, are served in order, reach everybody and leave nothing behind, $seeded',
    async ({ parameters }) => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async (steps) => {
          const { askers, locks } = await play(steps)
          for (const { end } of askers) expectEqual(end === undefined, false, 'somebody still waits')
          expectEqual(findOvertaken(askers), [])
          expectEqual(locks, { held: [], pending: [] })
        }),
        parameters,
      )
    },
  )
})
