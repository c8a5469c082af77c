import {
  clearEntityRecordEdits,
  redo,
  RestError,
  selectDirtyEntityRecords,
  selectRecordState,
  undo,
  type Fetcher,
} from 'copydesk'
import { selectSaveConflict, type MemoryTab, type QueueEntry } from 'copydesk/durable'
import fc from 'fast-check'
import { expect } from 'vitest'
import { expectAmong, expectEqual } from '../../support/expectEqual'
import { told } from '../../support/told'
import { turns as pass } from '../../support/until'
import { letPass } from '../../support/virtualTime'
import { paragraphs } from '../conflicts/conflictStores'
import { hearingLate, turns } from '../queue/lateNews'
import { openOffice, openTab, type Tab } from '../queue/office'

const path = '/wp/v2/posts/11'
const tabs = [0, 1, 2]
const names = ['tab0', 'tab1', 'tab2', 'ben']
const entries = ['of_0', 'of_1', 'of_2', 'of_ben']
/** Of these the last value counts; of tags and the words of a paragraph all are there. */
const plain = ['title', 'excerpt', ...entries.slice(0, 3)]

const at = fc.constantFrom(0, 0, 1, 1, 2)
const where = fc.constantFrom('title', 'title', 'excerpt', 'content', 'content', 'meta', 'tag')
/** What follows at once is done before anything has come of it. */
const isQuick = fc.integer({ min: 0, max: 5 }).map((one) => one === 5)
const does = <Do extends string>(...all: Do[]) => fc.record({ do: fc.constantFrom(...all), at, isQuick })

export const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('type' as const), at, where, isQuick }) },
  { weight: 7, arbitrary: does('save') },
  { weight: 5, arbitrary: does('undo', 'undo', 'redo', 'clear', 'discard') },
  { weight: 4, arbitrary: does('reload', 'kill', 'die') },
  { weight: 1, arbitrary: does('freeze', 'thaw') },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('offline', 'offline', 'online', 'wait') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose' as const), isDone: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ben' as const),
      where: fc.constantFrom('content', 'meta', 'tag'),
    }),
  },
)
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Steps as one says them: `type 1 title, offline, save! 1, lose done`, with `!` where the next follows at once. */
export const steps = (text: string) =>
  told(text, (verb, words, isQuick) => {
    const [tab, field] = /^\d$/.test(words[0] ?? '') ? words : [undefined, words[0]]
    return {
      do: verb,
      ...(tab !== undefined && { at: Number(tab), isQuick }),
      ...(verb === 'lose' ? { isDone: field === 'done' } : field !== undefined && { where: field }),
    } as Step
  })

const ways = ['offline', 'always'] as const
export type Way = (typeof ways)[number]
export const way = fc.constantFrom(...ways)

/** A post by its fields of one value, and the words of the others. */
interface Look {
  readonly plain: Readonly<Record<string, string>>
  readonly words: readonly string[]
}

interface Fields {
  readonly title: string
  readonly content: string
  readonly excerpt: string
  readonly meta: Readonly<Record<string, string>>
  readonly tags: readonly number[]
}

const textsOf = (content: string) => [...content.matchAll(/<p>([^<]*)<\/p>/g)].map(([, text]) => text ?? '')
const nameOf = (text: string) => text.split(' ')[0] ?? ''

function lookAt({ title, content, excerpt, meta, tags }: Fields): Look {
  const texts = textsOf(content)
  expectEqual(texts.map(nameOf), names)
  expectEqual(paragraphs(...texts), content)
  const words = [
    ...texts.flatMap((text) => text.split(' ').slice(1)),
    ...tags.map((id) => `tag ${id}`),
    ...(meta.of_ben ? [meta.of_ben] : []),
  ]
  expectEqual([...new Set(words)], words)
  return { plain: { title, excerpt, of_0: meta.of_0!, of_1: meta.of_1!, of_2: meta.of_2! }, words }
}

