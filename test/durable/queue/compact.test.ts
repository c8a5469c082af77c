import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figuresOf, histories } from '../../support/lawRuns'
import type { EntityKey, RecordKey } from '../../../src/core/keys'
import { valuesAtPaths } from '../../../src/edits/cells'
import type { Cells } from '../../../src/core/cells'
import { withEntry, withoutReplaced, type JoinRules } from '../../../src/durable/queue/compact'
import type { StoredEntry } from '../../../src/durable/queue/entry'
import { readyToSend, predecessors, withoutStuck } from '../../../src/durable/queue/order'

const local = '-1000000000000001'

/** An entry of record 1, or of another. */
function entry(
  what: StoredEntry['what'],
  rest: Omit<Partial<StoredEntry>, 'fields'> & { record?: string; fields?: object } = {},
): StoredEntry {
  const { record = what === 'create' ? local : '1', seq = 1, fields = {}, ...more } = rest
  return {
    id: `e${seq}`,
    seq,
    what,
    kind: 'shop',
    name: 'book',
    entity: 'shop book' as EntityKey,
    key: record as RecordKey,
    recordId: record,
    title: '',
    fields: cells(fields),
    saves: savedBy('here', fields),
    at: '2026-01-01T00:00:00.000Z',
    attempts: 0,
    state: 'waiting',
    ...more,
  }
}

/** The fields under the name of who has saved them. */
function savedBy(name: string, fields: object) {
  return Object.fromEntries(Object.keys(fields).map((path) => [path, [name]]))
}

/** Values as they are edited. */
function cells(values: object): Cells {
  return Object.fromEntries(
    Object.entries(values).map(([path, value]) => [path, { value: value as unknown }]),
  )
}

/** What is said of entries in the tables. */
const brief = (entries: readonly StoredEntry[]) =>
  entries.map(({ what, fields }) => `${what} ${JSON.stringify(valuesAtPaths(fields))}`)

describe('What was refused', () => {
  const refused = entry('update', { fields: { a: 1, b: 1 }, state: 'held' })
  const late = (id: string) => ({ id, state: 'late' as const, fields: {} })
  const behind = (fields: object, rest: Partial<StoredEntry> = {}) =>
    entry('update', {
      seq: 2,
      log: [late('here')],
      saves: savedBy('next', fields),
      fields: { ...fields },
      ...rest,
    })

  it.each([
    ['is gone where a save behind it says all of it anew', behind({ a: 2, b: 2, c: 2 }), []],
    ['is what of it is not said anew', behind({ a: 2 }), ['update {"b":1}']],
    [
      'is all there behind which another page has saved',
      behind({ a: 2, b: 2 }, { log: [] }),
      ['update {"a":1,"b":1}'],
    ],
    [
      'is all there where the save is of another record',
      behind({ a: 2, b: 2 }, { key: '2' as RecordKey }),
      ['update {"a":1,"b":1}'],
    ],
  ])('%s', (_, next, expected) => {
    expect(brief(withoutReplaced([refused, next]))).toEqual([...expected, ...brief([next])])
  })

  it('in a conflict is all there until that is resolved', () => {
    const conflict = { reason: 'changed', fields: {}, merged: [] } as never
    const entries = [{ ...refused, conflict }, behind({ a: 2, b: 2 })]
    expect(withoutReplaced(entries)).toBe(entries)
  })
})

