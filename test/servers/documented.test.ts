import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

const code = read('settings.ts')
const settings = [...code.matchAll(/^export (const (\w+) = [\s\S]*?^ *}\))$/gm)]

it.each(settings.map(([, declared = '', name = '']) => [name, declared]))(
  'the settings for %s that are tested are those in the documentation',
  (name, declared) => {
    expect(read('../../docs/guide/rest-servers.md')).toContain(declared)
  },
)

it('has settings for each server', () => {
  expect(settings.map(([, , name]) => name)).toEqual(['jsonServer', 'jsonServer1', 'feathers', 'jsonApi'])
})
