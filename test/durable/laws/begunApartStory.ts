import type { BlockCodec } from 'copydesk'
import { structuredCodec } from 'copydesk/sync'
import fc from 'fast-check'
import { expect } from 'vitest'
import { turns } from '../../support/until'
import { Network } from '../../sync/network'
import { paragraphs } from '../conflicts/conflictStores'
import {
  Ledger,
  makeDevice,
  onSite,
  openPage,
  openSite,
  paragraphBlocks,
  path,
  places,
  rest,
  textsOf,
  wordsOf,
  type Page,
  type Post,
  type Room,
} from './sharedPage'

const at = fc.nat(places.length - 1)
const does = <Do extends string>(...all: Do[]) => fc.record({ do: fc.constantFrom(...all), at })
/** What is written: a new paragraph, or a word into one that is there, the title or the excerpt; and where there. */
const writing = {
  what: fc.constantFrom('new', 'new', 'into', 'title', 'excerpt'),
  where: fc.constantFrom('start', 'middle', 'end'),
  which: fc.nat(3),
}

export const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('type' as const), at, ...writing }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), at, which: fc.nat(3) }) },
  { weight: 4, arbitrary: does('save', 'save', 'read', 'undo') },
  { weight: 1, arbitrary: does('choose', 'chooseTheirs') },
  // A page is closed with or without a goodbye; it opens anew when something is done in it, with nothing kept.
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('open', 'leave', 'die'),
      at,
      keepsDocuments: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: does('offline', 'online', 'online') },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('outside' as const), ...writing }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('relay' as const),
      how: fc.constantFrom('hold', 'deliver', 'deliver', 'flow'),
      which: fc.nat(20),
    }),
  },
)
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Writing = Pick<Extract<Step, { do: 'outside' }>, 'what' | 'where' | 'which'>

/** Paragraphs as blocks that are numbered anew in each text. */
function numberedBlocks(): BlockCodec {
  const { parse, serialize } = paragraphBlocks()
  return {
    parse: (content) => parse(content).map((block, at) => ({ ...block, clientId: `parsed-${at + 1}` })),
    serialize,
  }
}

/** `typed`: there are blocks, and people write in the text of them. */
export const ways = ['texts', 'blocks', 'typed'] as const
type Way = (typeof ways)[number]

/** How a new paragraph begins and goes on: much like others. */
const newText = (word: string) =>
  `paragraph-${String.fromCharCode(97 + Number.parseInt(word.slice(1)))} ${word} typed`

function placeOf(where: Writing['where'], length: number): number {
  return where === 'start' ? 0 : where === 'end' ? length : Math.floor(length / 2)
}

function withWordIn(text: string, where: Writing['where'], word: string): string {
  const words = text === '' ? [] : text.split(' ')
  words.splice(placeOf(where, words.length), 0, word)
  return words.join(' ')
}

/** What a post is with something more in it, as somebody writes it who sees that post. */
function written(post: Post, { what, where, which }: Writing, word: string): Partial<Post> {
  if (what === 'title' || what === 'excerpt') return { [what]: withWordIn(post[what], where, word) }
  const texts = textsOf(post.content)
  const place = which % (texts.length || 1)
  if (what === 'new' || texts.length === 0) texts.splice(placeOf(where, texts.length), 0, newText(word))
  else texts[place] = withWordIn(texts[place]!, where, word)
  return { content: paragraphs(...texts) }
}

class BegunLedger extends Ledger {
  /** Paragraphs as they began, by the word that each has of its own. */
  readonly begun = new Map<string, string>()
  /**
   * Whether somebody has opened the post while a page had not heard of what is on the site: nobody knows what either side
   * began with, so that from then on texts may stand beside each other.
   */
  hasJoined = false
  /** Whether something was taken away: what somebody writes in a paragraph that another one deletes stands alone. */
  hasDeleted = false
  /** Whether somebody has written into a paragraph that was there. */
  hasWrittenInto = false

  begin(word: string): string {
    const text = newText(word)
    this.begun.set(word, text)
    return text
  }

  /** Notes what is about to be written in a post. */
  writes(post: Post, { what }: Writing, word: string): void {
    const isInContent = what === 'new' || what === 'into'
    if (what === 'new' || (isInContent && textsOf(post.content).length === 0)) this.begin(word)
    else if (isInContent) this.hasWrittenInto = true
  }
}

/** Between paragraphs, white space tells nothing. */
const dense = (content: string) => content.replace(/-->\s+<!--/g, '--><!--').trim()

