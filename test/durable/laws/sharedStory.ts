import {
  editEntityBlocks,
  editEntityRecord,
  fetchEntityRecord,
  loadEntityConfigs,
  redo,
  RestError,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  selectEntityBlocks,
  selectHasEdits,
  undo,
  type BlockCodec,
  type Fetcher,
} from 'copydesk'
import { memoryStorage, resolveConflict, selectSaveConflict, type MemoryTab } from 'copydesk/durable'
import { plainCodec, structuredCodec, type SyncPersistence } from 'copydesk/sync'
import { createMockSite } from 'copydesk/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { owner, person } from '../../support/person'
import { turns, until } from '../../support/until'
import { letPass } from '../../support/virtualTime'
import { newDevice } from '../../sync/desk'
import { Network } from '../../sync/network'
import { paragraphs } from '../conflicts/conflictStores'

const path = '/wp/v2/posts/11'
/** Ada has two devices, Ben one; each has a paragraph and an entry of meta of its own. Eva writes in that of the first. */
const places = ['desk', 'phone', 'ben'] as const
const names = [...places, 'eva', 'all']
const entryOf = (who: string) => `of_${who === 'eva' ? places[0] : who}`
const entries = places.map(entryOf)

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

/** Paragraphs as blocks. */
function paragraphBlocks(): BlockCodec {
  let ids = 0
  const mark = Math.random().toString(36).slice(2)
  return {
    parse: (content) =>
      [...content.matchAll(/<p>([^<]*)<\/p>/g)].map(([, text]) => ({
        clientId: `${mark}-${ids++}`,
        name: 'core/paragraph',
        attributes: { content: text },
        innerBlocks: [],
      })),
    serialize: (blocks) => paragraphs(...blocks.map(({ attributes }) => String(attributes.content))),
  }
}

/** What stands in the fields that somebody sees, or the site has. */
interface Post {
  readonly title: string
  readonly content: string
  readonly excerpt: string
  readonly meta: Readonly<Record<string, string>>
}

const wordsOf = (value: unknown): string[] => JSON.stringify(value ?? null).match(/\bw\d+z\b/g) ?? []
const textsOf = (content: string) => [...content.matchAll(/<p>([^<]*)<\/p>/g)].map(([, text]) => text ?? '')

function openSite() {
  return createMockSite({
    users: [
      { id: 1, username: 'ada', role: 'administrator' },
      { id: 2, username: 'ben', role: 'administrator' },
      { id: 3, username: 'eva', role: 'administrator' },
    ],
    posts: [
      {
        ...{ id: 11, title: 'Title', excerpt: 'Excerpt', status: 'draft', author: 1 },
        content: paragraphs(...names),
      },
    ],
    postMeta: { post: Object.fromEntries(entries.map((entry) => [entry, { default: '' }])) },
  })
}

type Site = ReturnType<typeof openSite>

async function onSite(site: Site): Promise<Post> {
  const { data } = await site.as('eva')({ path: `${path}?context=edit` })
  const { title, content, excerpt, meta } = data as Record<'title' | 'content' | 'excerpt', { raw: string }> &
    Pick<Post, 'meta'>
  const own = Object.fromEntries(entries.map((entry) => [entry, meta[entry] ?? '']))
  return { title: title.raw, content: content.raw, excerpt: excerpt.raw, meta: own }
}

/** What becomes of a write: `isDone` says whether the site does its work first. */
interface Fault {
  readonly do: 'lose' | 'refuse' | 'slow'
  readonly isDone: boolean
}

/** What a device keeps between its pages, whether it has a network, and what becomes of its next writes. */
function makeDevice() {
  const faults: Fault[] = []
  /** What lets writes go on that take their time. */
  const underWay: (() => void)[] = []
  return { isOnline: true, storage: memoryStorage(), documents: newDevice(), faults, underWay }
}

export const ways = ['texts', 'blocks', 'values'] as const

interface Room {
  readonly site: Site
  readonly network: Network
  /** How the record is shared: `values` by the plain codec, where the last change of a field counts. */
  readonly way: (typeof ways)[number]
  /** Words that a save has replaced which was under way when they were saved, and somebody was shown. */
  readonly overtaken: Set<string>
}

const failureOf = ({ do: what }: Fault) =>
  what === 'lose'
    ? new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
    : new RestError({ code: 'internal_error', message: 'The site has failed.', status: 500 })

