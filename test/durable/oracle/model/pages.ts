import { nameOf, noteKnown, noteSaved, noteTyped } from './ledger'
import type { Rules } from './rules'
import { below, diskOf, pageOf, viewOf, type Disk, type Level, type Mutation, type State } from './state'
import {
  holdsWords,
  isSame,
  madeOf,
  patched,
  withoutWords,
  withWords,
  words,
  type Cell,
  type Path,
  type Value,
} from './values'

/** A page reads what its device knows, and bases anew what it has open. */
export function sync(s: State, name: string, rules: Rules): void {
  const page = pageOf(s, name)
  if (!page.isAlive) return
  const disk = diskOf(s, name)
  page.bases = { ...disk.bases }
  page.log = disk.log.map(copyOf)
  page.writes = [...disk.writes]
  if (rules.rebase) for (const record of Object.keys(page.open)) rebase(s, name, record, rules)
}

function copyOf(one: Mutation): Mutation {
  const cells = Object.entries(one.cells).map(([path, cell]) => [path, { ...cell }] as const)
  return { ...one, cells: Object.fromEntries(cells) }
}

function rebase(s: State, name: string, record: string, rules: Rules): void {
  const open = pageOf(s, name).open[record]
  const under = below(s, name, record, rules)
  for (const [path, cell] of Object.entries(open?.cells ?? {}) as [Path, Cell][])
    if (holdsWords(path)) Object.assign(cell, { base: under[path], value: patched(under[path], cell) })
}

/** The open mutation of a page and a record; the first key writes a row, so that others know. */
function openOf(s: State, name: string, record: string, rules: Rules): Mutation {
  const page = pageOf(s, name)
  const known = page.open[record]
  if (known) return known
  sync(s, name, rules)
  diskOf(s, name).begun.push({ page: name, record })
  const made: Mutation = { id: `m${++s.n}`, page: name, record, op: 'patch', state: 'open', cells: {} }
  page.open[record] = made
  return made
}

function setValue(s: State, name: string, record: string, path: Path, value: Value, rules: Rules): Mutation {
  const open = openOf(s, name, record, rules)
  const cell = open.cells[path]
  const isBasedAnew = holdsWords(path) && rules.rebase
  // What is on screen is what is typed over: a value keeps what its author saw first, words what is below them now.
  const base =
    cell && !isBasedAnew
      ? cell.base
      : isBasedAnew
        ? below(s, name, record, rules)[path]
        : viewOf(s, name, record, rules)[path]
  open.cells[path] = { base, value }
  if (open.op === 'patch' && isSame(base, value)) delete open.cells[path]
  return open
}

/** Nothing is open any more: it was saved, or is nothing. */
export function close(s: State, name: string, record: string, rules: Rules): void {
  const disk = diskOf(s, name)
  delete pageOf(s, name).open[record]
  disk.begun = disk.begun.filter((one) => one.page !== name || one.record !== record)
  forget(disk, record, rules)
}

export function type(s: State, name: string, record: string, path: Path, rules: Rules): void {
  openOf(s, name, record, rules)
  const page = pageOf(s, name)
  const token = `${path}${name}${++s.n}`
  const before = viewOf(s, name, record, rules)[path]
  const after = holdsWords(path) ? withWords(before, [token]) : token.toUpperCase()
  noteTyped(s.ledger, token, { page: name, device: page.device, record, path }, before)
  setValue(s, name, record, path, after, rules)
  page.undo.push({ record, path, before, after, token })
  page.redo = []
}

export function travel(s: State, name: string, way: 'undo' | 'redo', rules: Rules): void {
  const page = pageOf(s, name)
  const level = (way === 'undo' ? page.undo : page.redo).pop() as Level
  ;(way === 'undo' ? page.redo : page.undo).push(level)
  const { record, path, token } = level
  const [base, value] = way === 'undo' ? [level.after, level.before] : [level.before, level.after]
  openOf(s, name, record, rules)
  const shown = viewOf(s, name, record, rules)[path]
  const open = setValue(
    s,
    name,
    record,
    path,
    holdsWords(path) ? patched(shown, { base, value }) : value,
    rules,
  )
  const now = viewOf(s, name, record, rules)[path]
  if (!holdsWords(path)) noteKnown(s.ledger, record, path, now, shown)
  noteTravel(s, way, nameOf(token), now, open)
  if (open.op === 'patch' && Object.keys(open.cells).length === 0) close(s, name, record, rules)
}

