import {
  counts,
  has,
  nameOf,
  noteKnown,
  noteTyped,
  noteWritten,
  standsFor,
  wasOvertaken,
  type Token,
} from '../model/ledger'
import {
  deviceOf,
  ids,
  openNewsroom,
  pageNames,
  quiet,
  wordsIn,
  type Newsroom,
  type OpenPage,
  type PageName,
  type Way,
} from './newsroom'
import { letPass } from '../../../support/virtualTime'
import { postOf, type WriteFault } from './network'

type Place = { readonly page: PageName; readonly id: number }
export type Step =
  | ({ readonly do: 'text' | 'title' | 'save' | 'read' | 'discard' | 'mine' | 'theirs' } & Place)
  | { readonly do: 'undo' | 'redo' | 'die' | 'reload' | 'retry'; readonly page: PageName }
  | { readonly do: 'ben'; readonly id: number; readonly path: 'text' | 'title' }
  | { readonly do: 'fault'; readonly what: WriteFault }
  | { readonly do: 'land' }
  | { readonly do: 'hold' }
  | { readonly do: 'mend' }
  | { readonly do: 'letGo'; readonly place: number }
  | { readonly do: 'pass' }

/** Plays one history on real stores; gives what is wrong after a step, with its number, or at the end. Empty where all is right. */
export async function play(steps: readonly Step[], way: Way): Promise<readonly string[]> {
  const room = await openNewsroom(way)
  for (const page of Object.values(room.pages)) await page.started
  await quiet(room)
  for (const [at, step] of steps.entries()) {
    await take(room, step, at)
    await quiet(room)
    const bad = badNow(room)
    if (bad.length > 0)
      return await end(
        room,
        bad.map((one) => `after step ${at}: ${one}`),
      )
  }
  await settle(room)
  return end(room, await badAtLast(room))
}

async function end(room: Newsroom, bad: readonly string[]) {
  room.network.mend()
  for (const page of Object.values(room.pages)) await page.durability.close().catch(() => undefined)
  return bad
}

async function take(room: Newsroom, step: Step, at: number): Promise<void> {
  const { network, pages } = room
  if (step.do === 'fault') network.faults.push(step.what)
  else if (step.do === 'land') await network.land()
  else if (step.do === 'hold') network.hold()
  else if (step.do === 'mend') network.mend()
  else if (step.do === 'letGo') network.letGo(step.place)
  else if (step.do === 'pass') await pass(room)
  else if (step.do === 'ben') await byBen(room, step.id, step.path === 'text', at)
  else {
    const page = pages[step.page]
    if ('id' in step) onRecord(room, page, step, at)
    else await onPage(room, page, step.do)
  }
}

/**
 * Minutes go by: what was typed is on the disk, pauses are over, and so is the time in which a lost request may still be
 * done. While requests are held it is seconds, and once, as a save does not wait for another tab's for ever.
 */
async function pass({ network, pages, ledger }: Newsroom): Promise<void> {
  if (!network.mayWait()) return
  await letPass(network.isHeld() ? 5000 : 180_000)
  const living = Object.values(pages).map(({ name }) => String(name))
  for (const token of Object.values(ledger.tokens)) if (living.includes(token.page)) keep(token)
}

function onRecord(room: Newsroom, page: OpenPage, step: Extract<Step, Place>, at: number): void {
  const { id } = step
  const shown = page.shown(id)
  if (!shown || !page.isConfigured()) return
  if (step.do === 'text' || step.do === 'title') {
    const word = `w${page.name}${at}`
    const token: Token = { page: page.name, device: deviceOf(page.name), record: String(id), path: step.do }
    noteTyped(room.ledger, word, token, step.do === 'text' ? wordsIn(shown.content) : String(shown.title))
    page.edit(
      id,
      step.do === 'title' ? { title: word } : { content: withWord(shown.content, page.name, word) },
    )
  } else if (step.do === 'save') {
    const saved = ownTokens(room, page.name, id)
    void page.save(id).then(
      (record) => {
        const isKept = record !== undefined || page.waits().some(({ key }) => key === id)
        for (const token of saved) if (isKept) noteSavedToken(room, token, at)
      },
      () => undefined,
    )
  } else if (step.do === 'read') void page.load(id, undefined, { force: true }).catch(() => undefined)
  else if (step.do === 'discard') {
    page.discard(id)
    for (const [, token] of ownTokens(room, page.name, id)) token.isFree = true
  } else choose(room, page, id, step.do)
}

