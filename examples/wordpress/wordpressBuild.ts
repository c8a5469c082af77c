import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The folder of the package with the WordPresses that need no network. */
const buildsFolder = dirname(
  createRequire(import.meta.url).resolve('@wp-playground/wordpress-builds/package.json'),
)

/** The builds of that package; their scripts, styles and pictures lie beside the zip. */
const embedded = ['6.2', '6.3', '6.4', '6.5', 'beta', 'nightly']

/** A WordPress to boot. */
export interface WordPressBuild {
  zip: File
  /** The folder of what was taken out of the zip; absent where the zip has everything. */
  assets?: string
}

/**
 * The WordPress that somebody asks for.
 *
 * @param wanted - the path or the address of a zip; one of `6.2`, `6.3`, `6.4`, `6.5`, `beta` and `nightly`, which need
 *   no network; by default `beta`, which is 6.6-RC3 and the only one that a plain `npm ci` leaves there
 * @param folder - the package with those
 * @throws TypeError for what is neither, and for what can't be read
 */
export async function findWordPress(wanted = 'beta', folder = buildsFolder): Promise<WordPressBuild> {
  if (embedded.includes(wanted)) {
    const zip = join(folder, `src/wordpress/wp-${wanted}.zip`)
    if (!existsSync(zip))
      throw new TypeError(`\`npm ci\` leaves WordPress ${wanted} out; \`npm ci --ignore-scripts\` brings it.`)
    return { zip: await readZip(zip), assets: join(folder, `public/wp-${wanted}`) }
  }
  if (/^https?:\/\//.test(wanted)) return { zip: await download(wanted) }
  if (wanted.endsWith('.zip')) return { zip: await readZip(wanted) }
  throw new TypeError(
    `No WordPress is called ${wanted}. Name a zip by its path or its address, or one of ${embedded.join(', ')}.`,
  )
}

/** The zip of the plugin that lets WordPress use SQLite. */
export function findSqlitePlugin(): Promise<File> {
  return readZip(join(buildsFolder, 'src/sqlite-database-integration/sqlite-database-integration.zip'))
}

/** The version that WordPress says of itself in `wp-includes/version.php`. */
export function readVersion(versionFile: string): string {
  const [, version] = /\$wp_version\s*=\s*'([^']+)'/.exec(versionFile) ?? []
  if (version === undefined) throw new TypeError('This WordPress does not say which version it is.')
  return version
}

async function readZip(path: string): Promise<File> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new TypeError(`There is no WordPress at ${path}.`, { cause })
  })
  return asZip(bytes, path)
}

async function download(address: string): Promise<File> {
  const response = await fetch(address).catch((cause: unknown) => {
    throw new TypeError(`${address} can not be reached.`, { cause })
  })
  if (!response.ok) throw new TypeError(`${address} was answered with status ${response.status}.`)
  return asZip(new Uint8Array(await response.arrayBuffer()), address)
}

// Every zip begins so; a page of HTML that stands in its place does not.
function asZip(bytes: Uint8Array<ArrayBuffer>, source: string): File {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new TypeError(`${source} is no zip of a WordPress.`)
  return new File([bytes], basename(source))
}