describe('The queue joins what is about one record', () => {
  const update = (fields: object, rest: Partial<StoredEntry> = {}) =>
    entry('update', { seq: 2, fields: { ...fields }, ...rest })
  const made = (rest: Parameters<typeof entry>[1] = {}) =>
    entry('create', { fields: { a: 1, b: 1 }, ...rest })
  const ofDraft = { record: local, seq: 2 }

  const rules: JoinRules = {
    isMergeable: (entry, path) => path === 'text',
    isForGood: ({ parameters }) => parameters?.force === true,
    knows: (name) => name === 'here' || name === 'restored',
  }

  it.each([
    ['the same version', { version: { modified: '1' } }, { version: { modified: '1' } }],
    ['another one', { version: { modified: '2' } }, {}],
    ['nobody knows which', {}, {}],
  ])('says its version where both are based on it: %s', (_, origin, expected) => {
    const waiting = update({ a: 1 }, { seq: 1, origin: { version: { modified: '1' } } })
    const [joined] = withEntry([waiting], update({ b: 1 }, { origin }), rules)
    expect(joined?.origin).toEqual(expected)
  })

  it.each<[string, StoredEntry, StoredEntry, readonly string[]]>([
    [
      'a create and an update',
      made(),
      update({ b: 2 }, { key: local as RecordKey }),
      ['create {"a":1,"b":2}'],
    ],
    [
      'a create and a save of the draft',
      made(),
      made({ seq: 2, fields: { b: 3 } }),
      ['create {"a":1,"b":3}'],
    ],
    ['a create and a deletion', made(), entry('delete', ofDraft), []],
    [
      'a create that may be done, and an update',
      made({ mayBeDone: true }),
      made({ seq: 2, fields: { b: 2 } }),
      ['create {"a":1,"b":1}', 'update {"b":2}'],
    ],
    [
      'a create that may be done, and a deletion',
      made({ mayBeDone: true }),
      entry('delete', ofDraft),
      ['create {"a":1,"b":1}', 'delete {}'],
    ],
    ['two updates', update({ a: 1, b: 1 }, { seq: 1 }), update({ b: 2 }), ['update {"a":1,"b":2}']],
    [
      'two updates of two tabs',
      update({ a: 1, text: 'x' }, { seq: 1, saves: savedBy('there', { a: 1, text: 'x' }) }),
      update({ a: 2, b: 2 }),
      ['update {"a":2,"text":"x","b":2}'],
    ],
    [
      'two updates of two tabs, the second of which does not know the text of the first',
      update({ a: 1, text: 'x' }, { seq: 1, saves: savedBy('there', { a: 1, text: 'x' }) }),
      update({ a: 2, text: 'y' }),
      ['update {"a":1,"text":"x"}', 'update {"a":2,"text":"y"}'],
    ],
    [
      'two updates of two tabs, the second of which knows what the first has saved',
      update({ text: 'x' }, { seq: 1, id: 'restored', saves: savedBy('there', { text: 'x' }) }),
      update({ text: 'xy' }),
      ['update {"text":"xy"}'],
    ],
    [
      'an update that was held and one of another tab',
      update({ a: 1 }, { seq: 1, state: 'held', saves: savedBy('there', { a: 1 }) }),
      update({ b: 2 }),
      ['update {"a":1}', 'update {"b":2}'],
    ],
    [
      'two updates, the first of which may be done',
      update({ a: 1 }, { seq: 1, mayBeDone: true }),
      update({ b: 2 }),
      ['update {"a":1,"b":2}'],
    ],
    [
      'an update that was held and another',
      update({ a: 1 }, { seq: 1, state: 'held' }),
      update({ b: 2 }),
      ['update {"b":2}'],
    ],
    ['an update and a deletion', update({ a: 1 }, { seq: 1 }), entry('delete', { seq: 2 }), ['delete {}']],
    [
      'an update that was written by hand, and the trash',
      update({ a: 1 }, { seq: 1, byHand: ['a'] }),
      entry('delete', { seq: 2 }),
      ['update {"a":1}', 'delete {}'],
    ],
    [
      'an update that was written by hand, and a deletion for good',
      update({ a: 1 }, { seq: 1, byHand: ['a'] }),
      entry('delete', { seq: 2, parameters: { force: true } }),
      ['delete {}'],
    ],
    [
      'an update that was written by hand and is held, and the trash',
      update({ a: 1 }, { seq: 1, byHand: ['a'], state: 'held' }),
      entry('delete', { seq: 2 }),
      ['delete {}'],
    ],
    [
      'an update that may be done, and the trash',
      update({ a: 1 }, { seq: 1, mayBeDone: true }),
      entry('delete', { seq: 2 }),
      ['delete {}'],
    ],
    [
      'an update that may be done, and a deletion for good, which is checked against what that leaves',
      update({ a: 1 }, { seq: 1, mayBeDone: true }),
      entry('delete', { seq: 2, parameters: { force: true } }),
      ['update {"a":1}', 'delete {}'],
    ],
    [
      'an update that may be done and was held, and a deletion for good',
      update({ a: 1 }, { seq: 1, mayBeDone: true, state: 'held' }),
      entry('delete', { seq: 2, parameters: { force: true } }),
      ['delete {}'],
    ],
    ['the trash and a status', entry('delete'), update({ status: 'draft' }), ['update {"status":"draft"}']],
    ['the trash and another field', entry('delete'), update({ a: 1 }), ['delete {}', 'update {"a":1}']],
    [
      'a deletion for good and a status',
      entry('delete', { parameters: { force: true } }),
      update({ status: 'draft' }),
      ['delete {}', 'update {"status":"draft"}'],
    ],
    ['two deletions', entry('delete'), entry('delete', { seq: 2 }), ['delete {}']],
    [
      'what is being sent and anything',
      update({ a: 1 }, { seq: 1, state: 'sending' }),
      update({ a: 2 }),
      ['update {"a":1}', 'update {"a":2}'],
    ],
  ])('%s', (_, first, second, expected) => {
    expect(brief(withEntry([first], second, rules))).toEqual(expected)
  })

  it('keeps the first basis and the last values, of merged fields by entry', () => {
    const first = { ...update({}, { seq: 1 }), fields: { a: { base: 0, value: 1 }, 'meta.x': { value: 1 } } }
    const second = { ...update({}), fields: { a: { base: 1, value: 2 }, 'meta.y': { base: 0, value: 2 } } }
    const [joined] = withEntry([first], second, rules)
    expect(joined?.fields).toEqual({
      a: { base: 0, value: 2 },
      'meta.x': { value: 1 },
      'meta.y': { base: 0, value: 2 },
    })
  })

  it('does not let two new records wait for one another', () => {
    const other = '-1000000000000002'
    const one = made({ fields: { title: 'One' } })
    const two = entry('create', { record: other, seq: 2, fields: { parent: Number(local) } })
    const all = withEntry([one, two], made({ seq: 3, fields: { child: Number(other) } }), rules)
    expect(brief(all)).toHaveLength(3)
    expect(withoutStuck(all)).toEqual(all)
  })

  const figures = figuresOf('L11')

  it('L11: leaves the server as it would be without', () => {
    const step = fc.record({
      record: fc.constantFrom('1', '2', local),
      what: fc.constantFrom<StoredEntry['what'][]>('update', 'delete'),
      field: fc.constantFrom('a', 'b'),
      value: fc.nat(9),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        figures.history()
        const given = steps.map(({ record, what, field, value }, at) => {
          const isFirst = !steps.slice(0, at).some((one) => one.record === record)
          const how = record === local && (isFirst || what !== 'delete') ? 'create' : what
          return entry(how, {
            record,
            seq: at + 1,
            fields: how === 'delete' ? {} : { [field]: value },
            ...(how === 'delete' && { parameters: { force: true } }),
          })
        })
        // Nothing is asked of a record that was deleted.
        const sensible = given.filter(
          ({ key }, at) => !given.slice(0, at).some((one) => one.key === key && one.what === 'delete'),
        )
        const joined = sensible.reduce<readonly StoredEntry[]>((all, one) => withEntry(all, one, rules), [])
        expect(serverAfter(joined)).toEqual(serverAfter(sensible))
        figures.ended()
      }),
      histories(500),
    )
  })
})

