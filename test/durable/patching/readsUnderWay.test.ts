import { describe, expect, it } from 'vitest'
import type { EntityKey, QueryKey } from '../../../src/core/keys'
import { ReadsUnderWay } from '../../../src/durable/patching/readsUnderWay'

const entity = 'postType/post' as EntityKey
const list = (number: number) => `list ${number}` as QueryKey

describe('the lists that were read while writes are under way', () => {
  it('are remembered as long as one of them is, however many are read', () => {
    const reads = new ReadsUnderWay()
    for (let at = 0; at < 1000; at++) reads.noteRead(entity, list(at), at)
    expect(reads.size).toBe(0)
    expect(reads.leave('one', 1000)).toBe(true)
    reads.noteRead(entity, list(1), 1001)
    expect(reads.leave('other', 1002)).toBe(true)
    reads.noteRead(entity, list(2), 1003)
    expect([1, 2, 3].map((at) => reads.isReadSince(entity, list(at), 1000))).toEqual([true, true, false])
    expect(reads.end('one')?.seq).toBe(1000)
    reads.settle()
    // Both may tell of the write that is left.
    expect([reads.size, reads.isReadSince(entity, list(1), 1002)]).toEqual([2, false])
    expect(reads.isReadSince(entity, list(2), 1002)).toBe(true)
    expect(reads.end('other')?.seq).toBe(1002)
    reads.settle()
    expect(reads.size).toBe(0)
  })

  it('count from the first of several requests of a write', () => {
    const reads = new ReadsUnderWay()
    reads.leave('one', 1)
    reads.noteRead(entity, list(1), 2)
    expect(reads.leave('one', 3)).toBe(false)
    expect([reads.end('one'), reads.end('one')]).toEqual([{ seq: 1, isSeen: false }, undefined])
  })

  it('are forgotten where the store has them no more', () => {
    const reads = new ReadsUnderWay()
    reads.leave('one', 1)
    for (let at = 0; at < 1000; at++) reads.noteRead(entity, list(at), at + 2)
    reads.forget(
      entity,
      Array.from({ length: 999 }, (_, at) => list(at)),
    )
    expect(reads.size).toBe(1)
  })
})
