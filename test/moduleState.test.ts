import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readSourceFiles } from './support/sourceTree'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readSourceFiles(root, 'src')

/**
 * What modules of the package remember, by place, and why that is no state that stores could share: the table of the
 * documentation for contributors.
 */
const [, section = ''] =
  /^## State beside the state$([^]*?)^## /m.exec(readFileSync(`${root}docs/contributing.md`, 'utf8')) ?? []
const reasons: ReadonlyMap<string, string> = new Map(
  [...section.matchAll(/^\| `(\S+ \w+)` +\| (.+?) +\|$/gm)].map(([, place = '', reason = '']) => [
    place,
    reason,
  ]),
)

const variable = /^(?:export )?(?:let|var) (\w+)/gm
const memory = /^(?:export )?const (\w+)(?:: [^=]+?)? = (?:\/\* @__PURE__ \*\/ )?new (?:Weak)?(?:Map|Set)\b/gm

/** Variables, and collections that something is put into, of a module. */
function memoriesOf(text: string): readonly string[] {
  const variables = [...text.matchAll(variable)].map(([, name = '']) => name)
  const collections = [...text.matchAll(memory)].map(([, name = '']) => name)
  const isWritten = (name: string) =>
    new RegExp(`\\b${name}\\.(?:set|add|delete|clear)\\(|remembered\\(\\s*${name}\\b`).test(text)
  return [...variables, ...collections.filter(isWritten)]
}

const ownFunction = /^(?:export )?function (\w+)[\s\S]*?^}/gm
const ownMemory = /^ {2}(?:let \w+|const \w+(?:: [^=]+?)? = new (?:Weak)?(?:Map|Set)\b)/m
const madeByCall = /^(?:export )?const (\w+)(?:: [^=]+?)? = (?:\/\* @__PURE__ \*\/ )?(\w+)(?:<[^(\n]*>)?\(/gm

/** Functions that keep variables or collections of their own, by name: what they give may remember. */
function rememberingFunctions(text: string): readonly string[] {
  return [...text.matchAll(ownFunction)].flatMap(([body, name = '']) => (ownMemory.test(body) ? [name] : []))
}

/** What such functions have made for a module, once for all. */
function madeMemoriesOf(text: string, makers: ReadonlySet<string>): readonly string[] {
  return [...text.matchAll(madeByCall)].flatMap(([, name = '', maker = '']) =>
    makers.has(maker) ? [name] : [],
  )
}

describe('What modules remember', () => {
  const makers = new Set(Object.values(sources).flatMap(rememberingFunctions))
  const found = Object.entries(sources).flatMap(([path, text]) =>
    [...memoriesOf(text), ...madeMemoriesOf(text, makers)].map(
      (name) => `${path.replace(/^src\//, '')} ${name}`,
    ),
  )

  it('is found', () => {
    expect(found).toContain('core/counterparts.ts counterparts')
    expect(memoriesOf('let count = 0\nconst seen = new Map<string, number>()\nseen.set("a", 1)')).toEqual([
      'count',
      'seen',
    ])
    expect(memoriesOf('const names = new Set(["a"])\nfunction make() {\n  let last = 1\n}')).toEqual([])
    const counting =
      'function counter() {\n  let count = 0\n  return () => ++count\n}\nconst next = counter()'
    expect(madeMemoriesOf(counting, new Set(rememberingFunctions(counting)))).toEqual(['next'])
  })

  it('is nothing without a reason in the documentation, and nothing that is gone stands there', () => {
    expect([...found].sort()).toEqual([...reasons.keys()].sort())
  })
})