/**
 * How a word stands that was added to a text, or a tag. `open` in the tab that has it; `saved`; `gone`. What was saved and
 * taken back by its author is `undone`: gone, where it had not left yet, and an edit of that tab where it had; and `redone`
 * if that is taken back. Of what is `unsure` nothing is said. Words of the colleague are on the site.
 */
type Standing = 'open' | 'saved' | 'gone' | 'undone' | 'redone' | 'unsure' | 'ben'

interface Word {
  readonly by: number
  readonly field: string
  standing: Standing
  /** Whether it can be on the site, or on its way. */
  hasLeft: boolean
  /** Of one that is gone: whether the save that takes it out has left. */
  isTakenOut?: boolean
}

/** A saved value of a plain field. `maybe`: it was taken back, and may have left before. */
interface Saved {
  readonly value: string
  readonly by: number
  standing: 'saved' | 'maybe' | 'gone'
  hasLeft: boolean
  /** Whether what another tab had saved waited then: it counts over that, and is sent also where it is undone. */
  readonly isOver?: boolean
}

/**
 * A value of a plain field that a tab has `typed`, or put back by an undo (`back`), which may be what counts anyway; or that
 * was typed while a save of the tab was under way (`late`): that may have taken it along.
 */
interface Open {
  readonly value: string
  readonly how: 'typed' | 'back' | 'late'
}

/** What people have done, and what has to be seen of it. */
class Ledger {
  readonly words = new Map<string, Word>()
  readonly saved: Record<string, Saved[]>
  /** Values of plain fields that a tab has shown. */
  private readonly shown = tabs.map(() => new Set<string>())
  /** What a tab has of plain fields. */
  readonly open = tabs.map(() => new Map<string, Open>())
  /**
   * Texts and tags that one tab has saved without what another one had saved since it began. While both wait each tab may
   * show its own, which is an edit until it is sent, or both together.
   */
  readonly apart = new Set<string>()
  /** Plain fields that two tabs have saved in one moment: either may be the later save. */
  readonly crossed = new Set<string>()
  /**
   * Texts and tags that a tab had saved before it slept and was loaded anew. Beside what others have saved meanwhile nobody can
   * tell whether that is done: it is an edit until the tab saves.
   */
  private readonly slept = tabs.map(() => new Set<string>())
  /**
   * Fields of a save that was discarded, until all have heard of that: who has saved it and puts back what was before
   * does so while it may be sent, for all they know.
   */
  readonly dropped = new Set<string>()
  /** Whatever stood somewhere in a plain field. */
  private readonly written: Record<string, Set<string>>

  constructor(first: Look) {
    const each = plain.map((field) => [field, first.plain[field]!] as const)
    this.saved = Object.fromEntries(
      each.map(([field, value]) => [field, [{ value, by: -1, standing: 'saved', hasLeft: true }]]),
    )
    this.written = Object.fromEntries(each.map(([field, value]) => [field, new Set([value])]))
    for (const shown of this.shown) for (const [, value] of each) shown.add(value)
  }

  type(tab: number, field: string, value: string, isSaving: boolean): void {
    if (!plain.includes(field)) {
      const standing = isSaving ? 'redone' : 'open'
      this.words.set(value, { by: tab, field, standing, hasLeft: isSaving })
      return
    }
    this.open[tab]!.set(field, { value, how: isSaving ? 'late' : 'typed' })
    this.written[field]!.add(value)
    if (isSaving) this.saved[field]!.push({ value, by: tab, standing: 'maybe', hasLeft: true })
  }

  /** Values of a plain field that may count, by what was saved. */
  counts(field: string): readonly string[] {
    const all = this.saved[field]!.filter(({ standing }) => standing !== 'gone')
    const last = all.map(({ standing }) => standing).lastIndexOf('saved')
    return all.slice(Math.max(0, last)).map(({ value }) => value)
  }

