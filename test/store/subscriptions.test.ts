import { describe, expect, it, vi } from 'vitest'
import { entityKey, scope } from '../../src/core/keys'
import { createSubscriptions } from '../../src/store/subscriptions/keyedSubscriptions'

const posts = scope.record(entityKey('postType', 'post'))
const pages = scope.record(entityKey('postType', 'page'))

describe('a subscription', () => {
  it('to an entry is woken for that entry, and for all of its scope', () => {
    const { add, wake } = createSubscriptions()
    const listener = vi.fn()
    add(posts, '1', listener)
    wake([{ scope: posts, keys: ['1'] }])
    wake([{ scope: posts }])
    wake([{ scope: scope.everything }])
    expect(listener).toHaveBeenCalledTimes(3)
  })

  it('to an entry is not woken for others', () => {
    const { add, wake } = createSubscriptions()
    const listener = vi.fn()
    add(posts, '1', listener)
    wake([{ scope: posts, keys: ['2', '11', ''] }, { scope: pages, keys: ['1'] }, { scope: pages }])
    wake([{ scope: posts, keys: [] }])
    wake([])
    expect(listener).not.toHaveBeenCalled()
  })

  it('to a scope is woken for any of its entries', () => {
    const { add, wake } = createSubscriptions()
    const listener = vi.fn()
    add(posts, undefined, listener)
    wake([{ scope: posts, keys: ['1'] }])
    wake([{ scope: posts }])
    wake([{ scope: pages }])
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('is woken once for many changes that concern it', () => {
    const { add, wake } = createSubscriptions()
    const listener = vi.fn()
    add(posts, '1', listener)
    add(posts, '2', listener)
    add(posts, undefined, listener)
    wake([{ scope: posts, keys: ['1', '2', '1'] }, { scope: posts }, { scope: scope.everything }])
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('is not woken after it has left', () => {
    const { add, wake, count } = createSubscriptions()
    const listener = vi.fn()
    const leave = add(posts, '1', listener)
    leave()
    wake([{ scope: posts }])
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
    wake([{ scope: posts, keys: ['1'] }])
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
    wake([{ scope: posts, keys: ['1'] }])
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('that leaves while others are woken is not woken in that round', () => {
    const { add, wake } = createSubscriptions()
    const second = vi.fn()
    add(posts, '1', () => leave())
    const leave = add(posts, '1', second)
    wake([{ scope: posts }])
    expect(second).not.toHaveBeenCalled()
  })

  it('that joins while others are woken waits for the next round', () => {
    const { add, wake } = createSubscriptions()
    const late = vi.fn()
    add(posts, '1', () => add(posts, '1', late))
    wake([{ scope: posts }])
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
        wake([{ scope: posts, keys: ['2'] }])
      }
    })
    add(posts, '2', () => rounds.push('two'))
    wake([{ scope: posts, keys: ['1'] }])
    expect(rounds).toEqual(['one', 'two'])
  })
})
