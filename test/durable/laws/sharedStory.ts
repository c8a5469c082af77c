import { plainCodec, structuredCodec } from 'copydesk/sync'
import fc from 'fast-check'
import { expect } from 'vitest'
import { expectAmong, expectEqual } from '../../support/expectEqual'
import { turns, until } from '../../support/until'
import { Network } from '../../sync/network'
import { paragraphs } from '../conflicts/conflictStores'
import {
  entryOf,
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

/** Whose paragraphs there are: the words after its name are what was written. */
const names = [...places, 'eva', 'all']

const at = fc.nat(places.length - 1)
const does = <Do extends string>(...all: Do[]) => fc.record({ do: fc.constantFrom(...all), at })
/** Where a word goes: into the paragraph of its writer, that of all, a new one behind that, or another field. */
const where = fc.constantFrom('own', 'own', 'all', 'new', 'title', 'excerpt', 'meta')
export type Where = typeof where extends fc.Arbitrary<infer Value> ? Value : never

export const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('type' as const), at, where }) },
  { weight: 4, arbitrary: does('save', 'save', 'autosave', 'read') },
  { weight: 3, arbitrary: does('undo', 'redo', 'cut', 'choose', 'chooseTheirs') },
  { weight: 3, arbitrary: does('offline', 'online', 'online') },
  { weight: 2, arbitrary: does('die', 'dieAtOnce') },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('eva' as const), where }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  // The next write fails, before or after its work; or its answer, or the work too, takes its time.
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('lose', 'refuse', 'slow', 'slow'),
      at,
      isDone: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: does('answer') },
  // The relay keeps messages back, delivers one of them, perhaps twice, loses one, or has caught up.
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('relay' as const),
      how: fc.constantFrom('hold', 'deliver', 'deliver', 'repeat', 'drop', 'flow'),
      which: fc.nat(20),
    }),
  },
)
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const nameOf = (text: string) => text.split(' ')[0]
export const ways = ['texts', 'blocks', 'values'] as const
/** How the record is shared: `values` by the plain codec, where the last change of a field counts. */
type Way = (typeof ways)[number]

/** What a new paragraph is called: much like another one. */
const newName = (word: string) => `paragraph-${String.fromCharCode(97 + Number.parseInt(word.slice(1)))}`

/** What a post is with one more word, as somebody writes it who sees that post. */
function withWord(post: Post, who: string, where: Where, word: string): Partial<Post> {
  if (where === 'title' || where === 'excerpt') return { [where]: `${post[where]} ${word}` }
  if (where === 'meta') return { meta: { [entryOf(who)]: word } }
  const texts = textsOf(post.content)
  const name = where === 'own' ? who : 'all'
  const place = texts.findIndex((text) => nameOf(text) === name)
  if (where === 'new' || place < 0) texts.splice(place + 1, 0, `${newName(word)} ${word}`)
  else texts[place] = `${texts[place]} ${word}`
  return { content: paragraphs(...texts) }
}

class SharedLedger extends Ledger {
  /**
   * Whether somebody came into a document that had not heard of what is on the site: nobody knows what either side began
   * with, so that from then on texts may stand beside each other.
   */
  hasJoined = false

  /** What all have seen last, by field. */
  private readonly agreed = new Map<string, string>()
  /** What pages had that died before it was surely kept. */
  readonly leftByDead = new Set<string>()

  /** Who chooses of a conflict changes the value, also where it is what all have seen last: the last change counts. */
  choose(fields: readonly string[]): void {
    for (const field of fields) this.agreed.delete(field.split('.')[0]!)
  }

  /** Of values that two have changed apart one will be gone: nothing is said of the words in either. */
  look(pages: readonly (Post | undefined)[]): void {
    for (const field of ['title', 'content', 'excerpt', 'meta'] as const) {
      const values = new Set(pages.flatMap((post) => (post ? [JSON.stringify(post[field])] : [])))
      // A page that shows nothing yet may have kept its value before it died: that is one of two, too.
      if (wordsOf([...values]).some((word) => this.leftByDead.has(word)))
        for (const word of wordsOf(this.agreed.get(field))) this.there.delete(word)
      if (values.size > 1 && [...values].filter((value) => value !== this.agreed.get(field)).length > 1)
        for (const word of wordsOf([...values])) this.there.delete(word)
      else if (values.size === 1) this.agreed.set(field, [...values][0]!)
    }
  }
}