/** A server that had the records 1 and 2, after writes. */
function serverAfter(entries: readonly StoredEntry[]): object {
  const records = new Map<string, object>([
    ['1', {}],
    ['2', {}],
  ])
  for (const { what, key = '', fields } of entries) {
    if (what === 'delete') records.delete(key)
    else records.set(key, { ...records.get(key), ...valuesAtPaths(fields) })
  }
  return Object.fromEntries(records)
}

describe('The queue sends in order', () => {
  const other = '-1000000000000002'
  const category = entry('create', { record: local, seq: 5 })
  const post = entry('create', { record: other, seq: 2, fields: { categories: [Number(local)] } })

  it.each<[string, readonly StoredEntry[], string | undefined]>([
    ['nothing where there is nothing', [], undefined],
    ['by sequence', [entry('update', { seq: 3, record: '3' }), entry('update', { seq: 2 })], 'e2'],
    ['what is referred to first', [post, category], 'e5'],
    ['not what refers to what is held', [post, { ...category, state: 'held' }], undefined],
    [
      'others beside what is held',
      [entry('update', { state: 'held' }), entry('update', { seq: 2, record: '3' })],
      'e2',
    ],
    [
      'not a second one of a record whose first is held',
      [entry('update', { state: 'held' }), entry('update', { seq: 2 })],
      undefined,
    ],
    ['not before its time', [entry('update', { nextAt: 2000 })], undefined],
    ['not what a person is asked about', [entry('create', { state: 'uncertain', isAsked: true })], undefined],
  ])('%s', (_, entries, expected) => {
    expect(readyToSend(entries, 1000)[0]?.id).toBe(expected)
  })

  it('looks at each entry of a long queue so many times, and not once for each other', () => {
    const looks = (count: number) => {
      let seen = 0
      const entries = Array.from(
        { length: count },
        (_, at) =>
          new Proxy(entry('update', { seq: at + 1, record: String(at + 1) }), {
            get: (target, field, receiver) => {
              seen++
              return Reflect.get(target, field, receiver) as unknown
            },
          }),
      )
      expect(readyToSend(entries, 1000)).toHaveLength(count)
      return seen
    }
    expect(looks(500)).toBeLessThan(6 * looks(100))
  })

  it('says what an entry waits for', () => {
    expect(predecessors([post, category], post).map(({ id }) => id)).toEqual(['e5'])
    expect(withoutStuck([post, { ...category, state: 'held' }])).toEqual([])
    expect(withoutStuck([post, category])).toEqual([post, category])
  })
})
