import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findTypeErrors } from '../support/markdown'

const folder = join(process.cwd(), '.tmp', 'closedNames')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const application = `
import { fetchEntityRecords } from 'copydesk'
import { recordHooks, useEntityRecord } from 'copydesk/react'

declare module 'copydesk' {
  interface EntityNames {
    closed: true
  }
  interface EntityTypes {
    shop: { order: { id: number; total: string } }
  }
}

export const known = [useEntityRecord('postType', 'post', 1), fetchEntityRecords('root', 'user')]
export const total: string | undefined = useEntityRecord('shop', 'order', 1).record?.total
export const kind = useEntityRecord('posttype', 'post', 1)
export const name = useEntityRecord('postType', 'posts', 1)
export const list = fetchEntityRecords('root', 'usr')
export const own = recordHooks('shop', 'oder')
`

it('an application that has closed its names is told of each that is misspelt, and of what there is', () => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'application.ts')
  writeFileSync(file, application)
  // The sources are compiled with it, and are open.
  const found = findTypeErrors(process.cwd(), [file]).filter((error) => error.startsWith(file))
  const lines = application.split('\n')
  const told = found.map((error) => lines[Number(/:(\d+) /.exec(error)?.[1]) - 1]?.slice(0, 17))
  expect(told).toEqual(['export const kind', 'export const name', 'export const list', 'export const own '])
  expect(found[0]).toContain('"posttype"')
})