/** Nothing stands there that nobody wrote: no words within words, and no paragraph twice. */
function expectWritten(ledger: SharedLedger, post: Post, what: string): void {
  for (const word of wordsOf(post)) expectEqual(ledger.writers.has(word), true, `${what}: ${word}`)
  for (const text of textsOf(post.content)) {
    const [name = '', ...words] = text.split(' ')
    expectEqual(
      words.filter((word) => !ledger.writers.has(word)),
      [],
      `${what}: ${text}`,
    )
    if (!names.includes(name)) expectAmong([...ledger.writers.keys()].map(newName), name, `${what}: ${text}`)
  }
  const all = textsOf(post.content)
  expectEqual(paragraphs(...all), post.content, what)
  for (const field of ['title', 'excerpt'] as const) {
    const names = post[field].replace(/ w\d+z/g, '').toLowerCase()
    if (!ledger.hasJoined) expectEqual(names, field, what)
  }
  if (ledger.hasJoined) return
  expectEqual(new Set(all.map(nameOf)).size, all.length, `${what}: ${all.join(' | ')}`)
  for (const field of ['title', 'content', 'excerpt'] as const) {
    const found = field === 'content' ? all.flatMap((text) => text.split(' ').slice(1)) : wordsOf(post[field])
    expectEqual(new Set(found).size, found.length, `${what}: ${field} ${found.join(' ')}`)
  }
}

