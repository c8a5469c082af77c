/** A group of the side bar. */
export interface PageGroup {
  readonly text: string
  readonly items: readonly { readonly text: string; readonly link: string }[]
}

/** How pages are read and what is written, by path below the folder of the pages and that of the site. */
export interface Files {
  readonly read: (path: string) => string
  readonly write: (path: string, text: string) => void
}

const summary =
  'The data layer for site editors in React: a Redux-style entity store that reads, edits and saves the records of a site through the WordPress REST interface or another REST server, with undo, permissions, locks, offline edits and collaboration.'

/** Pages that say much of little: they are linked, and no part of the text of all. */
const linkedOnly = new Set(['/api/types'])

/**
 * Writes the site for readers that are language models: each page as Markdown beside its HTML, `llms.txt` that says what
 * is where, and `llms-full.txt` with all of it.
 */
export function writeForModels(groups: readonly PageGroup[], { read, write }: Files): void {
  const index = [`# Copydesk`, '', `> ${summary}`]
  const full = [...index]
  for (const { text: title, items } of groups) {
    index.push('', `## ${title}`, '')
    for (const { text, link } of items) {
      const path = pathOf(link)
      const page = withoutMarks(read(path))
      write(path, page)
      const about = firstSentence(page)
      index.push(`- [${text}](${path})${about && `: ${about}`}`)
      if (!linkedOnly.has(link)) full.push('', '---', '', `Page: ${path}`, '', page.trim())
    }
  }
  write('llms.txt', `${index.join('\n')}\n`)
  write('llms-full.txt', `${full.join('\n')}\n`)
}

function pathOf(link: string): string {
  return `${link.slice(1)}.md`
}

/** A page without what is for the generator of the site alone. */
function withoutMarks(page: string): string {
  return page
    .replace(/^---\n[^]*?\n---\n+/, '')
    .replace(/^(#{1,6} .+?) \{#[^}]+\}$/gm, '$1')
    .replace(/<a id="[^"]*"><\/a> ?/g, '')
}

/** What a page is about: the first sentence below its title. */
function firstSentence(page: string): string {
  const paragraph = page.split(/\n{2,}/).find((part) => !/^(#|```|\||!\[|- )/.test(part.trim()))
  const plain = (paragraph ?? '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\s+/g, ' ')
  return /^.+?[.!?](?= |$)/.exec(plain)?.[0] ?? ''
}
