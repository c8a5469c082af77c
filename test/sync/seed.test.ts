import { describe, expect, it } from 'vitest'
import { defineEntity } from 'copydesk'
import { baseFields } from '../../src/sync/document/seed'

const config = defineEntity({
  ...{ kind: 'postType', name: 'post', baseURL: '/wp/v2/posts' },
  ...{ rawAttributes: ['title', 'content'], mergedEdits: { meta: true, options: true } },
})

describe('What one version of a record is told from another by', () => {
  it('is all that people write inside of, in an order that is the same everywhere', () => {
    const raw = {
      id: 1,
      status: 'draft',
      title: 'Night',
      meta: { mood: 'calm' },
      content: 'One',
      options: {},
    }
    expect(Object.entries(baseFields(config, raw))).toEqual([
      ['content', 'One'],
      ['title', 'Night'],
      ['meta', { mood: 'calm' }],
      ['options', {}],
    ])
  })

  it('leaves out what is no text, or has no entries', () => {
    const raw = { title: 'Night', content: null, meta: ['none'], options: 'none' }
    expect(baseFields(config, raw)).toEqual({ title: 'Night' })
  })

  it('is the whole record, without its links, where nobody writes inside of any field', () => {
    const raw = { id: 1, status: 'draft', _links: {} }
    expect(baseFields(config, raw)).toEqual({ id: 1, status: 'draft' })
  })
})
