import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const module = new URL('../../examples/openInBrowser.mjs', import.meta.url).href
const { openInBrowser } = (await import(module)) as {
  openInBrowser(address: string, opener: readonly string[]): Promise<void>
}

it('tells the secret of the address to no one who looks at the commands that run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-opener-'))
  const opener = join(folder, 'opener.mjs')
  const heard = join(folder, 'heard')
  const source = `import { writeFileSync, renameSync } from 'node:fs'
    writeFileSync('${heard}.part', process.argv.slice(2).join(' '))
    renameSync('${heard}.part', '${heard}')`
  await writeFile(opener, source)
  const address = 'http://copydesk-1.localhost:4000/?key=swordfish&a=b'
  await openInBrowser(address, [process.execPath, opener])
  await expect.poll(() => readFile(heard, 'utf8').catch(() => '')).not.toBe('')
  const file = await readFile(heard, 'utf8')
  expect(file).not.toContain('swordfish')
  expect(await readFile(file, 'utf8')).toContain(
    'content="0;url=http://copydesk-1.localhost:4000/?key=swordfish&amp;a=b"',
  )
  expect((await stat(file)).mode & 0o077).toBe(0)
})
