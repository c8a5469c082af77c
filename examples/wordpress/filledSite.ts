import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { deserialize, serialize } from 'node:v8'
import type { PHP } from '@php-wasm/universal'
import { filesIn, readCopy } from './keepFiles'

/**
 * A site that was installed and filled once: the next of its kind begins with its files, and with WordPress as it was compiled,
 * and is there in a third of the time.
 */
export interface FilledSite {
  /** Where it was. */
  host: string
  files: Map<string, Uint8Array>
}

const kept = new URL('../../.tmp/sites/', import.meta.url)
const database = '/wordpress/wp-content/database/.ht.sqlite'
/** Where PHP leaves scripts as it has compiled them, each below a folder by the path that it has. */
const compiled = '/internal/shared/opcache'
const day = 24 * 3_600_000

/**
 * Where a site is kept, by all that it was made of. An address that is as long may take the place of its own in the database;
 * a name without a port could be a word there, too.
 *
 * @returns `null` for an address whose site is not kept
 */
export function filledSitePlace(siteUrl: string, madeOf: readonly (string | Uint8Array)[]): URL | null {
  const { host, port } = new URL(siteUrl)
  if (port === '') return null
  const hash = createHash('sha256').update(siteUrl.replace(host, `${host.length}`))
  for (const part of madeOf) hash.update('\0').update(part)
  return new URL(hash.digest('hex'), kept)
}

/** The site that is kept there; undefined where there is none, or one that a newer Node has written. */
export async function readFilledSite(place: URL): Promise<FilledSite | undefined> {
  try {
    return deserialize(await readFile(place)) as FilledSite
  } catch {
    return undefined
  }
}

/** Puts the files of a site into a PHP that has none, for another address. */
export function layOut({ host, files }: FilledSite, php: PHP, siteUrl: string): void {
  for (const [path, bytes] of files) {
    php.mkdir(path.slice(0, path.lastIndexOf('/')))
    php.writeFile(path, path === database ? replaceAll(bytes, host, new URL(siteUrl).host) : bytes)
  }
}

/** Keeps what a site holds, in one step, as others may read it; what is older than a day goes. */
export async function keepFilledSite(place: URL, php: PHP, siteUrl: string): Promise<void> {
  // What is written anew for each site is compiled anew, too.
  const scripts = filesIn(php, compiled).filter((path) =>
    /\/wordpress\/wp-(?:admin|content|includes)\//.test(path),
  )
  const files = new Map(
    [...filesIn(php, '/wordpress'), ...scripts].map((path) => [path, readCopy(php, path)]),
  )
  const site: FilledSite = { host: new URL(siteUrl).host, files }
  await mkdir(kept, { recursive: true })
  const scratch = new URL(randomUUID(), kept)
  await writeFile(scratch, serialize(site), { mode: 0o600 })
  await rename(scratch, place)
  for (const name of await readdir(kept)) {
    const file = new URL(name, kept)
    const { mtimeMs = Infinity } = (await stat(file).catch(() => undefined)) ?? {}
    if (mtimeMs < Date.now() - day) await rm(file, { force: true })
  }
}

/** A copy in which each occurrence is replaced by a text of the same length. */
function replaceAll(bytes: Uint8Array, text: string, by: string): Uint8Array {
  const changed = Buffer.from(bytes)
  for (let at = changed.indexOf(text); at !== -1; at = changed.indexOf(text, at + by.length))
    changed.write(by, at)
  return changed
}