async function openPage(
  { site, network, way, overtaken }: Room,
  place: (typeof places)[number],
  device: ReturnType<typeof makeDevice>,
  tab: MemoryTab,
) {
  const hasBlocks = way === 'blocks'
  const life = { isOver: false }
  const ask = site.as(place === 'ben' ? 'ben' : 'ada')
  const fetcher: Fetcher = async (request) => {
    if (life.isOver) return new Promise(() => undefined)
    if (!device.isOnline) throw new RestError({ code: 'fetch_error', message: 'There is no network.' })
    const isWrite = (request.method ?? 'GET') !== 'GET'
    const fault = isWrite ? device.faults.shift() : undefined
    const slow = () => new Promise<void>((go) => device.underWay.push(go))
    if (fault && !fault.isDone) {
      if (fault.do !== 'slow') throw failureOf(fault)
      await slow()
      if (life.isOver) return new Promise(() => undefined)
    }
    const answer = await ask(request)
    if (fault?.isDone) {
      if (fault.do !== 'slow') throw failureOf(fault)
      await slow()
    }
    return life.isOver ? new Promise(() => undefined) : answer
  }
  const leaving: (() => Promise<void>)[] = []
  const persistence: SyncPersistence = {
    open: async (name, doc) => {
      const opened = await device.documents.open(name, doc)
      leaving.push(() => opened.destroy())
      return { ...opened, keepBase: (base) => void (!life.isOver && opened.keepBase(base)) }
    },
  }
  const { store, dispatch, getState, durability, sync } = person({
    site,
    network: { fetcher },
    durability: { owner: { ...owner, user: place === 'ben' ? 2 : 1 }, storage: tab },
    sync: {
      transports: [network.transport(place)],
      persistence,
      codec: way === 'values' ? plainCodec : structuredCodec(),
    },
    store: { collectAfter: false, ...(hasBlocks && { blocks: paragraphBlocks() }) },
  })
  await durability.ready
  const read = () =>
    dispatch(fetchEntityRecord('postType', 'post', 11, undefined, { force: true })).catch(() => undefined)
  await dispatch(loadEntityConfigs('postType')).catch(() => undefined)
  const conflict = () => selectSaveConflict(getState(), 'postType', 'post', 11)
  store.subscribe(() => {
    const now = conflict()
    if (now?.reason !== 'overtaken') return
    for (const word of wordsOf(Object.values(now.fields).map(({ theirs }) => theirs))) overtaken.add(word)
  })
  // As the hooks do that show who else is here.
  sync.open('postType', 'post', 11)
  await read()
  const isShared = () => ['open', 'kept'].includes(String(sync.documentStatus('postType', 'post', 11)))
  const record = () => selectEditedEntityRecord<string, string>(getState(), 'postType', 'post', 11)
  // What is kept is shown without a network, too.
  if (device.isOnline || record()) await until(isShared)
  const blocks = () => (hasBlocks ? selectEntityBlocks(getState(), 'postType', 'post', 11) : undefined)
  const edit = (edits: object) =>
    void dispatch(editEntityRecord<string, string>('postType', 'post', 11, edits))
  /** What is on screen; nothing where nothing was read yet. */
  const shown = (): Post | undefined => {
    const { title, content, excerpt, meta } = (record() ?? {}) as Partial<Post>
    if (title === undefined || content === undefined || excerpt === undefined || !meta) return undefined
    const all = blocks()
    return {
      title,
      excerpt,
      content: all ? paragraphBlocks().serialize(all) : content,
      meta: Object.fromEntries(entries.map((entry) => [entry, meta[entry] ?? ''])),
    }
  }
  return {
    store,
    sync,
    durability,
    tab,
    read,
    edit,
    shown,
    isShared,
    undo: () => void dispatch(undo()),
    redo: () => void dispatch(redo()),
    save: (isAutosave = false) =>
      dispatch(saveEditedEntityRecord('postType', 'post', 11, { isAutosave })).catch(() => undefined),
    hasEdits: () => selectHasEdits(getState(), 'postType', 'post', 11),
    conflict,
    choose: (choices: Parameters<typeof resolveConflict>[3]) =>
      void dispatch(resolveConflict('postType', 'post', 11, choices)),
    write: (texts: readonly string[]) => {
      const all = blocks()
      if (!all) {
        edit({ content: paragraphs(...texts) })
        return
      }
      const left = [...all]
      const written = texts.map((text) => {
        // A block goes on whose text begins as this one does: paragraphs have names.
        const at = left.findIndex(({ attributes }) => nameOf(String(attributes.content)) === nameOf(text))
        const [block] = at < 0 ? [] : left.splice(at, 1)
        return block
          ? block.attributes.content === text
            ? block
            : { ...block, attributes: { ...block.attributes, content: text } }
          : { clientId: text, name: 'core/paragraph', attributes: { content: text }, innerBlocks: [] }
      })
      dispatch(editEntityBlocks('postType', 'post', 11, written))
    },
    /** The page is gone, and nothing that it has not kept or sent until now. */
    die: async () => {
      life.isOver = true
      for (const member of network.members.filter((one) => one.place === place)) {
        member.isOnline = false
        network.members.splice(network.members.indexOf(member), 1)
      }
      for (const leave of leaving) await leave()
      tab.kill()
      const next = tab.reload()
      void sync.close().catch(() => undefined)
      void durability.close().catch(() => undefined)
      return next
    },
  }
}

type Page = Awaited<ReturnType<typeof openPage>>

const nameOf = (text: string) => text.split(' ')[0]
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

/**
 * What was written by whom. A word is `there` until its writer takes it back; nothing is said of it once somebody has
 * replaced it on purpose, or where a page died before it could be kept.
 */
class Ledger {
  private count = 0
  readonly writers = new Map<string, string>()
  readonly there = new Set<string>()
  /**
   * Whether somebody came into a document that had not heard of what is on the site: nobody knows what either side began
   * with, so that from then on texts may stand beside each other.
   */
  hasJoined = false