async function onPage(room: Newsroom, page: OpenPage, what: 'undo' | 'redo' | 'die' | 'reload' | 'retry') {
  if (what === 'retry') void page.retry()
  else if (what === 'undo' || what === 'redo') travel(room, page, what)
  else {
    if (what === 'reload') {
      await page.durability.flush()
      for (const id of ids) for (const [, token] of ownTokens(room, page.name, id)) keep(token)
    } else page.tab.kill()
    page.life.isOver = true
    for (const token of Object.values(room.ledger.tokens))
      if (token.page === page.name && (!token.isKept || token.undone === 'open')) token.isFree = true
      // What it has replaced, where that was done late, it has forgotten.
      else if (token.putBackBy === page.name)
        Object.assign(token, { isOvertaken: true, putBackBy: undefined })
    void page.durability.close().catch(() => undefined)
    room.pages[page.name] = await room.reopen(page.name, page.tab.reload())
  }
}

function travel({ ledger }: Newsroom, page: OpenPage, way: 'undo' | 'redo'): void {
  const look = () =>
    ids.map((id) => ({ id, title: String(page.shown(id)?.title), words: wordsIn(page.shown(id)?.content) }))
  const before = look()
  page.travel(way)
  for (const [at, now] of look().entries()) {
    const then = before[at]
    if (!then) continue
    const gone = [
      ...then.words.filter((word) => !now.words.includes(word)),
      ...(then.title === now.title ? [] : [then.title]),
    ]
    const back = [...now.words.filter((word) => !then.words.includes(word)), now.title]
    noteKnown(ledger, String(now.id), 'title', now.title, then.title)
    // Of a title the person's undo wins over what they have saved in another tab, as a later save does.
    if (then.title !== now.title)
      for (const [name, { record, path, device, saved }] of Object.entries(ledger.tokens))
        if (
          record === String(now.id) &&
          path === 'title' &&
          device === deviceOf(page.name) &&
          saved !== undefined
        )
          noteKnown(ledger, record, path, now.title, name)
    for (const word of back) {
      const token = ledger.tokens[nameOf(word)]
      if (token?.page !== page.name) continue
      // As if it were typed anew: of a page that dies now, that it was taken back may have been kept, and not that it is back.
      if (token.undone) token.isKept = false
      token.undone = undefined
    }
    for (const word of gone) {
      const token = ledger.tokens[nameOf(word)]
      if (token?.page === page.name) {
        token.undone = 'open'
        // Replaced already by a request of another page, it is put back by that: this one finds the text as it has made it.
        if (token.putBackBy && token.putBackBy !== page.name) token.isFree = true
      }
      // What its author has discarded stays in what was typed over it until that is undone.
      else if (token && !token.undone && !token.isFree && token.path === 'text')
        ledger.bad.push(`${way} in ${page.name} took ${word} of ${token.page} away`)
    }
  }
}

/** A person chooses what the next save sends of what is in conflict. */
function choose({ ledger }: Newsroom, page: OpenPage, id: number, way: 'mine' | 'theirs'): void {
  for (const [field, { mine, theirs, proposals }] of Object.entries(page.conflict(id)?.fields ?? {})) {
    const path = field === 'title' ? 'title' : 'text'
    const value = proposals?.[way] ?? (way === 'mine' ? mine : theirs)
    page.resolve(id, { [field]: proposals ? { value: proposals[way] } : way })
    if (path === 'title')
      noteKnown(ledger, String(id), path, String(value), String(way === 'mine' ? theirs : mine))
    const given = [...wordsIn(mine), ...wordsIn(theirs)].filter((word) => !wordsIn(value).includes(word))
    for (const word of given) Object.assign(ledger.tokens[nameOf(word)] ?? {}, { isFree: true })
  }
}

