import { newLedger, type Ledger } from './ledger'
import { replay } from './replay'
import type { Rules } from './rules'
import { fresh, type Cells, type Fields, type Path, type Value } from './values'

/** A piece of work: open while somebody types, then on its way to the server, and gone when nothing is left of it. */
export interface Mutation {
  id: string
  page: string
  record: string
  op: 'create' | 'patch'
  state: 'open' | 'queued' | 'sending' | 'maybe' | 'done' | 'held'
  /** The page that sends it. */
  by?: string
  /** When it left first. */
  left?: number
  isMarked?: boolean
  /** Whether it was done while an older request was in doubt, and whether it is looked at for that. */
  isDoubted?: boolean
  wasDone?: boolean
  cells: Cells
}

/** A record of the server as one answer gave it. */
export interface Version {
  readonly id: string
  readonly version: number
  readonly fields: Readonly<Fields>
}

export interface SiteRecord extends Version {
  readonly marker?: string
  readonly author: string
  fields: Fields
  version: number
}

/** A write that was answered and changes which records a list has. */
export interface ListWrite {
  readonly record: string
  readonly delta: 1 | -1
  readonly left: number
  readonly answered: number
}

/** What pages of one browser have in common. */
export interface Disk {
  session: string
  bases: { [record: string]: Version }
  ids: { [draft: string]: string }
  log: Mutation[]
  kept: { [page: string]: { open: { [record: string]: Mutation }; undo: Level[]; redo: Level[] } }
  begun: { page: string; record: string }[]
  doubts: { request: number; record: string }[]
  locks: { [record: string]: string }
  written: { [record: string]: number }
  asked: { [record: string]: number }
  /** When a request could no longer land. */
  expired: { [record: string]: number }
  writes: ListWrite[]
}

export interface Level {
  readonly record: string
  readonly path: Path
  readonly before: Value
  readonly after: Value
  readonly token: string
}

export interface Window {
  readonly rows: readonly string[]
  readonly total: number
  readonly asked: number
  readonly answered: number
}

export interface Page {
  readonly device: string
  isAlive: boolean
  nonce: string
  bases: { [record: string]: Version }
  log: Mutation[]
  open: { [record: string]: Mutation }
  undo: Level[]
  redo: Level[]
  window: Window | null
  writes: ListWrite[]
}

export interface Request {
  readonly id: number
  readonly kind: 'look' | 'write' | 'list'
  readonly page: string
  readonly device: string
  readonly record: string
  readonly nonce: string
  readonly since: number
  readonly toSend?: boolean
  readonly body?: Partial<Fields>
  readonly saw?: Readonly<Fields>
  readonly version?: number
  readonly creates?: boolean
  at: 'going' | 'served'
  isOrphan?: boolean
  answer?: Version | null
  rows?: readonly string[]
  status?: 200 | 403 | 412
}

export interface State {
  readonly hasGuard: boolean
  n: number
  records: { [id: string]: SiteRecord }
  disks: { [device: string]: Disk }
  pages: { [name: string]: Page }
  net: Request[]
  ledger: Ledger
}

export interface Shape {
  readonly hasGuard?: boolean
  /** Records that are there from the beginning. Default one. */
  readonly records?: number
  /** Whether the person has a phone as well. */
  readonly hasPhone?: boolean
}

export function start({ hasGuard = false, records = 1, hasPhone = false }: Shape = {}): State {
  const ids = Array.from({ length: records }, (_, at) => `r${at + 1}`)
  const first = (id: string): SiteRecord => ({ id, version: 0, author: 'ada', fields: { ...fresh } })
  const known = () => Object.fromEntries(ids.map((id) => [id, first(id)]))
  const disk = (): Disk => ({
    session: 'ada',
    bases: known(),
    ids: Object.fromEntries(ids.map((id) => [id, id])),
    log: [],
    kept: {},
    begun: [],
    doubts: [],
    locks: {},
    written: {},
    asked: {},
    expired: {},
    writes: [],
  })
  const page = (device: string): Page => ({ ...newPage(device), isAlive: true, bases: known() })
  return {
    hasGuard,
    n: 0,
    records: known(),
    disks: { laptop: disk(), ...(hasPhone && { phone: disk() }) },
    pages: { A: page('laptop'), B: page('laptop'), ...(hasPhone && { C: page('phone') }) },
    net: [],
    ledger: newLedger(),
  }
}

export function newPage(device: string): Page {
  return {
    device,
    isAlive: false,
    nonce: 'ada',
    bases: {},
    log: [],
    open: {},
    undo: [],
    redo: [],
    window: null,
    writes: [],
  }
}

export function pageOf(s: State, name: string): Page {
  return s.pages[name] as Page
}

export function diskOf(s: State, name: string): Disk {
  return s.disks[pageOf(s, name).device] as Disk
}

/** What stands below what a page has open: the server's record and what was closed. */
export function below(s: State, name: string, record: string, rules: Rules): Fields {
  return viewOfLog(pageOf(s, name), record, [], rules)
}

/** What a page shows of a record. */
export function viewOf(s: State, name: string, record: string, rules: Rules): Fields {
  const page = pageOf(s, name)
  return viewOfLog(page, record, page.open[record] ? [page.open[record]] : [], rules)
}

function viewOfLog(page: Page, record: string, open: readonly Mutation[], rules: Rules): Fields {
  const own = page.log.filter((one) => one.record === record)
  const live = own.filter(({ state }) => state !== 'held')
  const { view } = replay(page.bases[record]?.fields ?? null, [...live, ...open], rules)
  // What is in conflict is shown as its author left it, below what is typed on.
  for (const { cells, state } of own)
    if (state === 'held')
      for (const path of Object.keys(cells) as Path[])
        view[path] = (open[0]?.cells[path] ?? cells[path])?.value ?? ''
  return view
}

/** Which records a page knows. */
export function knownTo(s: State, name: string): readonly string[] {
  const { bases, log, open } = pageOf(s, name)
  return [...new Set([...Object.keys(bases), ...log.map(({ record }) => record), ...Object.keys(open)])]
}
