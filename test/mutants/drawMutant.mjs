// A fault for each seed: one operator, condition, constant or body of a source replaced, as Stryker's mutators replace them.
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const folders = ['durable', 'edits', 'saving', 'queries', 'rest', 'permissions']
/** Another text, or another list in the place of an empty one, is hardly ever a mistake that somebody makes. */
const excludedMutations = ['StringLiteral', 'ArrayDeclaration']
const log = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {}, error() {} }
const instrumenter = new Instrumenter(log)

/**
 * The mutant of a seed, a whole number: folders take turns, a file is drawn by its size. Faults that the compiler refuses
 * are drawn again.
 */
export async function drawMutant(root, seed) {
  const random = randomOf(seed)
  const folder = `src/${folders[seed % folders.length]}`
  const sources = readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  for (;;) {
    const source = drawBySize(sources, random)
    const all = await mutantsOf(source)
    if (all.length === 0) continue
    const mutant = all[Math.floor(random() * all.length)]
    if (compiles(root, source, mutant)) return { seed, ...mutant }
  }
}

function drawBySize(sources, random) {
  const size = sources.reduce((sum, { text }) => sum + text.length, 0)
  let rest = random() * size
  return sources.find(({ text }) => (rest -= text.length) < 0) ?? sources.at(-1)
}

async function mutantsOf({ path, text }) {
  const files = [{ name: path, mutate: true, content: text }]
  const options = { plugins: null, excludedMutations, ignorers: [], noHeader: true }
  const { mutants } = await instrumenter.instrument(files, options)
  return mutants
    .filter(({ status }) => status === undefined)
    .map(({ location, replacement }) => {
      const [start, end] = [offsetOf(text, location.start), offsetOf(text, location.end)]
      return { path, start, end, replacement, ...shown(text, start, end, replacement) }
    })
}

function offsetOf(text, { line, column }) {
  let start = 0
  for (let count = 0; count < line; count++) start = text.indexOf('\n', start) + 1
  return start + column
}

/** The lines that a mutant is about, before and after, by which it is known again when the lines above have moved. */
function shown(text, start, end, replacement) {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const to = text.indexOf('\n', end)
  const oneLine = (code) => code.replaceAll(/\s+/g, ' ').trim()
  return {
    line: text.slice(0, start).split('\n').length,
    before: oneLine(text.slice(from, to)),
    after: oneLine(`${text.slice(from, start)}${replacement}${text.slice(end, to)}`),
  }
}

/** Sources as they are, for the compiler: the first look at one costs as much as all the others. */
const parsed = new Map()

function compiles(root, { path, text }, { start, end, replacement }) {
  const file = join(root, path)
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [file] }, ts.sys, root)
  Object.assign(options, { noEmit: true, noUnusedLocals: false, noUnusedParameters: false })
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, target) => {
    const mutated = `${text.slice(0, start)}${replacement}${text.slice(end)}`
    if (name === file) return ts.createSourceFile(name, mutated, target)
    if (!parsed.has(name)) parsed.set(name, getSourceFile.call(host, name, target))
    return parsed.get(name)
  }
  const program = ts.createProgram([file], options, host)
  const source = program.getSourceFile(file)
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].length === 0
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
