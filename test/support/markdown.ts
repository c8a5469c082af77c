import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'

/** A block of code in a text that runs: ts or tsx, with a first line `// example: its title`. */
export interface Example {
  title: string
  language: 'ts' | 'tsx'
  /** The whole block, its title line included. */
  code: string
  /** What it says it prints: the texts behind `// →`, in order. */
  expected: string[]
  /** The line of the block's opening fence, from 1. */
  line: number
}

const fence = /^```(tsx?)[^\n]*\n([\s\S]*?)^```[ \t]*$/gm
const titleLine = /^\/\/ example: (.+)$/
/** The first line of a block that is a file: other blocks of its page import it by that name. */
const fileLine = /^\/\/ (?:src\/)?([\w.]+\.tsx?)$/

/** The examples of a Markdown text that run, in order: blocks with a title line. */
export function findExamples(markdown: string): Example[] {
  return findBlocks(markdown).filter(({ title }) => title !== '')
}

/** Every block of TypeScript in a Markdown text, in order; those without a title line have the title `''`. */
export function findBlocks(markdown: string): Example[] {
  return [...markdown.matchAll(fence)].map(({ 1: language, 2: code = '', index }) => {
    const title = titleLine.exec(code.split('\n')[0] ?? '')?.[1] ?? ''
    const expected = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, text = '']) => text.trim())
    const line = markdown.slice(0, index).split('\n').length
    return { title, language: language === 'tsx' ? 'tsx' : 'ts', code, expected, line }
  })
}

/** Writes an example into a folder, as a module of its own; gives the file's path. */
export function writeExample(folder: string, example: Example): string {
  mkdirSync(folder, { recursive: true })
  const [, named] = fileLine.exec(example.code.split('\n')[0] ?? '') ?? []
  const name = example.title.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'block'
  const file = join(folder, named ?? `${name}-${example.line}.${example.language}`)
  // `export {}` makes it a module even where it imports nothing, so that it may await.
  writeFileSync(file, `${example.code}\nexport {}\n`)
  return file
}

/** A link of a Markdown text: where it leads, and the line it stands in, from 1. */
export interface Link {
  target: string
  line: number
}

/** Links and pictures of a Markdown text that lead to other files or headings; code is left out. */
export function findLinks(markdown: string): Link[] {
  const text = markdown
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(({ 1: target = '', index }) => ({ target, line: text.slice(0, index).split('\n').length }))
    .filter(({ target }) => !/^[a-z]+:/.test(target))
}

/** The anchors of a Markdown text's headings, as GitHub and VitePress make them. */
export function findAnchors(markdown: string): string[] {
  const text = markdown.replace(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s+/g, '-'),
  )
}

/** A value as an example writes it behind `// →`: strings bare, all else as Node shows it, on one line. */
export function show(values: readonly unknown[]): string {
  return values
    .map((value) =>
      typeof value === 'string' ? value : inspect(value, { compact: true, breakLength: Infinity, depth: 6 }),
    )
    .join(' ')
}

/** The rows of the first table of a section, by cells: the first one without backticks, the others without links. */
export function findRows(markdown: string, section: string): string[][] {
  const text = markdown.split(new RegExp(`^## ${section}$`, 'm'))[1]?.split(/^## /m)[0] ?? ''
  const [table = ''] = /^\|.*(?:\n\|.*)*/m.exec(text) ?? []
  const rows = table.split('\n').slice(2)
  return rows.map((row) => {
    const [first = '', ...others] = row.replace(/^\| *| *\|$/g, '').split(/ +\| +/)
    return [
      first.replaceAll('`', ''),
      ...others.map((cell) => cell.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('\\|', '|')),
    ]
  })
}

/** What the compiler has to say about examples that were written out, under the project's own settings. */
export function findTypeErrors(root: string, files: readonly string[]): string[] {
  const project = `${files[0]}.tsconfig.json`
  // An example may well leave a value unused: it shows how it is got.
  const compilerOptions = { noUnusedLocals: false, types: ['node', 'vite/client'] }
  const settings = { extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }
  writeFileSync(project, JSON.stringify(settings))
  // The compiler of `npm run check:types`, in native code, which takes a fraction of the time of the one in JavaScript.
  const compiler = join(root, 'node_modules', 'typescript-newest', 'bin', 'tsc')
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [compiler, '--singleThreaded', '--pretty', 'false', '--project', project],
    { cwd: root, encoding: 'utf8' },
  )
  const found = [...stdout.matchAll(/^(\S.*)\((\d+),\d+\): error TS\d+: (.*(?:\n .*)*)/gm)].map(
    ([, file = '', line = '', message = '']) => `${resolve(root, file)}:${line} ${message}`,
  )
  // It may also have ended without a word about a line.
  return status === 0 || found.length > 0 ? found : [`${stdout}${stderr}` || 'The compiler did not run.']
}
