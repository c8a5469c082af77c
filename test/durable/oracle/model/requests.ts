import { sendable, underWay } from './enabled'
import { noteKnown, noteReplaced } from './ledger'
import { forget, sync } from './pages'
import { pathsOf, replay } from './replay'
import type { Rules } from './rules'
import {
  diskOf,
  pageOf,
  type Disk,
  type Mutation,
  type Request,
  type SiteRecord,
  type State,
  type Version,
} from './state'
import { fresh, holdsWords, isSame, madeOf, type Fields, type Path } from './values'

type Asked = Pick<Request, 'kind'> & Partial<Request>

export function ask(s: State, name: string, record: string, asked: Asked): Request {
  const { device, nonce } = pageOf(s, name)
  const since = diskOf(s, name).written[record] ?? 0
  const request: Request = { id: ++s.n, page: name, device, record, nonce, since, at: 'going', ...asked }
  s.net.push(request)
  return request
}

/** A page takes all that waits of a record and looks what the server has. */
export function send(s: State, name: string, record: string, rules: Rules): void {
  const disk = diskOf(s, name)
  const batch = sendable(s, disk, record, rules)
  const isSecond = batch.some(({ isMarked }) => isMarked)
  for (const one of batch) Object.assign(one, { state: 'sending', by: name })
  if (rules.lock) disk.locks[record] = name
  if (!rules.look && isSecond) write(s, name, record, disk.bases[record] ?? null, rules)
  else ask(s, name, record, { kind: 'look', toSend: true })
  sync(s, name, rules)
}

/** What is on the server is known: holds what does not fit, is done with what is there, and sends the rest. */
function write(s: State, name: string, record: string, now: Version | null, rules: Rules): void {
  const disk = diskOf(s, name)
  const batch = underWay(disk, name, record)
  const { view, left, conflicts } = replay(now?.fields ?? null, judged(disk, batch, rules), rules)
  for (const path of conflicts) hold(s, disk, record, batch, path, rules)
  for (const one of batch)
    if (one.state === 'sending' && Object.keys(one.cells).length === 0 && one.op === 'patch')
      one.state = 'done'
  if (rules.owner && pageOf(s, name).nonce !== 'ada') {
    backToQueue(disk, name, record)
    finish(s, name, record, rules)
    return
  }
  const rest = conflicts.length > 0 && !rules.path ? [] : left
  if (rest.length === 0 && now) {
    done(s, disk, underWay(disk, name, record), now, rules)
    forget(disk, record, rules)
    finish(s, name, record, rules)
    return
  }
  const body: Partial<Fields> = Object.fromEntries(rest.map((path) => [path, view[path]]))
  const saw = now?.fields ?? fresh
  const request = ask(s, name, record, {
    kind: 'write',
    body,
    saw,
    version: now?.version ?? 0,
    creates: !now,
  })
  for (const one of underWay(disk, name, record)) {
    one.isMarked = rules.mark
    one.left ??= request.id
  }
  if (rules.mark) disk.doubts.push({ request: request.id, record })
}

/** A log is judged as a whole: what was done behind something that is looked at once more is asked about with it. */
function judged(disk: Disk, batch: readonly Mutation[], { settle }: Rules): readonly Mutation[] {
  const [first] = batch
  if (!first) return batch
  const isBehind = (one: Mutation) =>
    settle && one.state === 'done' && disk.log.indexOf(one) > disk.log.indexOf(first)
  return disk.log.filter((one) => batch.includes(one) || (one.record === first.record && isBehind(one)))
}

/** Keeps a path back that does not fit, below what was done before and was changed since. */
function hold(
  s: State,
  disk: Disk,
  record: string,
  batch: readonly Mutation[],
  path: Path,
  rules: Rules,
): void {
  if (!rules.path) {
    for (const one of batch) if (one.cells[path]) one.state = 'held'
    return
  }
  // What stands behind goes with it.
  const behind = disk.log.filter(
    ({ record, state }) => record === batch[0]?.record && (state === 'queued' || state === 'maybe'),
  )
  const own = [...batch, ...behind].filter(({ cells }) => cells[path])
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last) return
  const cell = { base: first.cells[path]?.base ?? '', value: last.cells[path]?.value ?? '' }
  const isNew = own.some(({ wasDone }) => !wasDone)
  for (const one of own) delete one.cells[path]
  for (const one of behind) if (one.op === 'patch' && Object.keys(one.cells).length === 0) one.state = 'done'
  if (isNew) disk.log.push({ ...last, id: `m${++s.n}`, state: 'held', cells: { [path]: cell } })
}