  /**
   * Which of two saves is the later one is open where another one is under way.
   * @param saving - The other tabs of which that is so.
   * @param waiting - What waits by now: of what was sent in vain, what goes along with it is taken out no more.
   */
  save(
    tab: number,
    look: Look,
    saving: readonly number[],
    waiting: readonly Pick<QueueEntry, 'fields' | 'attempts'>[] = [],
  ): void {
    const isTried = waiting.some(({ attempts }) => attempts > 0)
    const areOthersSaving = saving.length > 0
    for (const [name, { by, field, standing }] of this.words)
      if (
        by >= 0 &&
        by !== tab &&
        (standing === 'saved') !== look.words.includes(name) &&
        this.hasOpenWords(tab, field)
      )
        this.apart.add(field)
    for (const [field, { value, how }] of this.open[tab]!) {
      if (areOthersSaving) this.crossed.add(field)
      const last = this.saved[field]!.at(-1)
      const isLast = last?.value === value && last.by === tab
      // What went along with a save that was under way is not sent again, and may have been saved over since.
      const isLateAndLast = how === 'late' && isLast && look.plain[field] === value
      const isSure = !areOthersSaving && (how === 'typed' || isLateAndLast)
      const isOver = this.saved[field]!.some(
        (other) =>
          other.by !== tab &&
          other.standing !== 'gone' &&
          (!other.hasLeft || waiting.some(({ fields }) => fields.includes(field))),
      )
      const standing = isSure ? 'saved' : 'maybe'
      this.saved[field]!.push({ value, by: tab, standing, hasLeft: false, isOver })
    }
    // Who was asked about another tab's save of the same moment, until that turned out to be their own, has it open again.
    for (const field of [...this.open[tab]!.keys()]) {
      this.open[tab]!.delete(field)
      for (const one of areOthersSaving ? [tab, ...saving] : []) {
        const own = this.saved[field]!.filter(({ by }) => by === one).at(-1)
        if (own && !this.open[one]!.has(field)) this.open[one]!.set(field, { value: own.value, how: 'back' })
      }
    }
    this.slept[tab]!.clear()
    for (const word of this.words.values()) {
      if (word.by !== tab) continue
      if (word.standing === 'open' || word.standing === 'redone') {
        word.standing = 'saved'
        word.hasLeft ||= isTried
      } else if (word.standing === 'undone') word.standing = 'gone'
    }
  }

