// Writes the API reference: a page for each entry of the package, from the comments in the sources.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application } from 'typedoc'
import { readEntries, root } from './apiPages.mjs'

const out = fileURLToPath(new URL('../api', import.meta.url))
const tables = ['parameters', 'interfaceProperties', 'classProperties', 'typeAliasProperties']
const more = ['enumMembers', 'propertyMembers', 'typeDeclaration']

/** Writes the pages, all anew. Fails where a link between them leads nowhere. */
export async function writeReference() {
  rmSync(out, { recursive: true, force: true })
  const app = await Application.bootstrapWithPlugins({
    entryPoints: readEntries().map(({ source }) => join(root, source)),
    tsconfig: join(root, 'tsconfig.json'),
    plugin: ['typedoc-plugin-markdown'],
    out,
    // The types are checked by the compiler that the package is built with.
    skipErrorChecking: true,
    readme: 'none',
    router: 'module',
    basePath: join(root, 'src'),
    disableSources: true,
    hideBreadcrumbs: true,
    hidePageHeader: true,
    hidePageTitle: true,
    useCodeBlocks: true,
    sanitizeComments: true,
    useHTMLEncodedBrackets: true,
    groupOrder: ['Functions', 'Variables', 'Classes', 'Interfaces', 'Type Aliases'],
    ...Object.fromEntries([...tables, ...more].map((what) => [`${what}Format`, 'table'])),
    logLevel: 'Error',
  })
  const project = await app.convert()
  if (!project) throw new Error('The sources give no reference.')
  await app.generateOutputs(project)
  rmSync(join(out, 'README.md'), { force: true })
  finish(readPages())
}

/** What was written, by path below the folder, with the anchors of its headings. */
function readPages() {
  return readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({
      path: path.replaceAll('\\', '/'),
      ...withAnchors(readFileSync(join(out, path), 'utf8')),
    }))
}

/** Gives each heading its anchor in writing: the generator of the site would number them otherwise. */
function withAnchors(text) {
  const counts = new Map()
  const anchors = []
  const lines = mapProse(text, (line) => {
    const [, hashes, title] = /^(#{1,6}) (.+)$/.exec(line) ?? []
    if (title === undefined) return line
    const slug = title
      .replace(/&lt;.*?&gt;|\\|`/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    const anchor = count === 0 ? slug : `${slug}-${count}`
    anchors.push(anchor)
    return `${hashes} ${title} {#${anchor}}`
  })
  return { text: lines, anchors }
}

/** Changes what is no code, line by line. */
function mapProse(text, change) {
  let isCode = false
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) isCode = !isCode
      return isCode ? line : change(line)
    })
    .join('\n')
}

/**
 * Where a page belongs: an entry that has a namespace or another entry below it is written as the README of a folder,
 * and a number keeps it apart from a name of that folder.
 */
function placeOf(path) {
  return path
    .replace(/\/README\.md$/, '.md')
    .replace('/namespaces/', '/')
    .replace(/-1\.md$/, '.md')
}

function titleOf(path) {
  const name = `copydesk/${placeOf(path).replace(/\.md$/, '')}`
  return path.includes('/namespaces/') ? name.replace(/\/([^/]+)$/, ': $1') : name
}

/** Puts the types of the main entry on a page of their own, and lets all links lead where things are then. */
function finish(pages) {
  const main = pages.find(({ path }) => path === 'index.md')
  const [functions, types] = splitAt(main.text, /^## Classes/m)
  const isType = (anchor) => types.includes(`{#${anchor}}`) || types.includes(`<a id="${anchor}"`)
  const titled = [
    { path: 'index.md', title: 'copydesk', text: functions, from: 'index.md' },
    { path: 'types.md', title: 'copydesk: types', text: types, from: 'index.md' },
    ...pages
      .filter((page) => page !== main)
      .map((page) => ({ ...page, path: placeOf(page.path), from: page.path, title: titleOf(page.path) })),
  ]
  const known = new Map(
    pages.map(({ path, anchors, text }) => [
      path,
      new Set([...anchors, ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id)]),
    ]),
  )
  const lost = []

  rmSync(out, { recursive: true, force: true })
  for (const { path, title, text, from } of titled) {
    const linked = mapProse(text, (line) =>
      line.replace(/\]\(([^()#\s]*)(?:#([^()\s]+))?\)/g, (whole, named, anchor) => {
        const target = named === '' ? from : posix.join(posix.dirname(from), named)
        if (!known.has(target)) return whole
        const page = target === 'index.md' && isType(anchor) ? 'types.md' : placeOf(target)
        const file = page === path ? '' : posix.relative(posix.dirname(path), page)
        if (anchor === undefined) return `](${file})`
        if (!known.get(target).has(anchor)) lost.push(`${path}: ${whole}`)
        return `](${file}#${anchor})`
      }),
    )
    const named = linked.replaceAll('__namedParameters', 'props').replace(/^(\*\*\*)\n/gm, '')
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), `${frontmatter(from, path)}# ${title}\n\n${named}`)
  }
  if (lost.length > 0) throw new Error(`Links of the reference lead nowhere:\n${lost.join('\n')}`)
}

/** Hundreds of fields of records would stand before every other answer of the search. */
function frontmatter(from, path) {
  return path === 'types.md' || from.includes('/namespaces/') ? '---\nsearch: false\n---\n\n' : ''
}

function splitAt(text, heading) {
  const place = text.search(heading)
  return [text.slice(0, place), text.slice(place)]
}
