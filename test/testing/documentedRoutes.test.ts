import { existsSync, readFileSync } from 'node:fs'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { notMocked } from '../../src/testing/http/notMocked'

const rows = [
  ...readFileSync('docs/guide/testing.md', 'utf8').matchAll(/^\| (`\/.*?) +\| `(\w+\.test\.ts)` +\|$/gm),
]
const site = createMockSite({ posts: [{ id: 1, title: 'Hello' }] })
const at = (path: string) => path.replace('global-styles/{id}', 'global-styles/2').replace('{id}', '1')
const paths = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`(\/[^`]*)`/g)].map(([, path = '']) => path))

describe('the documentation’s table of what the mock site answers', () => {
  it('names contract tests that are there', () => {
    expect(rows).toHaveLength(15)
    expect(rows.filter(([, , file]) => !existsSync(`test/contracts/${file}`))).toEqual([])
  })

  it.each(paths)('is right that it answers %s', async (path) => {
    const { status, data } = await site.fetcher({ path: at(path), method: 'OPTIONS' })
    expect(status).toBe(200)
    expect(data).toHaveProperty('methods')
  })

  it.each(notMocked)('says nothing of %s, which it does not answer', async (path) => {
    expect(paths).not.toContain(path)
    const answer = site.fetcher({ path, method: 'OPTIONS' })
    await expect(answer).rejects.toMatchObject({ code: 'rest_no_route' })
  })
})