  /** Something was taken back in a tab, or done again: only what is that tab's own. */
  changed(tab: number, before: Look, after: Look, isSaving: boolean, what: string): void {
    const fields = [...this.words.values()].map(({ field }) => field)
    const edited = new Set(fields.filter((field) => this.apart.has(field) || this.hasOpenWords(tab, field)))
    for (const name of before.words.filter((one) => !after.words.includes(one))) {
      const word = this.words.get(name)!
      // What another tab has taken out of a list that is edited here, or has discarded, is seen to be gone once the edit is given up.
      const isBack = word.standing !== 'saved' && edited.has(word.field)
      if (word.by !== tab && (isBack || ['gone', 'unsure'].includes(word.standing))) continue
      expect(word.by, `${what}: ${name} was given up by another tab`).toBe(tab)
      // One of several steps that were saved together is an edit over what waits, or is not sent: either is right.
      const isSavedBeside = (other: Word) =>
        other.by === tab && other.field === word.field && other.standing === 'saved' && !other.hasLeft
      // Done again, it stands as it did before it was taken back.
      const isPart =
        ['saved', 'redone'].includes(word.standing) &&
        [...this.words.values()].some((other) => other !== word && isSavedBeside(other))
      // Where another tab's save of the field waits it is shown with that, and to take it out is an edit over both.
      const isShared =
        this.apart.has(word.field) ||
        tabs.some((other) => other !== tab && this.hasWaitingWords(other, word.field))
      const isSure = word.standing === 'open' || (!word.hasLeft && !isPart && !isShared)
      word.standing = !isSaving && isSure && !this.dropped.has(word.field) ? 'gone' : 'undone'
    }
    for (const name of after.words.filter((one) => !before.words.includes(one))) {
      const word = this.words.get(name)
      // What others have made of a text is shown once nothing of one's own is left in it.
      if (word && word.by !== tab && ['saved', 'ben', 'unsure', 'undone'].includes(word.standing)) continue
      expect(word?.by, `${what}: ${name} is of another tab`).toBe(tab)
      word!.standing = !isSaving && word!.standing === 'gone' && !word!.hasLeft ? 'open' : 'redone'
      word!.hasLeft ||= isSaving
    }
    for (const field of plain) {
      const [had, has] = [before.plain[field]!, after.plain[field]!]
      const isInDoubt = this.saved[field]!.some(
        ({ standing, hasLeft, value }) => standing === 'maybe' && hasLeft && value !== has,
      )
      // Put back to what it is, it is an edit where something else may be on the site by now.
      if (had === has && isInDoubt) this.open[tab]!.set(field, { value: has, how: 'back' })
      if (had === has) continue
      expect([...this.written[field]!], `${what}: ${field}`).toContain(has)
      const open = this.open[tab]!.get(field)
      this.open[tab]!.delete(field)
      const all = this.saved[field]!.filter(({ standing }) => standing !== 'gone')
      const own = all.filter(({ by }) => by === tab).at(-1)
      // A save of one's own is taken back, by who gives up all also below what was typed over it. Somebody else's save over it stays.
      if (!open || own?.value !== has) {
        const first = 1 + all.map(({ by, hasLeft }) => by !== tab || hasLeft).lastIndexOf(true)
        const waiting = all.slice(first)
        const over = all[first - 1]!
        const isAll = over.hasLeft && over.value === has
        if (own && (own.value === had || (isAll && waiting.includes(own)))) {
          for (const one of isAll ? waiting : [own]) one.standing = 'gone'
          const below = all.slice(0, all.indexOf(own))
          const isOverWaiting = own.isOver || (!isAll && below.some(({ hasLeft }) => !hasLeft))
          // What was typed over another tab's save that was given up since is based below that: to put that back is an edit.
          const isOverGivenUp = over.by >= 0 && over.by !== tab && over.standing === 'maybe'
          // One of several saves that wait together is an edit over what waits, or is not sent: either is right.
          if (own.hasLeft || isOverWaiting || isOverGivenUp || !this.counts(field).includes(has))
            own.standing = 'maybe'
        } else if (own && !own.hasLeft) own.standing = 'maybe'
      }
      if (isSaving) this.saved[field]!.push({ value: has, by: tab, standing: 'maybe', hasLeft: true })
      const counts = this.counts(field)
      // One value: it is shown because it counts, or because it is what the tab has put in its place.
      if (counts.length > 1 || counts[0] !== has || this.dropped.has(field)) {
        // An undo shows again what its tab has shown, also where the tab that had saved that has it open again.
        const isNews = !this.shown[tab]!.has(has)
        const isTyped =
          isNews && !counts.includes(has) && this.open.some((all) => all.get(field)?.value === has)
        expect(isTyped, `${what}: ${field} shows what another tab has typed`).toBe(false)
        this.open[tab]!.set(field, { value: has, how: 'back' })
      }
    }
  }

  /** A tab that has slept is loaded anew. */
  awoken(tab: number): void {
    for (const { by, field, standing } of this.words.values())
      if (by === tab && standing === 'saved') this.slept[tab]!.add(field)
  }

  /** Who was asked, as another tab had saved the same field meanwhile, has chosen what is their own. */
  chosen(tab: number, look: Look, fields: readonly string[]): void {
    for (const field of fields)
      this.saved[field]?.push({ value: look.plain[field]!, by: tab, standing: 'saved', hasLeft: true })
  }

  /**
   * What may be on the site is no edit any more where edits are cleared: it is shown once it turns out to be there. Nor is
   * it sent again that lies below what was typed over it.
   */
  cleared(tab: number, after: Look): void {
    for (const [name, word] of this.words) {
      const isToTakeOut = word.standing === 'gone' && word.hasLeft && !word.isTakenOut
      if (word.by === tab && (word.standing === 'undone' || isToTakeOut)) word.standing = 'unsure'
      // Whose undo is given up stands as it did before.
      if (word.by === tab && word.standing === 'redone' && after.words.includes(name)) word.standing = 'saved'
    }
    for (const field of plain)
      for (const one of this.saved[field]!) {
        const isOwn = one.by === tab && one.standing === 'saved' && one.hasLeft
        if (isOwn && one.value !== after.plain[field]) one.standing = 'maybe'
      }
  }

