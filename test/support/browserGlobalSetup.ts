import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const builder = new URL('../../examples/build.mjs', import.meta.url).href

interface Builder {
  buildWhereStale(): void
  buildPage(folder: string, mode: 'development' | 'production'): Promise<void>
}

/** Bundles the page once for all desks, with React's development build: it warns of what is wrong. */
export async function setup(): Promise<() => void> {
  const { buildWhereStale, buildPage } = (await import(builder)) as Builder
  buildWhereStale()
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-page-'))
  await buildPage(folder, 'development')
  process.env.PAGE_OF_DESKS = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
