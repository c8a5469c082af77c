import type { PHP } from '@php-wasm/universal'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serialize } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { layOut, readFilledSite } from '../../../examples/wordpress/filledSite'

const database = '/wordpress/wp-content/database/.ht.sqlite'
const text = 'http://127.0.0.1:8080/one http://127.0.0.1:8080/two'

/** What a site holds that begins with another one's files. */
function laidOut(siteUrl: string): Record<string, string> {
  const files: Record<string, string> = {}
  const php = {
    mkdir: () => undefined,
    writeFile: (path: string, bytes: Uint8Array) => (files[path] = Buffer.from(bytes).toString()),
  } as unknown as PHP
  const bytes = Buffer.from(text)
  layOut(
    {
      host: '127.0.0.1:8080',
      files: new Map([
        [database, bytes],
        ['/wordpress/readme.html', bytes],
      ]),
    },
    php,
    siteUrl,
  )
  return files
}

describe('A site that begins with the files of one that was filled before', () => {
  it('has its own address in the database, and the files as they were', () => {
    expect(laidOut('http://127.0.0.1:9090/')).toEqual({
      [database]: text.replaceAll('8080', '9090'),
      '/wordpress/readme.html': text,
    })
  })

  it('is there at the address of the other one, too, as when somebody starts the playground a second time', () => {
    expect(laidOut('http://127.0.0.1:8080/')[database]).toBe(text)
  })

  it('is no other where that cannot be read, as after a change of Node', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'copydesk-kept-'))
    try {
      const place = pathToFileURL(join(folder, 'site'))
      expect(await readFilledSite(place)).toBeUndefined()
      const site = { host: '127.0.0.1:8080', files: new Map() }
      await writeFile(place, serialize(site))
      expect(await readFilledSite(place)).toEqual(site)
      // The second byte is the version of the format.
      await writeFile(place, serialize(site).fill(255, 1, 2))
      expect(await readFilledSite(place)).toBeUndefined()
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