async function byBen(
  { site, network, ledger }: Newsroom,
  id: number,
  isText: boolean,
  at: number,
): Promise<void> {
  await network.inTurn(async () => {
    const post = await postOf(site, id)
    if (!post) return
    const word = `wben${at}`
    const token: Token = {
      page: 'ben',
      device: 'ben',
      record: String(id),
      path: isText ? 'text' : 'title',
      isKept: true,
      saved: at,
    }
    noteTyped(ledger, word, token, isText ? wordsIn(post.content.raw) : post.title.raw)
    const data = isText ? { content: withWord(post.content.raw, 'ben', word) } : { title: word }
    await site.as('ben')({ path: `/wp/v2/posts/${id}`, method: 'PUT', data })
    const after = isText ? wordsIn(data.content) : word
    noteWritten(ledger, { page: 'ben', record: String(id), path: token.path }, after)
  })
}

/** A text with one more word in the paragraph of somebody. */
function withWord(text: unknown, name: string, word: string): string {
  return String(text).replace(new RegExp(`<p>${name}((?: [^<]*)?)</p>`), `<p>${name}$1 ${word}</p>`)
}

function ownTokens({ ledger }: Newsroom, page: string, id: number): readonly (readonly [string, Token])[] {
  return Object.entries(ledger.tokens).filter(([, one]) => one.page === page && one.record === String(id))
}

function keep(token: Token): void {
  token.isKept = true
  if (token.undone === 'open') token.undone = 'kept'
}

function noteSavedToken({ ledger }: Newsroom, [name, token]: readonly [string, Token], at: number): void {
  if (token.undone !== undefined) return
  keep(token)
  token.saved ??= at
  for (const [other, { record, path, device, saved }] of Object.entries(ledger.tokens)) {
    const isEarlier =
      record === token.record && path === token.path && device === token.device && saved !== undefined
    if (path === 'title' && isEarlier && saved < at) noteKnown(ledger, record, path, name, other)
  }
}

/** What is wrong now: something overwritten, or something typed that its page does not show. */
function badNow(room: Newsroom): readonly string[] {
  const bad = [...room.ledger.bad]
  for (const name of pageNames) {
    const page = room.pages[name]
    for (const id of ids) {
      const shown = page.shown(id)
      if (!shown) continue
      for (const [word, token] of ownTokens(room, name, id)) {
        // What another page's save has replaced where it was done late, that one puts back.
        const isAway = token.putBackBy !== undefined && token.putBackBy !== name
        if (!counts(token) || isAway || isIn(room, word, token, shown) || isAskedAbout(page, word, id))
          continue
        bad.push(
          `${word} was typed in ${name}, which shows ${brief(token.path === 'title' ? shown.title : wordsIn(shown.content))}`,
        )
      }
    }
  }
  return bad
}

function isIn(
  { ledger }: Newsroom,
  word: string,
  token: Token,
  { title, content }: { title?: unknown; content?: unknown },
): boolean {
  if (token.path === 'text') return has(ledger, nameOf(word), token, wordsIn(content))
  return standsFor(ledger, token.record, 'title', String(title), word)
}

/** Whether a person is shown that something is in conflict, and what they wrote of it. */
function isAskedAbout(page: OpenPage, word: string, id: number): boolean {
  return JSON.stringify(page.conflict(id) ?? '')
    .toLowerCase()
    .includes(word)
}

const brief = (value: unknown) => JSON.stringify(value)