/** All that is wrong with what stands in a post. */
function faultsOf(ledger: BegunLedger, way: Way, post: Post): string[] {
  const faults: string[] = []
  const all = textsOf(post.content)
  /** What is left without the words that were written into it. */
  const own = (text: string) =>
    text
      .split(' ')
      .filter((word) => word !== '' && (!ledger.writers.has(word) || ledger.begun.has(word)))
      .join(' ')
  // Of a text, unlike of blocks, a paragraph is not there again in which somebody has written while it was deleted.
  if (way !== 'texts' || !ledger.hasDeleted || !ledger.hasWrittenInto) {
    if (dense(paragraphs(...all)) !== dense(post.content)) faults.push(`broken: ${post.content}`)
    const whole = new Set([...ledger.begun.values(), ...(ledger.hasDeleted ? [''] : [])])
    for (const text of all) if (!whole.has(own(text))) faults.push(`not as anybody wrote it: ${text}`)
  }
  for (const field of ['title', 'excerpt'] as const)
    if (own(post[field]).toLowerCase() !== field) faults.push(`not as anybody wrote it: ${post[field]}`)
  if (ledger.hasJoined) return faults
  for (const field of ['title', 'content', 'excerpt'] as const) {
    const words = wordsOf(post[field])
    const twice = words.filter((word, at) => words.indexOf(word) < at)
    if (twice.length > 0) faults.push(`twice in the ${field}: ${twice.join(' ')}`)
  }
  return faults
}

/**
 * Plays what people do at one post in pages that begin its document apart, and somebody beside them, and holds after each
 * step: no word is lost, nor off the screen of its writer; none stands twice; paragraphs are whole; an undo takes nothing of
 * others; blocks have ids of their own. At the end all see what the site has.
 *
 * A page is opened when something is done in its place, with nothing kept. `begins`: how many paragraphs the post has.
 */