function noteTravel(s: State, way: 'undo' | 'redo', name: string, now: Value, open: Mutation): void {
  const token = s.ledger.tokens[name]
  if (!token) return
  const { path } = token
  const back = holdsWords(path) ? undefined : s.ledger.tokens[nameOf(now)]
  if (back) back.undone = undefined
  if (way === 'redo') Object.assign(token, { undone: undefined, isKept: false })
  else if (!has(path, now, name)) Object.assign(token, { undone: 'open', undoneBy: open.id })
}

function has(path: Path, value: Value, name: string): boolean {
  return (holdsWords(path) ? words(value) : [value]).some((one) => nameOf(one) === name)
}

/** Closes what is open, or one field of it. */
export function save(s: State, name: string, record: string, only: Path | undefined, rules: Rules): void {
  const page = pageOf(s, name)
  const open = page.open[record] as Mutation
  sync(s, name, rules)
  const disk = diskOf(s, name)
  const under = below(s, name, record, rules)
  const closed: Mutation = { ...open, id: `m${++s.n}`, state: 'queued', cells: {} }
  for (const [path, cell] of Object.entries(open.cells) as [Path, Cell][]) {
    if (only && path !== only) continue
    const value = holdsWords(path) ? patched(under[path], cell) : cell.value
    noteSaved(s.ledger, page.device, record, path, cell, s.n)
    delete open.cells[path]
    const held = disk.log.find((one) => one.state === 'held' && one.record === record && one.cells[path])
    const before = [...disk.log]
      .reverse()
      .find((one) => one.record === record && one.state !== 'held' && one.cells[path])
    const earlier = before?.cells[path]?.value
    let { base } = cell
    if (holdsWords(path)) base = rules.rebase ? under[path] : base
    else if (rules.own && earlier !== undefined) {
      const now = disk.bases[record]?.fields[path]
      base = now !== undefined && isSame(madeOf(path, earlier), now) ? now : earlier
    }
    if (held) (held.cells[path] as Cell).value = value
    else if (open.op === 'create' || !isSame(base, value)) closed.cells[path] = { base, value }
  }
  noteKept(s, open.id)
  if (open.op === 'create' || Object.keys(closed.cells).length > 0) disk.log.push(closed)
  if (Object.keys(open.cells).length === 0) close(s, name, record, rules)
  keep(s, name)
  sync(s, name, rules)
}

/** Writes what a page has open, and its history, to the disk. */
export function keep(s: State, name: string): void {
  const { open, undo, redo } = pageOf(s, name)
  diskOf(s, name).kept[name] = structuredClone({ open, undo, redo })
  for (const { id, record, cells } of Object.values(open)) {
    for (const [path, { base, value }] of Object.entries(cells) as [Path, Cell][])
      for (const one of holdsWords(path) ? withoutWords(value, words(base)) : [value]) {
        const token = s.ledger.tokens[nameOf(one)]
        if (token?.record === record && token.page === name) token.isKept = true
      }
    noteKept(s, id)
  }
}

function noteKept(s: State, mutation: string): void {
  for (const token of Object.values(s.ledger.tokens))
    if (token.undone === 'open' && token.undoneBy === mutation) token.undone = 'kept'
}

export function discard(s: State, name: string, record: string, rules: Rules): void {
  const page = pageOf(s, name)
  for (const token of Object.values(s.ledger.tokens))
    if (token.page === name && token.record === record && token.saved === undefined) token.isFree = true
  page.undo = page.undo.filter((level) => level.record !== record)
  page.redo = page.redo.filter((level) => level.record !== record)
  for (const token of Object.values(s.ledger.tokens))
    if (token.undoneBy === page.open[record]?.id) token.isFree = true
  close(s, name, record, rules)
  keep(s, name)
}

/** Takes away what is done, from the front. */
export function forget(disk: Disk, record: string, rules: Rules): void {
  const own = disk.log.filter((one) => one.record === record)
  if (rules.settle && disk.doubts.some((doubt) => doubt.record === record)) {
    for (const one of own) if (one.state === 'done') one.isDoubted = true
    return
  }
  if (rules.own && disk.begun.some((one) => one.record === record)) return
  const ordered = own.filter(({ state }) => state !== 'held')
  const stop = ordered.findIndex(({ state }) => state !== 'done')
  const gone =
    rules.front && stop >= 0 ? ordered.slice(0, stop) : ordered.filter(({ state }) => state === 'done')
  disk.log = disk.log.filter((one) => !gone.includes(one))
}