  /** What may have left has. */
  left(): void {
    for (const word of this.words.values()) {
      word.isTakenOut = word.standing === 'gone'
      if (word.standing !== 'open') word.hasLeft = true
    }
    for (const all of Object.values(this.saved)) for (const one of all) one.hasLeft = true
  }

  /** What waits is sent, in the moment in which some tabs save. */
  sent(saving: readonly number[]): void {
    for (const field of plain) {
      const waiting = this.saved[field]!.filter(({ standing, hasLeft }) => !hasLeft && standing !== 'gone')
      const isCrossing = waiting.some(
        ({ by }) => saving.includes(by) && waiting.some((other) => other.by !== by),
      )
      if (isCrossing) this.crossed.add(field)
    }
  }

  hasOpen(tab: number): boolean {
    return this.open[tab]!.size > 0 || ['content', 'tag'].some((field) => this.hasOpenWords(tab, field))
  }

  private hasOpenWords(tab: number, ofField: string): boolean {
    if (this.slept[tab]!.has(ofField)) return true
    return [...this.words.values()].some(
      ({ by, field, standing }) => by === tab && field === ofField && !['saved', 'gone'].includes(standing),
    )
  }

  private hasWaitingWords(tab: number, ofField: string): boolean {
    return [...this.words.values()].some(
      ({ by, field, standing, hasLeft }) =>
        by === tab && field === ofField && standing === 'saved' && !hasLeft,
    )
  }

  expectShown(tab: number, look: Look, what: string): void {
    for (const [name, { by, field, standing }] of this.words) {
      const own = by === tab
      // Where a tab has an edit of its own, it shows that: it hears of the others' when it saves.
      if (!own && (this.apart.has(field) || this.hasOpenWords(tab, field))) continue
      const has = look.words.includes(name)
      if (standing === 'saved' || (own && ['open', 'redone'].includes(standing)))
        expectEqual(has, true, `${what}: ${name}, ${standing} by ${by}, is shown`)
      // What was taken out by its tab below what waits of another one is taken out of that as well once it is sent.
      else if (standing === 'gone' && !own && this.hasWaitingWords(tab, field)) continue
      else if (standing === 'gone' || standing === 'open' || (own && standing === 'undone'))
        expectEqual(has, false, `${what}: ${name}, ${standing} by ${by}, is not shown`)
    }
    for (const field of plain) {
      this.shown[tab]!.add(look.plain[field]!)
      const open = this.open[tab]!.get(field)
      const counts = this.counts(field)
      const allowed = open ? [open.value, ...(open.how === 'typed' ? [] : counts)] : counts
      expectAmong(allowed, look.plain[field], `${what}: ${field}`)
    }
  }

  expectOnSite(look: Look, what: string): void {
    for (const name of look.words) {
      const standing = this.words.get(name)?.standing
      if (standing === 'open') expect.unreachable(`${what}: ${name} on the site`)
      if (standing === 'gone')
        expectEqual(this.words.get(name)!.hasLeft, true, `${what}: ${name} on the site`)
    }
    for (const field of plain) {
      const known = this.saved[field]!.filter(({ standing, hasLeft }) => standing !== 'gone' || hasLeft)
      expectAmong(
        known.map(({ value }) => value),
        look.plain[field],
        `${what}: ${field} on the site`,
      )
    }
  }
}

