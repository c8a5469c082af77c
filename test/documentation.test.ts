// @vitest-environment happy-dom
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import * as copydesk from 'copydesk'
import * as actions from 'copydesk/actions'
import * as devtools from 'copydesk/devtools'
import * as react from 'copydesk/react'
import * as durable from 'copydesk/durable'
import * as durableReact from 'copydesk/durable/react'
import * as sync from 'copydesk/sync'
import * as testing from 'copydesk/testing'
import * as wordpressData from 'copydesk/wordpress-data'
import * as wordpressDataStore from 'copydesk/wordpress-data/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Example,
  findAnchors,
  findBlocks,
  findExamples,
  findLinks,
  findRows,
  findTypeErrors,
  writeExample,
} from './support/markdown'
import { readHookShapes } from './support/hookShapes'
import { runExample } from './support/runExample'

const root = process.cwd()
const folder = join(root, '.tmp', 'documentation')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  // What is written from the sources is held by its generator.
  .filter((path) => path.endsWith('.md') && !/node_modules|\.vitepress|^(?:api|public)[\\/]/.test(path))
  .map((path) => `docs/${path}`)
const skills = readdirSync(join(root, 'skills'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => `skills/${path}`)
const texts = new Map(
  ['README.md', ...pages, ...skills].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)
const examples = [...texts].flatMap(([path, text]) =>
  findExamples(text).map((example): [string, Example] => [`${path}: ${example.title}`, example]),
)

const wipe = () => rmSync(folder, { recursive: true, force: true })
beforeAll(wipe)
afterAll(wipe)

const copied = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !path.includes('node_modules'))
  .map((path): [string, string] => [path, readFileSync(join(root, 'examples', path), 'utf8')])
const all = [...texts, ...copied]