function done(s: State, disk: Disk, batch: readonly Mutation[], now: Version, rules: Rules): void {
  const at = ++s.n
  if (rules.made) baseOnAnswer(s, disk, batch, now)
  for (const one of batch) {
    one.state = 'done'
    const delta = one.op === 'create' ? 1 : one.cells.status?.value === 'trash' ? -1 : 0
    const isNoted = disk.writes.some((write) => write.record === one.record && write.delta === delta)
    if (delta !== 0 && one.left !== undefined && !isNoted)
      disk.writes.push({ record: one.record, delta, left: one.left, answered: at })
    forget(disk, one.record, rules)
  }
}

function finish(s: State, name: string, record: string, rules: Rules): void {
  const disk = diskOf(s, name)
  if (disk.locks[record] === name) delete disk.locks[record]
  sync(s, name, rules)
}

/** The site does its work. */
export function serve(s: State, request: Request, rules: Rules): void {
  request.at = 'served'
  if (s.disks[request.device]?.session !== request.nonce) {
    request.status = 403
    return
  }
  if (request.kind === 'list') {
    request.rows = Object.values(s.records)
      .filter(({ fields }) => fields.status === 'publish')
      .map(({ id }) => id)
    return
  }
  const found = find(s, request, rules)
  if (request.kind === 'look') {
    request.answer = found ? snapshot(found) : null
    return
  }
  if (request.nonce !== 'ada') s.ledger.bad.push(`a write of ada was sent as ${request.nonce}`)
  if (request.creates) {
    if (Object.values(s.records).some(({ marker }) => marker === request.record))
      s.ledger.bad.push('made twice')
    const id = `s${++s.n}`
    const made: SiteRecord = { id, version: 0, author: 'ada', marker: request.record, fields: { ...fresh } }
    s.records[id] = made
    change(s, made, request)
  } else if (found && s.hasGuard && request.version !== found.version) {
    request.status = 412
    return
  } else if (found) change(s, found, request)
  request.status = 200
}

function find(s: State, { device, record, body }: Request, { marker }: Rules): SiteRecord | undefined {
  const disk = s.disks[device] as Disk
  const known = disk.ids[record]
  if (known) return s.records[known]
  const title = body?.title ?? disk.log.find((one) => one.record === record)?.cells.title?.value
  return Object.values(s.records).find((one) =>
    marker ? one.marker === record : isSame(one.fields.title, title ?? ''),
  )
}

function snapshot({ id, version, fields }: SiteRecord): Version {
  return { id, version, fields: { ...fields } }
}

function change(s: State, record: SiteRecord, request: Request): void {
  if (record.author !== 'ada' && record.marker === undefined && request.record.startsWith('d'))
    s.ledger.bad.push('a record of somebody else was taken for one that was made here')
  for (const [path, value] of Object.entries(request.body ?? {}) as [Path, Fields[Path]][]) {
    const after = madeOf(path, value)
    const by = { device: request.device, record: request.record, path, hasGuard: s.hasGuard }
    noteReplaced(s.ledger, by, record.fields[path], after, request.saw?.[path])
    record.fields[path] = after
  }
  record.version++
  request.answer = snapshot(record)
}

