import { enabled } from './enabled'
import { counts, has, isShared, type Token } from './ledger'
import type { Rules } from './rules'
import { diskOf, pageOf, viewOf, type State, type Window } from './state'
import { step } from './step'
import { holdsWords, type Path } from './values'

/** What a page shows of its list: as it was read, with the writes that were answered since. */
export function listOf(
  s: State,
  name: string,
  rules: Rules,
): (Window & { readonly isAskedAgain: boolean }) | null {
  const { window, writes, device } = pageOf(s, name)
  if (!window) return null
  let { rows, total } = window
  let isAskedAgain = false
  for (const { record, delta, left, answered } of writes) {
    const id = s.disks[device]?.ids[record] ?? record
    if (rules.has && answered <= window.asked) continue
    const isOverlapping = left < window.answered && answered > window.asked
    if (isOverlapping ? !rules.overlap : !rules.gets) continue
    if (isOverlapping) isAskedAgain = true
    rows = delta > 0 ? [...new Set([...rows, id])] : rows.filter((row) => row !== id)
    total += delta
  }
  return { ...window, rows, total, isAskedAgain }
}

/** What must hold after each step. */
export function badNow(s: State, rules: Rules): readonly string[] {
  const bad = [...s.ledger.bad]
  for (const [name, page] of Object.entries(s.pages)) {
    if (!page.isAlive) continue
    for (const [token, noted] of Object.entries(s.ledger.tokens)) {
      const open = page.open[noted.record]?.cells[noted.path]
      if (noted.page !== name || !counts(noted)) continue
      if (!noted.isKept && !(open && has(s.ledger, token, noted, open.value))) continue
      const shown = viewOf(s, name, noted.record, rules)[noted.path]
      if (!has(s.ledger, token, noted, shown))
        bad.push(`${token} was typed in ${name}, which shows ${String(shown)}`)
    }
    const list = listOf(s, name, rules)
    if (!list) continue
    if (!list.isAskedAgain && list.rows.length !== list.total)
      bad.push(`${name} counts ${list.total} of ${list.rows.length} rows`)
    if (rules.overlap && list.isAskedAgain) continue
    for (const { record, delta } of page.writes) {
      const isTrashed = page.writes.some((one) => one.record === record && one.delta < 0)
      const isListed = list.rows.includes(diskOf(s, name).ids[record] ?? record)
      if (isListed === isTrashed && delta < 0 === isTrashed)
        bad.push(`${name} lists ${record} although it is known better`)
    }
  }
  return bad
}

const order = [
  'reopen',
  'sign',
  'renew',
  'save',
  'answer',
  'serve',
  'lose',
  'expire',
  'send',
  'sync',
] as const

/** The faults are over: all that may be sent is sent, and what nobody waits for lands or is lost. Then all is where it belongs. */
export function badAtLast(s: State, rules: Rules, landing: boolean): readonly string[] {
  for (const disk of Object.values(s.disks)) disk.session = 'ada'
  for (let at = 0; at < 600 && s.ledger.bad.length === 0; at++) {
    const isOrphan = (action: string) => s.net.find(({ id }) => String(id) === action.split(' ')[1])?.isOrphan
    const next = enabled(s, {}, rules).filter(
      (action) => !(isOrphan(action) && (landing ? /^lose/ : /^serve/).test(action)),
    )
    const first = order.flatMap((verb) => next.find((action) => action.startsWith(`${verb} `)) ?? [])[0]
    if (!first) break
    step(s, first, {}, rules)
  }
  const bad = [...badNow(s, rules)]
  const hasPhone = Object.keys(s.disks).length > 1
  for (const disk of Object.values(s.disks)) {
    const stuck = disk.log.filter(({ state }) => state !== 'held')
    if (stuck.length > 0) bad.push(`never over: ${stuck.map(({ id, state }) => `${id} ${state}`).join(', ')}`)
    for (const { state, record, cells } of disk.log)
      for (const path of Object.keys(cells) as Path[])
        if (state === 'held' && !isShared(s.ledger, record, path))
          bad.push(`a conflict with nobody about ${path} of ${record}`)
  }
  for (const [name, token] of Object.entries(s.ledger.tokens)) {
    const site = siteOf(s, token)
    const isHeld = Object.values(s.disks).some(({ log }) =>
      log.some(
        ({ state, record, cells }) =>
          state === 'held' &&
          record === token.record &&
          cells[token.path] &&
          has(s.ledger, name, token, cells[token.path]?.value ?? ''),
      ),
    )
    if (site === undefined) {
      if (token.saved !== undefined && counts(token)) bad.push(`${name} was saved and its record is nowhere`)
      continue
    }
    const isThere = has(s.ledger, name, token, site)
    if (token.saved !== undefined && counts(token) && !isThere && !isHeld)
      bad.push(`${name} is nowhere at the end, but ${String(site)}`)
    const isCertain = token.undone === 'kept' && !token.isFree && !token.isOvertaken && holdsWords(token.path)
    if (isCertain && isThere && (s.hasGuard || !hasPhone)) bad.push(`${name} was undone and is on the site`)
  }
  for (const name of Object.keys(s.pages)) {
    const list = listOf(s, name, rules)
    if (!list || list.isAskedAgain) continue
    for (const { record } of pageOf(s, name).writes) {
      const id = diskOf(s, name).ids[record] ?? record
      if (list.rows.includes(id) !== (s.records[id]?.fields.status === 'publish'))
        bad.push(`${name} lists ${record} wrongly at the end`)
    }
  }
  return bad
}

function siteOf(s: State, { record, path, device }: Token) {
  const known = s.disks[device]?.ids[record] ?? record
  const found = s.records[known] ?? Object.values(s.records).find(({ marker }) => marker === record)
  return found?.fields[path]
}