describe('what people copy', () => {
  it("groups what is typed by itself, without core-data's isCached", () => {
    const saying = all.filter(([, text]) => text.includes('isCached')).map(([path]) => path)
    expect(saying).toEqual(['docs/guide/from-core-data.md'])
  })

  it('catches nothing behind a save, deletion or read of a hook, which never reject, and needs no void', () => {
    const caught = /\b(?:save|remove|saveNow|refetch)\([^()]*\)\.(?:catch|then)\(/
    const dropped = ([, text]: [string, string]) =>
      /=> void (?:save|saveAll|refetch|restore|discard|check|retry|settle|upload)\(/.test(text)
    expect(all.filter(([, text]) => caught.test(text)).map(([path]) => path)).toEqual([])
    expect(all.filter(dropped).map(([path]) => path)).toEqual([])
  })

  it('returns or awaits the promise of a save, and lets none dangle', () => {
    const dangling = /^ +(?:if \(.*\) )?(?:(?:\w+\.)?save\w*|remove(?:Async)?)\([^)]*\)$/m
    expect('    if (!problem) save()').toMatch(dangling)
    expect(all.filter(([, text]) => dangling.test(text)).map(([path]) => path)).toEqual([])
  })
})

describe('what people install', () => {
  it('has diff with it in each guide that begins with durability', () => {
    const begun = [...texts].filter(
      ([, text]) => /^(?: {4}|1\. `)npm install/m.test(text) && text.includes('[createDurability('),
    )
    expect(begun.map(([path]) => path)).toContain('docs/guide/durable.md')
    expect(
      begun.filter(([, text]) => !/npm install (?:copydesk )?diff/.test(text)).map(([path]) => path),
    ).toEqual([])
  })
})

describe('what people read', () => {
  it("is errorText of an error in every guide and example, and never the developers' message", () => {
    const shown = all.filter(
      ([path, text]) => /\.(?:md|tsx)$/.test(path) && /[eE]rror\??\.message[}:]/.test(text),
    )
    expect(shown.map(([path]) => path)).toEqual([])
  })
})

describe('what people see', () => {
  it('is no HTML as text, such as Fish &#038; chips: titles are shown as they were written', () => {
    const shown = /(?:> ?| )\{[\w.]*\.rendered\}/
    expect(
      all.filter(([path, text]) => shown.test(text) && !path.startsWith('playground/')).map(([path]) => path),
    ).toEqual([])
  })
})

describe('the README', () => {
  it.each(['npm ci && npm start', 'npm ci && npm test'])('gives the command %s', (command) => {
    expect(readme).toContain(command)
  })

  it('is read in a few minutes', () => {
    expect(readme.split('\n').length).toBeLessThan(200)
  })

  it('leads to every page of the documentation or to a page that does', () => {
    const reached = new Set(['README.md'])
    for (const path of reached) {
      for (const { target } of findLinks(texts.get(path) ?? '')) {
        const page = pageOf(path, target)
        if (texts.has(page)) reached.add(page)
      }
    }
    // The first page of the site stands in for the README.
    expect(pages.filter((path) => !reached.has(path) && path !== 'docs/index.md')).toEqual([])
  })
})

describe('the documentation', () => {
  it('has code that runs', () => {
    expect(examples).not.toEqual([])
  })

  it('has code that compiles, every block of it', { timeout: 120_000 }, () => {
    const files = [...texts].flatMap(([path, text]) =>
      findBlocks(text).map((block) => writeExample(join(folder, 'types', path.replace(/\W+/g, '-')), block)),
    )
    expect(findTypeErrors(root, files)).toEqual([])
  })

  it.each(examples)('runs as it says: %s', async (title, example) => {
    expect(await runExample(join(folder, 'run'), example), title).toEqual(example.expected)
  })

  it.each([...texts.keys()])('has no link that leads nowhere: %s', (path) => {
    const lost = findLinks(texts.get(path) ?? '').filter(({ target }) => !leadsSomewhere(path, target))
    expect(lost).toEqual([])
  })
})

describe('the page about errors', () => {
  const page = texts.get('docs/reference/errors.md') ?? ''
  const named = [...page.matchAll(/^### `(\w+)`$/gm)].map(([, code = '']) => code)
  const source = (path: string) => readFileSync(join(root, path), 'utf8')

  it('has each code of the store once', () => {
    const [, union = ''] = /type EntityStoreErrorCode =([^]*?)\n\n/.exec(source('src/core/errors.ts')) ?? []
    const codes = [...union.matchAll(/'(\w+)'/g)].map(([, code = '']) => code)
    expect(codes).not.toEqual([])
    const [ofStore = ''] = page.split(/^## Of a request/m)
    expect([...ofStore.matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code)).toEqual(codes)
  })

  it('has each code that the fetcher gives by itself', () => {
    const folder = readdirSync(join(root, 'src/rest')).map((file) => source(`src/rest/${file}`))
    const codes = folder.flatMap((text) =>
      [...text.matchAll(/\bcode: '(\w+)'/g)].map(([, code = '']) => code),
    )
    expect(codes).not.toEqual([])
    expect(codes.filter((code) => !named.includes(code))).toEqual([])
  })
})

describe('the page about actions and state', () => {
  const page = texts.get('docs/reference/actions-and-state.md') ?? ''

  it('has each type of action once, and no other', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /actions\.ts$|core\/thunk\.ts$|store\/localIds\.ts$/.test(path))
      .map((path) => readFileSync(join(root, 'src', path), 'utf8'))
    const types = sources.flatMap((text) =>
      [...text.matchAll(/\btype: ((?:'\w+\/\w+'(?: \| )?)+)/g)].flatMap(([, names = '']) =>
        names.replaceAll("'", '').split(' | '),
      ),
    )
    const named = [...page.matchAll(/^\| `(\w+\/\w+)` +\|/gm)].map(([, type]) => type)
    expect(new Set(named).size).toBe(named.length)
    expect([...named].sort()).toEqual([...new Set(types)].sort())
  })

  it('has each slice of the state', () => {
    const state = copydesk
      .createEntityStore({
        fetcher: () => Promise.reject(new Error('Nothing is asked.')),
        devTools: false,
      })
      .getState()
    const [, section = ''] = page.split(/^## State$/m)
    const named = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, slice]) => slice)
    expect(named.sort()).toEqual(Object.keys(state).sort())
  })
})

describe('the page about everything there is', () => {
  it('names every function and component that an application can import', () => {
    const page = texts.get('docs/reference/overview.md') ?? ''
    const names = Object.entries({
      ...copydesk,
      ...actions,
      ...react,
      ...testing,
      ...sync,
      ...wordpressData,
      ...wordpressDataStore,
      ...durable,
      ...durableReact,
      ...devtools,
    }).flatMap(([name, value]) => (typeof value === 'function' && !/Error$/.test(name) ? [name] : []))
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

describe('the page for contributors', () => {
  const [, table = ''] = /^## Packages$([^]*?)^## Words$/m.exec(texts.get('docs/contributing.md') ?? '') ?? []
  const rows = [...table.matchAll(/^\| `([^`]+)` +\|[^|]+\|([^|]*)\|$/gm)].map(
    ([, name = '', places = '']) => ({
      name,
      places: [...places.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place),
    }),
  )

  it('says of each package what it is for', () => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'peerDependencies', object>
    const used = Object.keys({ ...dependencies, ...peerDependencies })
    expect(used.length).toBeGreaterThan(10)
    expect(rows.map(({ name }) => name).sort()).toEqual(used.sort())
  })

  it('names the places that import it, and all of them', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path): [string, string] => [
        `src/${path.replaceAll('\\', '/')}`,
        readFileSync(join(root, 'src', path), 'utf8'),
      ])
    const importers = (name: string) =>
      files
        .filter(([, text]) => new RegExp(`(?:from |import ?\\(?)'${name}(?:/[^']*)?'`).test(text))
        .map(([path]) => path)
    const wrong = rows.flatMap(({ name, places }) => {
      const found = importers(name)
      const isIn = (place: string) => (path: string) => path === place || path.startsWith(`${place}/`)
      const empty = places.filter((place) => !found.some(isIn(place)))
      const unnamed = found.filter((path) => !places.some((place) => isIn(place)(path)))
      return [...empty, ...unnamed].map((place) => `${name} in ${place}`)
    })
    expect(wrong).toEqual([])
  })
})

describe('the main entry', () => {
  const names = Object.keys(copydesk).filter((name) => !Object.hasOwn(actions, name))
  const code = [...texts.values()].flatMap((text) => findBlocks(text).map((block) => block.code)).join('\n')
  const docstrings = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(root, 'src', path), 'utf8').matchAll(/@example\n([^]*?)(?:\n \* @|\*\/)/g),
    ])
    .map(([, example = '']) => example)
    .join('\n')

  it('has some 120 values: what only plugins and listeners need is in copydesk/actions', () => {
    expect(names.length).toBeGreaterThan(100)
    expect(names.length).toBeLessThanOrEqual(120)
  })

  it('has no value without an example', () => {
    const shown = new Set(`${code}${docstrings}`.match(/\w+/g))
    expect(names.filter((name) => !shown.has(name))).toEqual([])
  })
})

