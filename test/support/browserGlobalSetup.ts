import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const builder = new URL('../../examples/build.mjs', import.meta.url).href

/** Bundles the page once for all desks, with React's development build: it warns of what is wrong. */
export async function setup(): Promise<() => void> {
  const { buildWhereStale } = (await import(builder)) as { buildWhereStale: () => void }
  buildWhereStale()
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-page-'))
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'development'
  await build({
    root: fileURLToPath(new URL('../../examples/editor', import.meta.url)),
    mode: 'development',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, minify: false, chunkSizeWarningLimit: 10_000 },
  })
  process.env.NODE_ENV = before
  process.env.PAGE_OF_DESKS = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
