import { describe, expect, it } from 'vitest'
import type { StoredEntry } from '../../../src/durable/queue/entry'
import { readEntry } from '../../../src/durable/queue/readEntry'

/** A row of format 1, as releases before 0.3 have written it. */
const row = (what: StoredEntry['what'], rest: object) => ({
  format: 1,
  ...{
    id: 'a',
    seq: 1,
    what,
    kind: 'shop',
    name: 'book',
    entity: 'shop/book',
    key: '1',
    recordId: 1,
    title: '',
  },
  ...{ fields: {}, at: '2026-01-01T00:00:00.000Z', attempts: 0, state: 'waiting' },
  ...rest,
})

const mergedOf = () => (property: string) => property === 'meta'
const version = { modified: '2026-01-01T00:00:00' }
const late = (id: string, values: object) => ({
  ...{ id, state: 'late' },
  fields: Object.fromEntries(
    Object.entries(values).map(([path, value]) => [path, { value: value as unknown, unseen: true }]),
  ),
})

describe('A row that an earlier release has kept in the queue', () => {
  it.each([
    [
      'has each field with what it was based on, and what was sent before',
      row('update', {
        fields: { title: 'C', meta: { note: 'N' }, tags: [1] },
        basis: {
          values: { title: 'A', meta: { note: 'M' } },
          version,
          restored: [{ title: 'A2' }],
          unanswered: [{ title: 'B', meta: { note: 'N' } }],
        },
      }),
      {
        fields: {
          title: { base: 'A', value: 'C' },
          'meta.note': { base: 'M', value: 'N' },
          tags: { value: [1] },
        },
        origin: { version },
        log: [late('earlier 0', { title: 'A2' }), late('earlier 1', { title: 'B', 'meta.note': 'N' })],
      },
    ],
    [
      'is sent to the trash all the same where that was chosen',
      row('update', { fields: { title: 'B' }, basis: { values: { title: 'A', status: 'trash' } } }),
      { fields: { title: { base: 'A', value: 'B' } }, origin: { isTrashed: true } },
    ],
    [
      'knows what was edited from before something was chosen',
      row('update', {
        fields: { title: 'Mine' },
        basis: { values: { title: 'Theirs' } },
        begun: { title: 'A', meta: { note: 'M' } },
      }),
      { fields: { title: { base: 'Theirs', value: 'Mine' } }, begun: { title: 'A', 'meta.note': 'M' } },
    ],
    [
      'deletes what it was about, with what was saved before',
      row('delete', { basis: { values: { name: 'A' }, version: {} }, replaced: { meta: { note: 'N' } } }),
      {
        fields: {},
        known: { name: 'A' },
        origin: { version: {} },
        replaced: { 'meta.note': { value: 'N' } },
      },
    ],
  ])('%s', (_, given, expected) => {
    const { log, fields, origin, begun, known, replaced } = readEntry(given, mergedOf) ?? {}
    const read = { fields, log, origin, begun, known, replaced }
    expect(JSON.parse(JSON.stringify(read))).toEqual({ origin: {}, ...expected })
  })

  it('was written by hand, all of it, where only that was known of it', () => {
    const fields = { title: { value: 'B' }, excerpt: { value: 'E' } }
    const entry = readEntry({ ...row('update', { fields, isByHand: true }), format: 2 }, mergedOf)
    expect(entry).toMatchObject({ fields, byHand: ['title', 'excerpt'] })
    expect(entry).not.toHaveProperty('isByHand')
  })
})
