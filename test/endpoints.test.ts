import { existsSync, readFileSync } from 'node:fs'
import * as copydesk from 'copydesk'
import * as sync from 'copydesk/sync'
import { describe, expect, it } from 'vitest'
import { endpoints, collaborationEndpoints, findEndpointRows } from './support/endpoints'
import { readTestTitles } from './support/testTitles'

const rows = findEndpointRows(readFileSync('docs/reference/endpoints.md', 'utf8'))
const exported = new Map<string, unknown>(Object.entries(copydesk))

describe('the table of endpoints in the documentation', () => {
  it('has each call of the specification’s section 7 once, and no other', () => {
    expect(rows.map(({ endpoint }) => endpoint)).toEqual(endpoints)
  })

  it('names the transports of copydesk/sync for collaboration', () => {
    const named = rows.filter(({ endpoint }) => collaborationEndpoints.includes(endpoint))
    const there = new Map<string, unknown>(Object.entries(sync))
    expect(named).toHaveLength(2)
    for (const { thunks } of named) {
      expect(thunks).not.toEqual([])
      expect(thunks.filter((thunk) => typeof there.get(thunk) !== 'function')).toEqual([])
    }
  })
})

describe.each(rows.filter(({ endpoint }) => !collaborationEndpoints.includes(endpoint)))(
  '$endpoint',
  ({ thunks, file, title }) => {
    it('is called by thunks that the package exports', () => {
      expect(thunks).not.toEqual([])
      expect(thunks.filter((thunk) => typeof exported.get(thunk) !== 'function')).toEqual([])
    })

    it('is proven by a test on the real WordPress', () => {
      const path = `test/liveWordpress/${file}`
      expect(existsSync(path), path).toBe(true)
      expect(readTestTitles(path)).toContain(title)
    })
  },
)
