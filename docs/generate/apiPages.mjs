import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The entries of the package by the names they are imported by, each with its source and the page about it, as the
 * package file names them. One that exports nothing has no page.
 */
export function readEntries() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => {
      const paths = [posix.join('src', entry, 'index.ts'), `${posix.join('src', entry)}.ts`]
      return {
        name: posix.join('copydesk', entry),
        source: paths.find((path) => existsSync(join(root, path))),
        page: entry === '.' ? 'index' : posix.normalize(entry),
      }
    })
    .filter(
      ({ source }) => source !== undefined && /^export /m.test(readFileSync(join(root, source), 'utf8')),
    )
}

/** The pages of the reference as the side bar has them. Types of the main entry and namespaces have pages of their own. */
export function readApiPages() {
  const pages = readEntries().map(({ page }) => `${page}.md`)
  const written = join(root, 'docs', 'api')
  const others = readdirSync(written, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && !['types.md', ...pages].includes(path))
    .map((path) => path.replace(/\.md$/, ''))
  return readEntries().flatMap(({ name, page }) => [
    { text: name, link: `/api/${page}` },
    ...(page === 'index' ? [{ text: `${name}: types`, link: '/api/types' }] : []),
    ...others
      .filter((other) => posix.dirname(other) === page)
      .map((other) => ({ text: `${name}: ${posix.basename(other)}`, link: `/api/${other}` })),
  ])
}
