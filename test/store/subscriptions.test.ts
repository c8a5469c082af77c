import { entityKey, scope } from 'copydesk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { emptyTable, setRow } from '../../src/core/recordTable'
import { createSubscriptions } from '../../src/store/subscriptions/keyedSubscriptions'

const posts = scope.record(entityKey('postType', 'post'))
const pages = scope.record(entityKey('postType', 'page'))

describe('a subscription', () => {
  it('to an entry is woken for that entry, and for all of its scope', () => {
    const { add, wake } = createSubscriptions()
    const listener = vi.fn()
    add(posts, '1', listener)
    wake((round) => round.entries(posts, ['1']))
    wake((round) => round.all(posts))
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('to an entry is not woken for others', () => {
    const { add, wake } = createSubscriptions()
    const listener = vi.fn()
    add(posts, '1', listener)
    wake((round) => {
      round.entries(posts, ['2', '11', ''])
      round.entries(pages, ['1'])
      round.all(pages)
    })
    wake((round) => round.entries(posts, []))
    wake(() => undefined)
    expect(listener).not.toHaveBeenCalled()
  })

  it('to a scope is woken for any of its entries', () => {
    const { add, wake } = createSubscriptions()
    const listener = vi.fn()
    add(posts, undefined, listener)
    wake((round) => round.entries(posts, ['1']))
    wake((round) => round.all(posts))
    wake((round) => round.all(pages))
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('is woken once for many changes that concern it', () => {
    const { add, wake } = createSubscriptions()
    const listener = vi.fn()
    add(posts, '1', listener)
    add(posts, '2', listener)
    add(posts, undefined, listener)
    wake((round) => {
      round.entries(posts, ['1', '2', '1'])
      round.all(posts)
    })
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('is not woken after it has left', () => {
    const { add, wake, count } = createSubscriptions()
    const listener = vi.fn()
    const leave = add(posts, '1', listener)
    leave()
    wake((round) => round.all(posts))
    expect(listener).not.toHaveBeenCalled()
    expect(count()).toBe(0)
  })

  it('leaves by itself, also where the same listener waits twice for the same', () => {
    const { add, wake, count } = createSubscriptions()
    const listener = vi.fn()
    const leave = add(posts, '1', listener)
    add(posts, '1', listener)
    leave()
    leave()
    wake((round) => round.entries(posts, ['1']))
    expect(listener).toHaveBeenCalledTimes(1)
    expect(count()).toBe(1)
  })

  it('works again when the last one of a scope had left', () => {
    const { add, wake } = createSubscriptions()
    const first = add(posts, '1', vi.fn())
    first()
    const listener = vi.fn()
    add(posts, '1', listener)
    first()
    wake((round) => round.entries(posts, ['1']))
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('that leaves while others are woken is not woken in that round', () => {
    const { add, wake } = createSubscriptions()
    const second = vi.fn()
    add(posts, '1', () => leave())
    const leave = add(posts, '1', second)
    wake((round) => round.all(posts))
    expect(second).not.toHaveBeenCalled()
  })

  it('that joins while others are woken waits for the next round', () => {
    const { add, wake } = createSubscriptions()
    const late = vi.fn()
    add(posts, '1', () => add(posts, '1', late))
    wake((round) => round.all(posts))
    expect(late).not.toHaveBeenCalled()
  })

  it('may wake others itself, and everybody sees both rounds', () => {
    const { add, wake } = createSubscriptions()
    const rounds: string[] = []
    let isFirst = true
    add(posts, '1', () => {
      rounds.push('one')
      if (isFirst) {
        isFirst = false
        wake((round) => round.entries(posts, ['2']))
      }
    })
    add(posts, '2', () => rounds.push('two'))
    wake((round) => round.entries(posts, ['1']))
    expect(rounds).toEqual(['one', 'two'])
  })

  it.each([
    ['few', 1],
    ['many', 30],
  ])('to an entry is woken for a row that is another one, where %s are waited for', (many, count) => {
    const { add, wake } = createSubscriptions()
    const woken: string[] = []
    for (let at = 0; at < count; at++) add(posts, `${at + 10}`, () => woken.push(`${at + 10}`))
    add(posts, '1', () => woken.push('1'))
    add(posts, undefined, () => woken.push('any'))
    add(pages, '1', () => woken.push('page'))
    const before = setRow(setRow(emptyTable<object>(), '1', {}), '10', {})
    wake((round) => round.rows(posts, before, setRow(before, '1', {})))
    expect(woken.sort()).toEqual(['1', 'any'])
    woken.length = 0
    wake((round) => round.rows(posts, before, before))
    wake((round) => round.rows(posts, undefined, undefined))
    expect(woken).toEqual([])
    wake((round) => round.rows(posts, before, undefined))
    expect(woken.sort()).toEqual(['1', '10', 'any'])
  })
})

describe('a listener that throws', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  function throwing() {
    const { add, wake } = createSubscriptions()
    const seen: unknown[] = []
    const errors = [new Error('one'), new Error('two')]
    errors.forEach((error) =>
      add(posts, '1', () => {
        seen.push(error.message)
        throw error
      }),
    )
    add(posts, '1', () => seen.push('well'))
    return { seen, errors, wake: () => wake((round) => round.all(posts)) }
  }

  it('keeps nobody from being woken, and is reported after the round', () => {
    const { seen, wake } = throwing()
    vi.stubGlobal('reportError', (error: Error) => seen.push(`reported ${error.message}`))
    wake()
    expect(seen).toEqual(['one', 'two', 'well', 'reported one', 'reported two'])
  })

  it('is shown on the console where the platform takes no reports', () => {
    const { errors, wake } = throwing()
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.stubGlobal('reportError', undefined)
    wake()
    expect(shown.mock.calls).toEqual(errors.map((error) => [error]))
  })
})
