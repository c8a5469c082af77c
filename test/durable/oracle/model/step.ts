import type { Budget } from './enabled'
import { noteTyped, type Token } from './ledger'
import { close, discard, forget, keep, save, sync, travel, type } from './pages'
import { answer, ask, expire, giveUp, resolve, send, serve } from './requests'
import type { Rules } from './rules'
import { diskOf, newPage, pageOf, type Disk, type Mutation, type Request, type State } from './state'
import { fresh, withWords, type Path } from './values'

/** One step, in place; `budget` is used up. */
export function step(s: State, action: string, budget: Budget, rules: Rules): void {
  const [verb = '', name = '', record = '', path] = action.split(' ')
  const cost = verb === 'mine' || verb === 'theirs' ? 'resolve' : budgetOf(verb, name)
  if (budget[cost] !== undefined) budget[cost]--
  const request = s.net.find(({ id }) => String(id) === name)
  const steps: { readonly [verb: string]: () => void } = {
    create: () => create(s, name, rules),
    save: () => save(s, name, record, undefined, rules),
    part: () => save(s, name, record, path as Path, rules),
    discard: () => discard(s, name, record, rules),
    trash: () => trash(s, name, record, rules),
    undo: () => travel(s, name, 'undo', rules),
    redo: () => travel(s, name, 'redo', rules),
    flush: () => keep(s, name),
    sync: () => sync(s, name, rules),
    read: () => void ask(s, name, record, { kind: 'look' }),
    list: () => void ask(s, name, '', { kind: 'list' }),
    send: () => send(s, name, record, rules),
    mine: () => resolve(s, name, record, 'mine', rules),
    theirs: () => resolve(s, name, record, 'theirs', rules),
    kill: () => kill(s, name, rules),
    reopen: () => reopen(s, name, rules),
    renew: () => void (pageOf(s, name).nonce = diskOf(s, name).session),
    sign: () => void ((s.disks[record] as Disk).session = name),
    ben: () => ben(s, name, record),
    serve: () => {
      serve(s, request as Request, rules)
      if (request?.isOrphan) s.net = s.net.filter((one) => one !== request)
    },
    answer: () => answer(s, request as Request, rules),
    lose: () => {
      giveUp(s, request as Request, rules)
      s.net = s.net.filter((one) => one !== request)
    },
    forget: () => steps.lose?.(),
    leave: () => {
      giveUp(s, request as Request, rules)
      if (request) request.isOrphan = true
    },
    expire: () => expire(s.disks[record] as Disk, Number(name), ++s.n, rules),
  }
  const taken = steps[verb]
  if (taken) taken()
  else type(s, name, record, verb as Path, rules)
}

function budgetOf(verb: string, what: string): string {
  if (verb === 'ben') return what === 'text' ? 'ben' : what === 'title' ? 'benTitle' : 'benCreate'
  return verb === 'leave' || verb === 'forget' ? 'lose' : verb
}

function create(s: State, name: string, rules: Rules): void {
  const record = `d${++s.n}`
  const made: Mutation = { id: `m${++s.n}`, page: name, record, op: 'create', state: 'open', cells: {} }
  pageOf(s, name).open[record] = made
  diskOf(s, name).begun.push({ page: name, record })
  made.cells.title = { base: '', value: 'NEW' }
  type(s, name, record, 'text', rules)
}

/** A record is put in the trash at once, behind what was saved of it. */
function trash(s: State, name: string, record: string, rules: Rules): void {
  const disk = diskOf(s, name)
  const cells = { status: { base: 'publish', value: 'trash' } }
  disk.log.push({ id: `m${++s.n}`, page: name, record, op: 'patch', state: 'queued', cells })
  sync(s, name, rules)
}

/** The page is gone without a goodbye: what was not kept is lost, requests that left go on without it. */
function kill(s: State, name: string, rules: Rules): void {
  const page = pageOf(s, name)
  const disk = diskOf(s, name)
  const isOfPage = (one: Request) => one.page === name && !one.isOrphan
  s.net = s.net.filter((one) => !isOfPage(one) || (one.kind === 'write' && one.at === 'going'))
  for (const one of s.net) if (isOfPage(one)) one.isOrphan = true
  for (const [record, by] of Object.entries(disk.locks)) if (by === name) delete disk.locks[record]
  for (const token of Object.values(s.ledger.tokens)) {
    if (token.page === name && (!token.isKept || token.undone === 'open')) token.isFree = true
  }
  const kept = disk.kept[name]?.open ?? {}
  const lost = disk.begun.filter((one) => one.page === name && !kept[one.record]).map((one) => one.record)
  disk.begun = disk.begun.filter((one) => one.page !== name || !lost.includes(one.record))
  for (const one of disk.log)
    if (one.by === name && one.state === 'sending') one.state = one.isMarked ? 'maybe' : 'queued'
  for (const record of lost) forget(disk, record, rules)
  s.pages[name] = newPage(page.device)
}

function reopen(s: State, name: string, rules: Rules): void {
  const page = pageOf(s, name)
  const disk = diskOf(s, name)
  Object.assign(page, { isAlive: true, nonce: disk.session }, structuredClone(disk.kept[name] ?? {}))
  for (const [record, open] of Object.entries(page.open))
    if (Object.keys(open.cells).length === 0 && open.op === 'patch') close(s, name, record, rules)
  sync(s, name, rules)
}

/** A colleague looks and writes in one moment. */
function ben(s: State, what: string, id: string): void {
  const token = `${what}Ben${++s.n}`
  const by = (path: Path, record: string): Token => ({
    page: 'ben',
    device: 'ben',
    record,
    path,
    isKept: true,
    saved: s.n,
  })
  if (what === 'create') {
    const made = {
      id: `b${s.n}`,
      version: 0,
      author: 'ben',
      fields: { ...fresh, title: 'NEW', text: [token] },
    }
    s.records[made.id] = made
    return
  }
  const record = s.records[id]
  if (!record) return
  const path = what as Path
  const named = record.marker ?? id
  noteTyped(s.ledger, token, by(path, named), record.fields[path])
  record.fields[path] = path === 'text' ? withWords(record.fields.text, [token]) : token.toUpperCase()
  record.version++
}
