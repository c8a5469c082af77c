import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findTypeErrors } from '../support/markdown'

const folder = join(process.cwd(), '.tmp', 'closedNames')
beforeAll(() => mkdirSync(folder, { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const application = `
import { fetchEntityRecords } from 'copydesk'
import { recordHooks, useEntityRecord, useEntityRecords, useInfiniteEntityRecords } from 'copydesk/react'

declare module 'copydesk' {
  interface EntityNames {
    closed: true
  }
  interface EntityTypes {
    shop: { order: { id: number; total: string } }
  }
  interface EntityParameters {
    postType: { mood?: string; parent?: 'none' }
  }
}

const posts = recordHooks('postType', 'post')
export const known = [useEntityRecord('postType', 'post', 1), fetchEntityRecords('root', 'user')]
export const total: string | undefined = useEntityRecord('shop', 'order', 1).record?.total
export const kind = useEntityRecord('posttype', 'post', 1)
export const name = useEntityRecord('postType', 'posts', 1)
export const list = fetchEntityRecords('root', 'usr')
export const own = recordHooks('shop', 'oder')
export const asked = [
  fetchEntityRecords('postType', 'post', { per_page: 5, status: 'draft', categories: [4], mood: 'calm' }),
  fetchEntityRecords('postType', 'post', { status: ['draft', 'pending'], orderby: 'title', order: 'asc' }),
  fetchEntityRecords('postType', 'page', { parent: 'none' }),
  fetchEntityRecords('taxonomy', 'category', { hide_empty: true, _fields: ['id', 'name'] }),
  fetchEntityRecords('shop', 'order', { colour: 'red' }),
]
export const size = useEntityRecords('postType', 'post', { perPage: 5 })
export const word = useEntityRecords('postType', 'post', { serach: 'tides' })
export const camel = useEntityRecords('taxonomy', 'category', { hideEmpty: true })
export const sort = useEntityRecords('taxonomy', 'category', { order: 'up' })
export const show = posts.useRecords({ status: 'drafts' })
export const more = useInfiniteEntityRecords('root', 'user', { role: 'editor' })
`

it('an application that has closed its names is told of each that is misspelt, and of what there is', () => {
  const file = join(folder, 'application.ts')
  writeFileSync(file, application)
  // The sources are compiled with it, and are open.
  const found = findTypeErrors(process.cwd(), [file]).filter((error) => error.startsWith(file))
  const lines = application.split('\n')
  const told = found.map(
    (error) => lines[Number(/:(\d+) /.exec(error)?.[1]) - 1]?.match(/^export const \w+/)?.[0],
  )
  const misspelt = ['kind', 'name', 'list', 'own', 'size', 'word', 'camel', 'sort', 'show', 'more']
  expect([...new Set(told)]).toEqual(misspelt.map((one) => `export const ${one}`))
  expect(found[0]).toContain('"posttype"')
  for (const text of ['NoParameter<"serach">', 'DidYouMean<"per_page">', 'DidYouMean<"hide_empty">'])
    expect(found.join()).toContain(text)
})

it('perPage, which other libraries have, is told how WordPress spells it in every application', () => {
  const file = join(folder, 'open.ts')
  writeFileSync(
    file,
    `import { useEntityRecords } from 'copydesk/react'
export const size = useEntityRecords('postType', 'post', { perPage: 5 })
export const mood = useEntityRecords('postType', 'post', { mood: 'calm' })`,
  )
  expect(findTypeErrors(process.cwd(), [file]).filter((error) => error.startsWith(file))).toEqual([
    expect.stringMatching(/open\.ts:2 .*DidYouMean<"per_page">/),
  ])
})
