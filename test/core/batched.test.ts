import { batched } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { eachAction } from '../../src/core/thunk'

describe('several actions at once', () => {
  const one = { type: 'a' }
  const other = { type: 'c' }

  it('are one action', () => {
    expect(batched([one, other])).toEqual({ type: 'store/batched', actions: [one, other] })
  })

  it('are just the action when there is one only', () => {
    expect(batched([one])).toBe(one)
  })

  it('may be none', () => {
    expect(batched([])).toEqual({ type: 'store/batched', actions: [] })
  })

  it('are told one by one, also those of a batch within', () => {
    expect(eachAction(batched([one, batched([other, one])]))).toEqual([one, other, one])
    expect(eachAction(one)).toEqual([one])
  })
})