/** Plays what people do at one post, some together and one beside them, and holds what is said above after each step. */
export async function play(steps: readonly Step[], way: Way): Promise<void> {
  const room: Room = {
    site: openSite(names),
    network: new Network(),
    codec: way === 'values' ? plainCodec : structuredCodec(),
    blocks: way === 'blocks' ? paragraphBlocks : undefined,
    overtaken: new Set(),
  }
  const { site, network, overtaken } = room
  const devices = places.map(() => makeDevice())
  const ledger = new SharedLedger()
  const pages: Page[] = []
  for (const [at, place] of places.entries())
    pages.push(await openPage(room, place, devices[at]!, devices[at]!.storage.tab()))
  /** Words that were typed and taken back since the pages had time to keep it. */
  let fresh = places.map(() => new Set<string>())

  /** What is on the site and not on every screen. */
  const news = async () => {
    const saved = wordsOf(await onSite(site))
    const shown = pages.map((page) => wordsOf(page.shown()))
    return saved.filter((word) => !shown.every((words) => words.includes(word)))
  }
  const pause = async (milliseconds: number) => {
    await rest(pages, milliseconds)
    fresh = places.map(() => new Set())
  }
  /** Waits for something that a page asks of the site, but not for what is under way. */
  const ended = async (at: number, work: Promise<unknown>) => {
    let isOver = false
    void work.then(() => (isOver = true))
    await until(() => isOver || devices[at]!.underWay.length > 0)
  }
  const relay = (how: Extract<Step, { do: 'relay' }>['how'], which: number) => {
    if (how === 'hold') network.isInstant = false
    else if (how === 'flow') network.flow()
    else if (how === 'drop') network.lose(which)
    else network.deliver(which, how === 'repeat')
  }
  const setOnline = async (at: number, isOnline: boolean) => {
    devices[at]!.isOnline = isOnline
    devices[at]!.storage.setOnline(isOnline)
    network.setOnline(places[at]!, isOnline)
  }
  const lookAtValues = () => {
    if (way === 'values') ledger.look(pages.map((page) => page.shown()))
  }
  /** Something that somebody does in a page, on purpose; of texts an undo takes back, and a redo brings, only one's own. */
  const act = (at: number, work: (page: Page) => void, isUndo = false) => {
    const page = pages[at]!
    const before = page.seen()
    work(page)
    const after = page.seen()
    if (isUndo && way !== 'values') {
      const [had, has] = [before, after].map(([post]) => wordsOf({ ...post, meta: {} })) as [
        string[],
        string[],
      ]
      const moved = [
        ...had.filter((word) => !has.includes(word)),
        ...has.filter((word) => !had.includes(word)),
      ]
      const others = moved.filter((word) => ledger.writers.get(word) !== places[at])
      expect(others, `undo of ${places[at]}`).toEqual([])
    }
    for (const word of new Set([...wordsOf(before), ...wordsOf(after)]))
      if (wordsOf(before).includes(word) !== wordsOf(after).includes(word)) fresh[at]!.add(word)
    // A conflict still names what was taken back under it.
    if (isUndo) ledger.changed(before[0], after[0])
    else ledger.changed(before, after)
    lookAtValues()
  }
  const check = async (what: string) => {
    lookAtValues()
    const saved = await onSite(site)
    expectWritten(ledger, saved, `${what}, site`)
    const conflicts = pages.flatMap((page) => wordsOf(page.conflict()?.fields))
    const known = new Set([...wordsOf(saved), ...conflicts])
    for (const word of ledger.there) {
      const writer = places.indexOf(ledger.writers.get(word) as never)
      const page = pages[writer]
      if (page && !page.shown()) continue
      const has = known.has(word) || overtaken.has(word) || (page && wordsOf(page.shown()).includes(word))
      if (!has)
        expect([what, pages.map((one) => one.shown()), saved, pages.map((one) => one.conflict())]).toEqual(
          `${word} of ${ledger.writers.get(word)} is somewhere`,
        )
    }
  }
  const choose = (at: number, side: 'mine' | 'theirs' = 'mine') =>
    act(at, (page) => {
      if (way === 'values') ledger.choose(Object.keys(page.conflict()?.fields ?? {}))
      page.choose(side)
    })

  for (const [index, one] of steps.entries()) {
    const what = `${index} ${JSON.stringify(one)}`
    if (one.do === 'wait') {
      await pause(15_000)
    } else if (one.do === 'eva') {
      const before = await onSite(site)
      const word = ledger.next('eva')
      await site.as('eva')({ path, method: 'PUT', data: withWord(before, 'eva', one.where, word) })
      ledger.changed(before, await onSite(site))
      // By the revisions a save hears of what it replaces that came while it was under way: of meta there are none.
      const isUnseen = one.where === 'meta' && devices.some(({ underWay }) => underWay.length > 0)
      if (isUnseen) ledger.there.delete(word)
    } else if (one.do === 'relay') relay(one.how, one.which)
    else if (one.do === 'lose' || one.do === 'refuse' || one.do === 'slow') devices[one.at]!.faults.push(one)
    else if (one.do === 'answer') devices[one.at]!.underWay.shift()?.()
    else {
      const page = pages[one.at]!
      const place = places[one.at]!
      if (one.do === 'type') {
        const post = page.shown()
        if (post) {
          const { content, ...fields } = withWord(post, place, one.where, ledger.next(place))
          act(one.at, () => (content === undefined ? page.edit(fields) : page.write(textsOf(content))))
        }
      } else if (one.do === 'cut') {
        const post = page.shown()
        const texts = textsOf(post?.content ?? '')
        const word = wordsOf(texts)
          .filter((each) => ledger.writers.get(each) === place)
          .at(-1)
        if (word)
          act(one.at, () =>
            page.write(
              texts
                .filter((text) => nameOf(text) !== newName(word))
                .map((text) => text.replace(` ${word}`, '')),
            ),
          )
      } else if (one.do === 'undo') act(one.at, (one) => one.undo(), true)
      else if (one.do === 'redo') act(one.at, (one) => one.redo(), true)
      else if (one.do === 'choose' || one.do === 'chooseTheirs')
        choose(one.at, one.do === 'choose' ? 'mine' : 'theirs')
      else if (one.do === 'save' || one.do === 'autosave')
        await ended(one.at, page.save(one.do === 'autosave'))
      else if (one.do === 'read') {
        await ended(one.at, page.read())
      } else if (one.do === 'offline' || one.do === 'online') await setOnline(one.at, one.do === 'online')
      else {
        if (one.do === 'die') await pause(1_200)
        const lost = fresh[one.at]!
        ledger.hasJoined ||= (await news()).length > 0
        const next = await page.die()
        devices[one.at]!.underWay.length = 0
        for (const word of lost) {
          ledger.there.delete(word)
          ledger.leftByDead.add(word)
        }
        pages[one.at] = await openPage(room, place, devices[one.at]!, next)
      }
    }
    for (const { sync } of pages) sync.flush()
    await turns(4)
    await check(what)
  }
  for (const { faults, underWay } of devices) {
    faults.length = 0
    while (underWay.length > 0) underWay.shift()?.()
  }
  for (const at of places.keys()) await setOnline(at, true)
  network.flow()
  await pause(15_000)
  await check('all are online')
  const isSettled = () => pages.every((page) => !page.hasEdits() && !page.conflict())
  for (let round = 0; round < 4 && !(round > 0 && isSettled()); round++) {
    for (const [at, page] of pages.entries()) {
      await page.read()
      await page.save()
      choose(at)
      await page.save()
      await pause(2_000)
      await check(`round ${round}, ${places[at]}`)
    }
  }
  await pause(15_000)
  for (const page of pages) await page.read()
  await pause(2_000)
  const saved = await onSite(site)
  expect(pages.map((page) => [page.shown(), page.hasEdits(), page.conflict()])).toEqual(
    pages.map(() => [saved, false, undefined]),
  )
  for (const word of ledger.there)
    if (!overtaken.has(word)) expect(wordsOf(saved), 'at the end').toContain(word)
  for (const { sync, durability } of pages) {
    await sync.close()
    await durability.close()
  }
}
