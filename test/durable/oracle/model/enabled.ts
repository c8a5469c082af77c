import { pathsOf } from './replay'
import type { Rules } from './rules'
import { diskOf, knownTo, pageOf, type Disk, type Mutation, type State } from './state'
import type { Path } from './values'

/** How often each kind of step may happen. */
export interface Budget {
  [verb: string]: number
}

/** What of a record may be sent now. */
export function sendable(s: State, disk: Disk, record: string, { wait }: Rules): readonly Mutation[] {
  const own = disk.log.filter((one) => one.record === record)
  const isInDoubt = disk.doubts.some((doubt) => doubt.record === record)
  if (wait && isInDoubt && own.some(({ op, state }) => op === 'create' && state !== 'done')) return []
  const held = pathsOf(own.filter(({ state }) => state === 'held'))
  return own.filter(
    ({ state, by, cells }) =>
      (state === 'queued' || state === 'maybe' || (state === 'sending' && !s.pages[by ?? '']?.isAlive)) &&
      Object.keys(cells).some((path) => !held.includes(path as never)),
  )
}

export function underWay(disk: Disk, name: string, record: string): readonly Mutation[] {
  return disk.log.filter((one) => one.by === name && one.state === 'sending' && one.record === record)
}

/** All that can happen next; what has a budget of nothing does not. */
export function enabled(s: State, budget: Budget, rules: Rules): readonly string[] {
  const out: string[] = []
  const may = (verb: string) => (budget[verb] ?? 0) > 0
  for (const [name, page] of Object.entries(s.pages)) {
    if (!page.isAlive) {
      out.push(`reopen ${name}`)
      continue
    }
    const disk = diskOf(s, name)
    if (may('create')) out.push(`create ${name}`)
    if (may('kill')) out.push(`kill ${name}`)
    if (may('list') && !s.net.some((one) => one.page === name && one.kind === 'list'))
      out.push(`list ${name}`)
    if (may('undo') && page.undo.length > 0) out.push(`undo ${name}`)
    if (may('redo') && page.redo.length > 0) out.push(`redo ${name}`)
    if (Object.keys(page.open).length > 0 || disk.kept[name]) out.push(`flush ${name}`)
    if (!isSynced(s, name)) out.push(`sync ${name}`)
    if (page.nonce !== disk.session) out.push(`renew ${name}`)
    for (const record of knownTo(s, name)) {
      for (const verb of ['text', 'tags', 'title', 'note', 'slug', 'read']) {
        if (verb === 'read' && !page.bases[record]) continue
        if (may(verb)) out.push(`${verb} ${name} ${record}`)
      }
      const status = [...page.log].reverse().find((one) => one.record === record && one.cells.status)
      if (may('trash') && page.bases[record]?.fields.status === 'publish' && !status)
        out.push(`trash ${name} ${record}`)
      const open = page.open[record]
      if (open) {
        out.push(`save ${name} ${record}`)
        if (may('part') && open.op === 'patch')
          for (const path of Object.keys(open.cells)) out.push(`part ${name} ${record} ${path}`)
        if (may('discard') && open.op === 'patch') out.push(`discard ${name} ${record}`)
      }
      const isFree = rules.lock ? !disk.locks[record] : underWay(disk, name, record).length === 0
      const isOwn = !rules.owner || (page.nonce === 'ada' && disk.session === 'ada')
      if (sendable(s, disk, record, rules).length > 0 && isFree && isOwn) out.push(`send ${name} ${record}`)
      const held = disk.log.some((one) => one.state === 'held' && one.record === record)
      if (may('resolve') && held && !disk.locks[record])
        out.push(`mine ${name} ${record}`, `theirs ${name} ${record}`)
    }
  }
  for (const device of Object.keys(s.disks))
    if (may('sign')) out.push(`sign ${s.disks[device]?.session === 'ada' ? 'ben' : 'ada'} ${device}`)
  for (const id of Object.keys(s.records)) {
    if (may('ben')) out.push(`ben text ${id}`)
    if (may('benTitle')) out.push(`ben title ${id}`)
  }
  if (may('benCreate')) out.push('ben create')
  out.push(...ofNetwork(s, may))
  return out
}

function ofNetwork(s: State, may: (verb: string) => boolean): readonly string[] {
  const out: string[] = []
  for (const { id, at, isOrphan, kind } of s.net) {
    if (at === 'going') out.push(`serve ${id}`)
    if (at === 'served' && !isOrphan) out.push(`answer ${id}`)
    if (kind !== 'write') continue
    if (at === 'going' && (isOrphan || may('lose'))) out.push(`lose ${id}`)
    if (at === 'going' && !isOrphan && may('lose')) out.push(`leave ${id}`)
    if (at === 'served' && !isOrphan && may('lose')) out.push(`forget ${id}`)
  }
  for (const [device, { doubts }] of Object.entries(s.disks))
    for (const { request } of doubts)
      if (!s.net.some(({ id, at, isOrphan }) => id === request && (at === 'going' || !isOrphan)))
        out.push(`expire ${request} ${device}`)
  return out
}

/** Whether a page has read what its device knows. */
function isSynced(s: State, name: string): boolean {
  const { bases, log, writes } = pageOf(s, name)
  const disk = diskOf(s, name)
  return (
    writes.length === disk.writes.length &&
    log.length === disk.log.length &&
    Object.entries(disk.bases).every(([record, version]) => bases[record] === version) &&
    log.every((one, at) => isAlike(one, disk.log[at]))
  )
}

function isAlike(one: Mutation, other: Mutation | undefined): boolean {
  if (!other || one.id !== other.id || one.state !== other.state) return false
  const paths = Object.keys(other.cells) as Path[]
  return (
    paths.length === Object.keys(one.cells).length &&
    paths.every((path) => {
      const [mine, theirs] = [one.cells[path], other.cells[path]]
      return (
        mine !== undefined && theirs !== undefined && mine.value === theirs.value && mine.base === theirs.base
      )
    })
  )
}