describe('the skills for agents', () => {
  it.each(skills.filter((path) => path.endsWith('SKILL.md')))('say what they are for: %s', (path) => {
    const [, name, description = ''] =
      /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(texts.get(path) ?? '') ?? []
    expect(path).toBe(`skills/${name}/SKILL.md`)
    expect(description.length).toBeGreaterThan(50)
    expect(description.length).toBeLessThan(1024)
  })

  it('are of five tasks at least, which the README lists', () => {
    const listed = findLinks(texts.get('skills/README.md') ?? '').map(({ target }) => `skills/${target}`)
    expect(listed.length).toBeGreaterThanOrEqual(5)
    expect(listed.sort()).toEqual(skills.filter((path) => path.endsWith('SKILL.md')).sort())
  })
})

describe('the pages about hooks', () => {
  const shapes = readHookShapes(root)
  const hooks = Object.keys({ ...react, ...durableReact }).filter((name) =>
    /^(?:use[A-Z]|\w+Hooks$)/.test(name),
  )

  it('are one for each hook, in the table of all', () => {
    const table = findLinks(texts.get('docs/hooks/index.md') ?? '').map(({ target }) => target)
    expect(table.filter((target) => !target.startsWith('..')).sort()).toEqual(
      hooks.map((name) => `${name}.md`).sort(),
    )
  })

  it.each(hooks)('show %s in an example', (name) => {
    const page = texts.get(`docs/hooks/${name}.md`) ?? ''
    const isUsed = findBlocks(page).some(({ code }) => code.includes(`${name}(`) || code.includes(`${name}<`))
    expect(isUsed).toBe(true)
  })

  it.each(hooks)('have the tables of %s as its types are: parameters, options and results', (name) => {
    const page = texts.get(`docs/hooks/${name}.md`) ?? ''
    const { parameters = [], options = [], results } = shapes.get(name) ?? {}
    const rowsOf = (section: string) => findRows(page, section).map(([name]) => name)
    expect(rowsOf('Parameters')).toEqual(parameters)
    expect(rowsOf('Options').sort()).toEqual([...options].sort())
    expect(page).toContain('\n## Returns\n')
    if (results) expect(rowsOf('Returns').sort()).toEqual([...results].sort())
  })

  it('say of each option and field what an editor shows of it', () => {
    const said = hooks.flatMap((name) => {
      const page = texts.get(`docs/hooks/${name}.md`) ?? ''
      return ['Options', 'Returns'].flatMap((section) =>
        findRows(page, section).map(([field = '', text = '']) => `${field}: ${text}`),
      )
    })
    const shown = [...shapes.values()].flatMap(({ comments }) =>
      comments.map(([field, comment]) => `${field}: ${comment}`),
    )
    expect(shown.length).toBeGreaterThan(150)
    expect([...new Set(shown)].filter((line) => !said.includes(line))).toEqual([])
  })

  it('are compared with what the compiler sees', () => {
    expect([...shapes.keys()].sort()).toEqual([...hooks].sort())
    expect([...shapes.values()].filter(({ results }) => results).length).toBeGreaterThan(15)
  })
})

/** The file that a link in a page leads to; links of the site begin at `docs`. */
function pageOf(path: string, target: string): string {
  const [file = ''] = target.split('#')
  if (file === '') return path
  return file.startsWith('/') ? `docs${file}.md` : normalize(join(dirname(path), file))
}

function leadsSomewhere(path: string, target: string): boolean {
  const page = pageOf(path, target)
  const anchor = target.split('#')[1]
  if (anchor !== undefined) return findAnchors(texts.get(page) ?? '').includes(anchor)
  return existsSync(join(root, page)) || existsSync(join(root, 'docs/public', target))
}