  /** What all have seen last, by field. */
  private readonly agreed = new Map<string, string>()

  next(who: string): string {
    const word = `w${this.count++}z`
    this.writers.set(word, who)
    return word
  }

  /** Of values that two have changed apart one will be gone: nothing is said of the words in either. */
  look(pages: readonly (Post | undefined)[]): void {
    for (const field of ['title', 'content', 'excerpt', 'meta'] as const) {
      const values = new Set(pages.flatMap((post) => (post ? [JSON.stringify(post[field])] : [])))
      if (values.size > 1 && [...values].filter((value) => value !== this.agreed.get(field)).length > 1)
        for (const word of wordsOf([...values])) this.there.delete(word)
      else if (values.size === 1) this.agreed.set(field, [...values][0]!)
    }
  }

  /** Somebody has done something that changes what they see, or the site has. */
  changed(before: unknown, after: unknown): void {
    const [had, has] = [wordsOf(before), wordsOf(after)]
    for (const word of had) if (!has.includes(word)) this.there.delete(word)
    for (const word of has) if (!had.includes(word)) this.there.add(word)
  }
}

/** Nothing stands there that nobody wrote: no words within words, and no paragraph twice. */
function expectWritten(ledger: Ledger, post: Post, what: string): void {
  for (const word of wordsOf(post)) expect(ledger.writers.has(word), `${what}: ${word}`).toBe(true)
  for (const text of textsOf(post.content)) {
    const [name = '', ...words] = text.split(' ')
    expect(
      words.filter((word) => !ledger.writers.has(word)),
      `${what}: ${text}`,
    ).toEqual([])
    expect([...names, ...[...ledger.writers.keys()].map(newName)], `${what}: ${text}`).toContain(name)
  }
  const all = textsOf(post.content)
  expect(paragraphs(...all), what).toBe(post.content)
  for (const field of ['title', 'excerpt'] as const) {
    const names = post[field].replace(/ w\d+z/g, '').toLowerCase()
    if (!ledger.hasJoined) expect(names, what).toBe(field)
  }
  if (ledger.hasJoined) return
  expect(new Set(all.map(nameOf)).size, `${what}: ${all.join(' | ')}`).toBe(all.length)
  for (const field of ['title', 'content', 'excerpt'] as const) {
    const found = field === 'content' ? all.flatMap((text) => text.split(' ').slice(1)) : wordsOf(post[field])
    expect(new Set(found).size, `${what}: ${field} ${found.join(' ')}`).toBe(found.length)
  }
}

/** Plays what people do at one post, some together and one beside them, and holds what is said above after each step. */
export async function play(steps: readonly Step[], way: Room['way']): Promise<void> {
  const room: Room = { site: openSite(), network: new Network(), way, overtaken: new Set() }
  const { site, network, overtaken } = room
  const devices = places.map(makeDevice)
  const ledger = new Ledger()
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
  /** Lets what is gathered go out, and time pass for it to be kept. */
  const rest = async (milliseconds: number) => {
    for (const { sync } of pages) sync.flush()
    await letPass(milliseconds)
    await turns(3)
    fresh = places.map(() => new Set())
  }
  /** Waits for something that a page asks of the site, but not for what is under way. */
  const ended = async (at: number, work: Promise<unknown>) => {
    let isOver = false
    void work.then(() => (isOver = true))
    await until(() => isOver || devices[at]!.underWay.length > 0)
  }
  const flow = () => {
    network.isInstant = true
    while (network.sent.length > 0) network.deliver(0, false)
    network.catchUp()
  }
  const relay = (how: Extract<Step, { do: 'relay' }>['how'], which: number) => {
    if (how === 'hold') network.isInstant = false
    else if (how === 'flow') flow()
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
    const look = () => [page.shown(), page.conflict()?.fields]
    const before = look()
    work(page)
    const after = look()
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
      const fields = page.conflict()?.fields ?? {}
      const choices = Object.keys(fields).map((field) => [field, side])
      if (choices.length) page.choose(Object.fromEntries(choices) as Parameters<Page['choose']>[0])
    })

  for (const [index, one] of steps.entries()) {
    const what = `${index} ${JSON.stringify(one)}`
    if (one.do === 'wait') {
      await rest(15_000)
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
        if (one.do === 'die') await rest(1_200)
        const lost = fresh[one.at]!
        ledger.hasJoined ||= (await news()).length > 0
        const next = await page.die()
        devices[one.at]!.underWay.length = 0
        for (const word of lost) ledger.there.delete(word)
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
  flow()
  await rest(15_000)
  await check('all are online')
  const isSettled = () => pages.every((page) => !page.hasEdits() && !page.conflict())
  for (let round = 0; round < 4 && !(round > 0 && isSettled()); round++) {
    for (const [at, page] of pages.entries()) {
      await page.read()
      await page.save()
      choose(at)
      await page.save()
      await rest(2_000)
      await check(`round ${round}, ${places[at]}`)
    }
  }
  await rest(15_000)
  for (const page of pages) await page.read()
  await rest(2_000)
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
