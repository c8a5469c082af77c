import type { RecordData, RecordKey } from 'copydesk'
import { entityKey, recordsReceived, recordsRemoved, type RecordSaved } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { versionOf, type FieldVersions } from '../../src/entities/fieldVersions'
import { entitiesReducer, type EntitiesState } from '../../src/entities/reducer'
import { getRow } from '../../src/core/recordTable'

const entity = entityKey('shop', 'book')
const key = '1' as RecordKey

const received = (
  record: RecordData,
  seq: number,
  fields: readonly string[] | null = null,
  context = 'default',
) =>
  recordsReceived({
    entity,
    context,
    records: [record],
    keys: [key],
    fields,
    seq,
    isRead: true,
    rawAttributes: [],
    mergedEdits: [],
  })

const saved = (record: Record<string, unknown>, seq: number): RecordSaved => ({
  type: 'entities/recordSaved',
  target: { kind: 'shop', name: 'book', entity, key, id: 1, isAutosave: false },
  key,
  received: received(record, seq),
  writtenSeq: seq - 1,
  invalidates: { scopes: [], seq: seq - 1 },
})

const after = (...actions: Parameters<typeof entitiesReducer>[1][]) =>
  actions.reduce<EntitiesState | undefined>(entitiesReducer, undefined)

const rowOf = (state: EntitiesState | undefined, context = 'default') =>
  getRow(getRow(state?.records, entity)?.contexts[context], key)

describe('the records of an entity', () => {
  it.each([['default'], ['view']])(
    'in the context %s do not come back by an answer from before a write',
    (context) => {
      const state = after(saved({ id: 1, title: 'New' }, 6), received({ id: 1 }, 4, null, context))
      expect(rowOf(state, context)?.record).toEqual(
        context === 'default' ? { id: 1, title: 'New' } : undefined,
      )
    },
  )

  it('do not come back by an answer from before their removal, but by one from after it', () => {
    const removed = after(
      received({ id: 1 }, 1),
      recordsRemoved({ kind: 'shop', name: 'book', entity, keys: [key], seq: 5 }),
    )
    expect(rowOf(entitiesReducer(removed, received({ id: 1 }, 4)))).toBeUndefined()
    expect(rowOf(entitiesReducer(removed, received({ id: 1 }, 6)))?.record).toEqual({ id: 1 })
  })

  it('remember the newest turn there was', () => {
    expect(after(received({ id: 1 }, 7), received({ id: 1 }, 3))?.seq).toBe(7)
  })

  it.each([
    ['a part', { n: { x: 2 } }, ['n.x'], { x: 5, y: 1 }],
    ['what the part is in', { n: { x: 2, y: 2 } }, ['n'], { x: 5, y: 2 }],
  ])('keep a part that is newer than a late answer about %s', (what, late, fields, n) => {
    const state = after(
      received({ id: 1, n: { x: 1, y: 1 } }, 1),
      received({ n: { x: 5 } }, 5, ['n.x']),
      received(late, 3, fields),
    )
    expect(rowOf(state)?.record).toEqual({ id: 1, n })
  })

  it('are the same state after an action of another slice', () => {
    const state = after(received({ id: 1 }, 1))
    expect(entitiesReducer(state, { type: 'edits/recordEdited' })).toBe(state)
  })
})

describe('the turn of a path', () => {
  const row: FieldVersions = { seq: 3, parts: { a: 9, 'a.b': 7, 'c.d': 5 } }
  it.each([
    ['a', 9],
    ['a.b', 9],
    ['a.b.c', 9],
    ['c', 3],
    ['c.d', 5],
    ['c.d.e', 5],
    ['constructor', 3],
  ])('%s is that of the newest answer that told it: %i', (path, seq) => {
    expect(versionOf(row, path)).toBe(seq)
  })
})
