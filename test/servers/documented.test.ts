import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

const settings = [...read('settings.ts').matchAll(/^export (const (\w+) = defineServer\([\s\S]*?^}\))$/gm)]

it.each(settings.map(([, code = '', name = '']) => [name, code]))(
  'the settings for %s that are tested are those in the documentation',
  (name, code) => {
    expect(read('../../docs/guide/rest-servers.md')).toContain(code)
  },
)

it('has settings for each server', () => {
  expect(settings.map(([, , name]) => name)).toEqual(['jsonServer', 'jsonServer1', 'feathers'])
})