/** Plays what one person does in several tabs at one post, and a colleague beside. */
export async function play(steps: readonly Step[], delays: readonly number[], queue: Way): Promise<void> {
  const office = openOffice({
    posts: 1,
    durable: true,
    postMeta: { post: Object.fromEntries(entries.map((entry) => [entry, { default: '' }])) },
  })
  const ben = office.site.as('ben')
  await ben({ path, method: 'PUT', data: { content: paragraphs(...names), excerpt: 'Excerpt' } })
  const tags: number[] = []
  for (const one of steps) {
    if (!('where' in one) || one.where !== 'tag') continue
    const data = { name: `Tag ${tags.length}` }
    tags.push(((await ben({ path: '/wp/v2/tags', method: 'POST', data })).data as { id: number }).id)
  }
  const site = async (): Promise<Fields & { readonly etag: string }> => {
    const { data, headers } = await ben({ path: `${path}?context=edit` })
    const { title, content, excerpt, ...post } = data as Record<string, { raw: string }> & Fields
    const raw = (value: unknown) => (value as { raw: string }).raw
    const fields = { title: raw(title), content: raw(content), excerpt: raw(excerpt) }
    return { ...post, ...fields, etag: headers.get('ETag')! }
  }
  const wait = turns(delays)
  const lost: boolean[] = []
  const heard: Promise<void>[] = []
  let isOnline = true
  const ledger = new Ledger(lookAt(await site()))

  const open = async (memory: MemoryTab) => {
    const life = { isOver: false }
    const fetcher: Fetcher = async (request) => {
      const isGone = life.isOver
      await wait()
      if (isGone) return new Promise(() => undefined)
      const isLost = (request.method ?? 'GET') !== 'GET' && isOnline && lost.length > 0
      const isDone = isLost ? lost.shift() : true
      const answer = isDone ? await office.fetcher(request) : undefined
      await wait()
      if (life.isOver) return new Promise(() => undefined)
      if (!isLost && answer) return answer
      throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
    }
    const page = hearingLate(memory, wait, heard)
    const tab = await openTab({ ...office, fetcher }, { queue, conflicts: 'merge', page })
    await tab.load(11).catch(() => undefined)
    return { memory, life, tab, isFrozen: false, under: [] as Promise<unknown>[] }
  }
  type Page = Awaited<ReturnType<typeof open>>
  const pages: (Page | undefined)[] = [await open(office.storage.tab()), await open(office.storage.tab())]
  /** What pages have left that are not there again, by tab: where they stood, and the items of it. */
  const dead = new Map<number, { readonly memory: MemoryTab; readonly items: readonly string[] }>()
  const itemsIn = (tab: Tab) => tab.durability.recovered().map(({ item }) => item)
  const living = () => pages.flatMap((page, tab) => (page && !page.isFrozen ? [{ ...page, at: tab }] : []))
  const fieldsOf = (tab: Tab) => tab.shown(11) as unknown as Fields
  const lookIn = (tab: Tab) => lookAt(fieldsOf(tab))

  const isAtOnce = () => queue === 'offline' && isOnline
  const conflictIn = (tab: Tab) => selectSaveConflict(tab.getState(), 'postType', 'post', 11)?.fields
  const rest = async () => {
    for (let calm = 0, round = 0; calm < 3; round++) {
      if (round === 2_000) expect.unreachable('It does not rest.')
      await pass(4)
      await Promise.all(heard.splice(0))
      const isBusy = living().some(({ tab }) => tab.queue.status().state === 'sending')
      calm = isBusy || heard.length > 0 ? 0 : calm + 1
    }
  }
  const settle = async (): Promise<void> => {
    await Promise.all(living().flatMap(({ under }) => under.splice(0)))
    await rest()
    for (const { tab } of living()) await tab.durability.flush()
    await rest()
  }
  const check = async (what: string) => {
    if (isOnline) ledger.left()
    if (living().every(({ tab }) => tab.queue.entries().length === 0)) ledger.apart.clear()
    for (const { tab, at: place } of living()) {
      const told = `${what}, tab ${place}`
      ledger.expectShown(place, lookIn(tab), told)
      const state = selectRecordState(tab.getState(), 'postType', 'post', 11)
      expectEqual(conflictIn(tab), undefined, told)
      const allowed = ['saved', 'waiting', 'saving', ...(ledger.hasOpen(place) ? ['unsaved', 'failed'] : [])]
      expectAmong(allowed, state, told)
    }
    ledger.expectOnSite(lookAt(await site()), what)
  }

  const typed = (fields: Fields, who: string, one: string, word: string): object => {
    if (one === 'tag') return { tags: [...fields.tags, Number(word.slice(4))] }
    if (one === 'meta') return { meta: { [`of_${who.replace('tab', '')}`]: word } }
    if (one !== 'content') return { [one]: word }
    const texts = textsOf(fields.content).map((text) => (nameOf(text) === who ? `${text} ${word}` : text))
    return { content: paragraphs(...texts) }
  }
  const setOnline = (is: boolean) => {
    isOnline = is
    if (is) ledger.sent(tabs.filter((tab) => pages[tab] && pages[tab].under.length > 0))
    if (is) office.goOnline()
    else office.goOffline()
  }

  for (const [index, one] of steps.entries()) {
    const what = `${index} ${JSON.stringify(one)}`
    const word = 'where' in one && one.where === 'tag' ? `tag ${tags.shift()}` : `w${index}z`
    if (one.do === 'lose') {
      lost.push(one.isDone)
      continue
    }
    if (isOnline) ledger.left()
    if (one.do === 'offline' || one.do === 'online') setOnline(one.do === 'online')
    else if (one.do === 'wait') {
      await settle()
      await letPass(3_000)
    } else if (one.do === 'ben') {
      for (let isDone = false; !isDone;) {
        const { etag, ...fields } = await site()
        const data = typed(fields, 'ben', one.where, word)
        isDone = await ben({ path, method: 'PUT', data, headers: { 'If-Match': etag } }).then(
          () => true,
          () => false,
        )
      }
      if (one.where === 'meta')
        for (const [name, { by, field }] of ledger.words)
          if (by < 0 && field === 'meta') ledger.words.delete(name)
      ledger.words.set(word, { by: -1, field: one.where, standing: 'ben', hasLeft: true })
    } else if ('at' in one) {
      const page = pages[one.at]
      if (one.do === 'reload' || one.do === 'kill') {
        await settle()
        // What a page that sleeps has open would be restored, too.
        const isKilled = one.do === 'kill' && pages.every((other) => !other?.isFrozen)
        const { memory, items = [] } = dead.get(one.at) ?? {}
        dead.delete(one.at)
        let next = (!isKilled && memory?.reload()) || office.storage.tab()
        if (page) {
          if (page.isFrozen) {
            page.memory.thaw()
            ledger.awoken(one.at)
          }
          await page.tab.durability.flush()
          page.life.isOver = true
          if (isKilled) page.memory.kill()
          else next = page.memory.reload()
          void page.tab.durability.close().catch(() => undefined)
        }
        const opened = (pages[one.at] = await open(next))
        await settle()
        const ofOthers = [...dead.values()].flatMap((other) => other.items)
        const left = itemsIn(opened.tab).filter((item) => !ofOthers.includes(item))
        if (isKilled || items.length > 0) await opened.tab.durability.restore(left)
      } else if (!page) continue
      else if (one.do === 'die') {
        await settle()
        const [other] = living().filter(({ at }) => at !== one.at)
        if (page.isFrozen || !other) continue
        const before = itemsIn(other.tab)
        page.life.isOver = true
        page.memory.kill()
        void page.tab.durability.close().catch(() => undefined)
        pages[one.at] = undefined
        await settle()
        const items = itemsIn(other.tab).filter((item) => !before.includes(item))
        dead.set(one.at, { memory: page.memory, items })
      } else if (one.do === 'thaw' || one.do === 'freeze') {
        if (one.do === 'thaw') {
          page.memory.thaw()
          // What was saved at once meanwhile nobody has told it.
          if (isAtOnce()) await page.tab.readAgain(11).catch(() => undefined)
        } else {
          // What a page that falls asleep has not written down yet, no other one can know.
          if (page.under.length > 0 || page.tab.queue.entries().length > 0) await settle()
          page.memory.freeze('cached')
        }
        page.isFrozen = one.do === 'freeze'
      } else if (page.isFrozen) continue
      else if (one.do === 'type') {
        const changes = typed(fieldsOf(page.tab), `tab${one.at}`, one.where, word)
        page.tab.edit(11, changes)
        ledger.type(one.at, one.where === 'meta' ? `of_${one.at}` : one.where, word, page.under.length > 0)
      } else if (one.do === 'save') {
        const saving = tabs.filter((tab) => tab !== one.at && pages[tab] && pages[tab].under.length > 0)
        ledger.save(one.at, lookIn(page.tab), saving, page.tab.queue.entries())
        if (isOnline) ledger.left()
        page.under.push(page.tab.save(11).catch(() => undefined))
      } else {
        const before = lookIn(page.tab)
        if (one.do === 'undo') page.tab.dispatch(undo())
        else if (one.do === 'redo') page.tab.dispatch(redo())
        else if (one.do === 'clear') page.tab.dispatch(clearEntityRecordEdits('postType', 'post', 11))
        else {
          await settle()
          const [entry] = page.tab.queue.entries()
          if (!entry || isOnline || page.tab.queue.entries().length > 1) continue
          await page.tab.queue.discard(entry.id)
          discarded(entry.fields)
        }
        if (one.do !== 'discard')
          ledger.changed(one.at, before, lookIn(page.tab), page.under.length > 0, what)
        if (one.do === 'clear') ledger.cleared(one.at, lookIn(page.tab))
      }
    }
    if ('isQuick' in one && one.isQuick) continue
    await settle()
    ledger.dropped.clear()
    await check(what)
  }

  /** What waits of some fields is not sent, and stays an edit of who has saved it. */
  function discarded(fields: readonly string[]): void {
    const isIn = (field: string) =>
      fields.some((one) => one === field || (one === 'tags' && field === 'tag') || one.startsWith('meta'))
    for (const word of ledger.words.values()) {
      if (word.standing === 'open' || word.standing === 'ben' || !isIn(word.field)) continue
      ledger.dropped.add(word.field)
      word.standing = word.hasLeft ? 'unsure' : word.standing === 'saved' ? 'open' : word.standing
    }
    for (const field of plain) {
      if (!isIn(field)) continue
      ledger.dropped.add(field)
      // What was saved last is what waits: what it was saved over is open nowhere, unless nobody knows which was the last.
      let isOver = false
      for (const saved of [...ledger.saved[field]!].reverse()) {
        if (saved.by < 0 || saved.standing === 'gone') continue
        if (!isOver && !ledger.open[saved.by]!.has(field))
          ledger.open[saved.by]!.set(field, { value: saved.value, how: 'back' })
        isOver ||= saved.standing === 'saved' && !ledger.crossed.has(field)
        saved.standing = saved.hasLeft ? 'maybe' : 'gone'
      }
    }
  }

  for (const [tab, { memory }] of dead) pages[tab] = await open(memory.reload())
  dead.clear()
  const asleep = pages.filter((page) => page?.isFrozen)
  for (const page of asleep) {
    page!.memory.thaw()
    page!.isFrozen = false
  }
  lost.length = 0
  setOnline(true)
  await settle()
  for (const page of asleep) await page!.tab.readAgain(11)
  await letPass(5_000)
  await settle()
  await check('online')
  for (const { tab, at: place } of living()) {
    ledger.save(place, lookIn(tab), [])
    ledger.left()
    await tab.save(11).catch(() => undefined)
    await settle()
    await check(`saved in ${place}`)
  }
  await letPass(5_000)
  await settle()
  await check('at the end')
  for (const { tab } of living()) await tab.readAgain(11)
  await rest()
  const end = lookAt(await site())
  for (const { tab } of living()) {
    expect(tab.queue.entries()).toEqual([])
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
    const shown = lookIn(tab)
    expect({ ...shown, words: [...shown.words].sort() }).toEqual({ ...end, words: [...end.words].sort() })
  }
  for (const [name, { standing }] of ledger.words)
    if (standing === 'saved' || standing === 'ben') expect(end.words, name).toContain(name)
    else if (standing === 'gone') expect(end.words, name).not.toContain(name)
  for (const { tab } of living()) await tab.durability.close()
}