/** The faults are over: all that is edited or waits is saved, but for what is in conflict. */
async function settle(room: Newsroom): Promise<void> {
  const { network, pages, ledger } = room
  network.mend()
  await network.land()
  let isAnyLate = network.hasLanded()
  const readAll = async () => {
    await quiet(room)
    for (const page of Object.values(pages))
      for (const id of ids) await page.load(id, undefined, { force: true }).catch(() => undefined)
  }
  // What was done late is seen once it is read.
  await readAll()
  // Behind all steps; of one person the later save decides.
  let at = 1000
  for (let round = 0; round < 12; round++) {
    await quiet(room)
    const busy = Object.values(pages).filter(
      (page) => ids.some((id) => page.hasEdits(id)) || page.waits().length > 0,
    )
    // And what one has put back, once others read that, though somebody else is still asked about something.
    if (isAnyLate && !busy.some(canGoOn)) {
      isAnyLate = false
      await readAll()
    } else if (busy.length === 0) break
    for (const page of busy) {
      for (const id of ids)
        if (page.hasEdits(id) && !page.conflict(id)) {
          const saved = ownTokens(room, page.name, id)
          await page.save(id).catch(() => undefined)
          at++
          for (const one of saved) noteSavedToken(room, one, at)
        }
      await page.retry()
      await quiet(room)
    }
  }
  for (const token of Object.values(ledger.tokens)) if (token.undone === 'open') token.undone = 'kept'
}

/** Whether a page has anything to save that waits for no choice of a person. */
function canGoOn(page: OpenPage): boolean {
  const waits = page.waits()
  return ids.some((id) => !page.conflict(id) && (page.hasEdits(id) || waits.some(({ key }) => key === id)))
}

/** Each word is on the site or asked about, none that was taken back is there, and nothing waits without a question. */
async function badAtLast(room: Newsroom): Promise<readonly string[]> {
  const bad = [...badNow(room)]
  const writersOf = (id: number, path: string) =>
    new Set(
      Object.values(room.ledger.tokens)
        .filter((one) => one.record === String(id) && one.path === path)
        .map(({ page }) => page),
    )
  for (const id of ids) {
    const post = await postOf(room.site, id)
    const site = { title: post?.title.raw, content: post?.content.raw }
    const all = Object.values(room.pages)
    for (const [word, token] of Object.entries(room.ledger.tokens)) {
      if (token.record !== String(id)) continue
      const isThere = isIn(room, word, token, site)
      const isHeld = all.some(
        (page) =>
          page.conflict(id) &&
          (isAskedAbout(page, word, id) ||
            ([token.page, token.putBackBy].includes(page.name) &&
              isIn(room, word, token, page.shown(id) ?? {}))),
      )
      if (counts(token) && (token.isKept || token.page !== 'ben') && !isThere && !isHeld)
        bad.push(
          `${word} is nowhere at the end: ${brief(wordsIn(`${String(site.title)} ${String(site.content)}`))}`,
        )
      if (
        token.undone === 'kept' &&
        !token.isFree &&
        token.path === 'text' &&
        isThere &&
        !all.some((page) => page.conflict(id))
      )
        bad.push(`${word} was taken back and is on the site`)
    }
    for (const page of all) {
      const conflict = page.conflict(id)
      const fields = Object.keys(conflict?.fields ?? {})
      for (const field of fields) {
        const path = field === 'title' ? 'title' : 'text'
        // Who has replaced it is told, and who has gone on from it is asked; and whoever was refused for the third time.
        const isExpected =
          wasOvertaken(room.ledger, page.name, String(id), path) || room.network.timesRefused(id) > 2
        if (!isExpected && (writersOf(id, path).size < 2 || path === 'text'))
          bad.push(`${page.name} is asked about ${field} of ${id}, which nobody else has written`)
      }
      const isStuck = page.hasEdits(id) && fields.length === 0
      if (isStuck)
        bad.push(
          `${page.name} never comes to an end with ${id}: ${brief(page.toSave(id))} ${brief(page.saveError(id))}`,
        )
    }
  }
  return bad
}