export async function play(steps: readonly Step[], way: Way, begins: number): Promise<void> {
  const ledger = new BegunLedger()
  const first = Array.from({ length: begins }, () => ledger.begin(ledger.next('site')))
  ledger.changed('', first)
  const room: Room = {
    site: openSite(first),
    network: new Network(),
    codec: structuredCodec(),
    blocks: way === 'texts' ? undefined : numberedBlocks,
    overtaken: new Set(),
  }
  const { site, network } = room
  const pages: (Page | undefined)[] = places.map(() => undefined)
  /** The words that were typed into the page that is open, and are there. */
  const typed = places.map(() => new Set<string>())
  /** The words that have been on the screen of the page that is open, and those that somebody has put back there. */
  const [wereShown, putBack] = [0, 1].map(() => places.map(() => new Set<string>())) as [
    Set<string>[],
    Set<string>[],
  ]
  const opened = () => pages.flatMap((page) => page ?? [])
  const open = async (at: number, keepsDocuments: boolean) => {
    const before = pages[at]
    if (before) return before
    const saved = wordsOf(await onSite(site))
    const hasAll = (page: Page) => saved.every((word) => wordsOf(page.shown()).includes(word))
    ledger.hasJoined ||= !opened().every(hasAll)
    const device = makeDevice({ keepsDocuments })
    const page = await openPage(room, places[at]!, device, device.storage.tab())
    pages[at] = page
    return page
  }
  /**
   * What somebody has taken out is not looked for on the screen of its author. Somebody outside sees paragraphs alone, and
   * so takes out what stands in none.
   */
  const forgetGone = () => {
    for (const words of typed) for (const word of words) if (!ledger.there.has(word)) words.delete(word)
  }
  const undone: string[] = []
  const check = async (what: string) => {
    const saved = await onSite(site)
    const faults = faultsOf(ledger, way, saved).map((fault) => `site: ${fault}`)
    faults.push(...undone)
    for (const [at, page] of pages.entries()) {
      const post = page?.shown()
      if (!page || !post) continue
      const tell = (fault: string) => faults.push(`${places[at]}: ${fault}`)
      // Who has got a text of which it is still to come that it was saved, has it beside what was read.
      const isBehind = (fault: string) => network.sent.length > 0 && fault.startsWith('twice ')
      for (const fault of faultsOf(ledger, way, post)) if (!isBehind(fault)) tell(fault)
      const ids = page.blocks()?.map(({ clientId }) => clientId) ?? []
      if (new Set(ids).size < ids.length) tell(`blocks of one id: ${ids.join(' ')}`)
      const seen = wordsOf(page.seen())
      for (const word of seen) wereShown[at]!.add(word)
      for (const word of typed[at]!) if (!seen.includes(word)) tell(`off the screen: ${word}`)
    }
    const known = wordsOf([saved, ...opened().map((page) => page.seen())])
    for (const word of ledger.there)
      if (!known.includes(word)) faults.push(`lost: ${word} of ${ledger.writers.get(word)}`)
    if (faults.length > 0) expect([what, ...faults]).toEqual([])
  }
  /** Something that somebody does in a page, on purpose. */
  const act = (at: number, work: (page: Page) => void, isUndo = false) => {
    const page = pages[at]!
    const before = page.seen()
    work(page)
    const after = page.seen()
    if (isUndo) {
      const gone = wordsOf(before[0]).filter((word) => !wordsOf(after[0]).includes(word))
      ledger.hasDeleted ||= gone.length > 0
      for (const word of gone)
        if (ledger.writers.get(word) !== places[at]) undone.push(`undo of ${places[at]} has taken ${word}`)
      for (const word of wordsOf(after[0])) if (!wordsOf(before[0]).includes(word)) putBack[at]!.add(word)
      // A conflict still names what was taken back under it.
      ledger.changed(before[0], after[0])
    } else ledger.changed(before, after)
    forgetGone()
  }
  const write = (page: Page, texts: readonly string[]) =>
    way === 'typed' ? page.edit({ content: paragraphs(...texts) }) : page.write(texts)
  const type = (at: number, page: Page, writing: Writing) => {
    const post = page.shown()
    if (!post) return
    const word = ledger.next(places[at]!)
    ledger.writes(post, writing, word)
    const { content, ...fields } = written(post, writing, word)
    act(at, () => (content === undefined ? page.edit(fields) : write(page, textsOf(content))))
    typed[at]!.add(word)
  }
  const remove = (at: number, page: Page, which: number) => {
    const all = textsOf(page.shown()?.content ?? '')
    if (all.length === 0) return
    ledger.hasDeleted = true
    all.splice(which % all.length, 1)
    act(at, () => write(page, all))
  }
  const close = async (at: number, isSaid: boolean) => {
    const page = pages[at]
    if (!page) return
    if (isSaid) {
      await page.sync.close()
      await page.durability.close()
    } else await page.die()
    pages[at] = undefined
    typed[at]!.clear()
    // What nobody else has heard of is gone with it, also that something was put back of which somebody had heard that it is gone.
    const left = wordsOf([await onSite(site), ...opened().map((other) => other.seen())])
    const isGoneFor = (word: string) =>
      pages.some(
        (other, which) => other && wereShown[which]!.has(word) && !wordsOf(other.seen()).includes(word),
      )
    for (const word of ledger.there)
      if (!left.includes(word) || (putBack[at]!.has(word) && isGoneFor(word))) ledger.there.delete(word)
    for (const words of [wereShown[at]!, putBack[at]!]) words.clear()
  }
  const outside = async (writing: Writing) => {
    const before = await onSite(site)
    const word = ledger.next('eva')
    ledger.writes(before, writing, word)
    await site.as('eva')({ path, method: 'PUT', data: written(before, writing, word) })
    ledger.changed(before, await onSite(site))
    forgetGone()
  }

  for (const [index, one] of steps.entries()) {
    if (one.do === 'wait') await rest(opened(), 15_000)
    else if (one.do === 'outside') await outside(one)
    else if (one.do === 'relay') {
      if (one.how === 'hold') network.isInstant = false
      else if (one.how === 'flow') network.flow()
      else network.deliver(one.which, false)
    } else if (one.do === 'offline' || one.do === 'online')
      network.setOnline(places[one.at]!, one.do === 'online')
    else if (one.do === 'leave' || one.do === 'die') await close(one.at, one.do === 'leave')
    else {
      const page = await open(one.at, one.do === 'open' && one.keepsDocuments)
      if (one.do === 'type') type(one.at, page, one)
      else if (one.do === 'delete') remove(one.at, page, one.which)
      else if (one.do === 'undo') act(one.at, () => page.undo(), true)
      else if (one.do === 'choose') act(one.at, () => page.choose('mine'))
      else if (one.do === 'chooseTheirs') act(one.at, () => page.choose('theirs'))
      else if (one.do === 'save') await page.save()
      else if (one.do === 'read') await page.read()
    }
    // What is gathered goes out, and what has come is gathered.
    for (let each = 0; each < 2; each++) {
      for (const { sync } of opened()) sync.flush()
      await turns(2)
    }
    await check(`${index} ${JSON.stringify(one)}`)
  }
  for (const place of places) network.setOnline(place, true)
  network.flow()
  await rest(opened(), 15_000)
  await check('all are online')
  const isSettled = () => opened().every((page) => !page.hasEdits() && !page.conflict())
  for (let round = 0; round < 4 && !(round > 0 && isSettled()); round++) {
    for (const [at, page] of pages.entries()) {
      if (!page) continue
      await page.read()
      await page.save()
      act(at, () => page.choose('mine'))
      await page.save()
      await rest(opened(), 2_000)
      await check(`round ${round}, ${places[at]}`)
    }
  }
  await rest(opened(), 15_000)
  for (const page of opened()) await page.read()
  await rest(opened(), 2_000)
  await check('at the end')
  const saved = await onSite(site)
  const plain = (post: Post | undefined) => post && { ...post, content: dense(post.content) }
  expect(opened().map((page) => [plain(page.shown()), page.hasEdits(), page.conflict()])).toEqual(
    opened().map(() => [plain(saved), false, undefined]),
  )
  for (const word of ledger.there) expect(wordsOf(saved), 'at the end').toContain(word)
  for (const { sync, durability } of opened()) {
    await sync.close()
    await durability.close()
  }
}