/** A page hears of what the site answered. */
export function answer(s: State, request: Request, rules: Rules): void {
  const { page: name, record, status } = request
  const disk = diskOf(s, name)
  s.net = s.net.filter((one) => one !== request)
  if (request.kind === 'list') {
    const window = pageOf(s, name).window
    if (status !== 403 && (!window || window.asked < request.id))
      pageOf(s, name).window = {
        rows: request.rows ?? [],
        total: request.rows?.length ?? 0,
        asked: request.id,
        answered: ++s.n,
      }
    return
  }
  if (request.kind === 'look') {
    const isOurs = request.toSend === true
    const isLate =
      request.since !== (disk.written[record] ?? 0) ||
      request.id < (disk.asked[record] ?? 0) ||
      (!isOurs && disk.locks[record] !== undefined)
    if (status === 403) backToQueue(disk, name, record)
    else if (request.answer && (!rules.order || !isLate)) take(disk, request, request.answer)
    // What was seen while another request could still land says nothing of what is there now.
    if (isOurs && rules.settle && request.id < (disk.expired[record] ?? 0))
      ask(s, name, record, { kind: 'look', toSend: true })
    else if (isOurs && status !== 403) write(s, name, record, request.answer ?? null, rules)
    else if (isOurs) finish(s, name, record, rules)
    sync(s, name, rules)
    return
  }
  if (status === 200) disk.written[record] = (disk.written[record] ?? 0) + 1
  disk.doubts = disk.doubts.filter((doubt) => doubt.request !== request.id)
  const batch = underWay(disk, name, record)
  if (status !== 200) backToQueue(disk, name, record)
  else if (request.answer) {
    take(disk, request, request.answer)
    const { left } = replay(request.answer.fields, judged(disk, batch, rules), rules)
    if (left.length > 0) for (const one of batch) one.state = 'queued'
    else done(s, disk, batch, request.answer, rules)
  }
  finish(s, name, record, rules)
}

/** A refusal before any work is never in doubt. */
function backToQueue(disk: Disk, name: string, record: string): void {
  for (const one of underWay(disk, name, record)) one.state = 'queued'
}

function take(disk: Disk, request: Request, version: Version): void {
  disk.bases[request.record] = version
  disk.ids[request.record] = version.id
  disk.asked[request.record] = request.id
}

/** What was typed over a value that the server has made another of is based on that. */
function baseOnAnswer(s: State, disk: Disk, batch: readonly Mutation[], { fields }: Version): void {
  const record = batch[0]?.record ?? ''
  const ofPages = Object.entries(s.pages).flatMap(([name, { device, open }]) =>
    s.disks[device] === disk ? [open[record], disk.kept[name]?.open[record]] : [],
  )
  const waiting = [...disk.log.filter((one) => one.record === record && one.state !== 'done'), ...ofPages]
  for (const path of pathsOf(batch).filter((one) => !holdsWords(one)))
    for (const { cells } of batch)
      for (const one of waiting) {
        const [sent, next] = [cells[path], one?.cells[path]]
        const isMade = sent && isSame(madeOf(path, sent.value), fields[path])
        if (isMade && next && isSame(next.base, sent.value)) next.base = fields[path]
      }
}

/** No answer comes: it is not known whether the site has done it. */
export function giveUp(s: State, request: Request, rules: Rules): void {
  if (request.isOrphan) return
  const disk = diskOf(s, request.page)
  for (const one of underWay(disk, request.page, request.record)) one.state = 'maybe'
  finish(s, request.page, request.record, rules)
}

/** A request can no longer land. What was done while it could is looked at once more. */
export function expire(disk: Disk, id: number, at: number, rules: Rules): void {
  const over = disk.doubts.find(({ request }) => request === id)
  if (!over) return
  disk.doubts = disk.doubts.filter((doubt) => doubt !== over)
  const { record } = over
  disk.expired[record] = at
  if (!disk.doubts.some((doubt) => doubt.record === record))
    for (const one of disk.log)
      if (one.record === record && one.state === 'done' && one.isDoubted && pathsOf([one]).length > 0)
        Object.assign(one, { state: 'maybe', wasDone: true, isDoubted: false })
  forget(disk, record, rules)
}

export function resolve(s: State, name: string, record: string, way: 'mine' | 'theirs', rules: Rules): void {
  const disk = diskOf(s, name)
  const held = disk.log.find((one) => one.state === 'held' && one.record === record) as Mutation
  disk.log = disk.log.filter((one) => one !== held)
  for (const path of pathsOf([held])) {
    const cell = held.cells[path]
    const theirs = disk.bases[record]?.fields[path] ?? ''
    if (way === 'mine' && cell)
      disk.log.push({ ...held, state: 'queued', cells: { [path]: { base: theirs, value: cell.value } } })
    const mine = cell?.value ?? ''
    if (way === 'mine') noteKnown(s.ledger, record, path, mine, theirs)
    else noteKnown(s.ledger, record, path, theirs, mine)
  }
  forget(disk, record, rules)
  sync(s, name, rules)
}
