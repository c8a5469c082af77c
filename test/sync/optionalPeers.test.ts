import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../src/sync')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
)

/** Where a library is imported so that a bundler looks for it by the names that are used. */
function staticImportsOf(library: string): string[] {
  const pattern = new RegExp(`^(?:import(?! type)|export)[^;]*? from '${library}'`, 'm')
  return files.filter((file) => pattern.test(readFileSync(join(folder, file), 'utf8')))
}

it.each(['y-webrtc', 'y-indexeddb'])('who polls and keeps nothing needs no %s', (library) => {
  expect(files.length).toBeGreaterThan(30)
  expect(staticImportsOf(library)).toEqual([])
})

it.each(['yjs', 'lib0', 'y-protocols'])('a store without a shared record loads no %s', (library) => {
  const early = ['index.ts', 'createSync.ts', 'startSync.ts', 'useSync.ts', 'syncOptions.ts']
  for (const file of staticImportsOf(`${library}(?:/[^']*)?`)) expect(early).not.toContain(file)
})
