import fc from 'fast-check'
import { expect, vi } from 'vitest'
import type { Fetcher } from 'copydesk'
import type { RecordCodec } from 'copydesk/sync'
import { expectEqual } from '../support/expectEqual'
import { lines, newDevice, openDesk, Site, type Desk } from './desk'
import { Network } from './network'

const replicas = 5

interface Move {
  readonly type:
    | 'write'
    | 'cut'
    | 'remove'
    | 'value'
    | 'meta'
    | 'undo'
    | 'redo'
    | 'return'
    | 'restart'
    | 'reread'
    | 'answer'
  readonly at: number
  readonly where: number
}

type Step =
  | Move
  | { readonly type: 'deliver'; readonly which: number; readonly isTwice: boolean }
  | { readonly type: 'leave'; readonly at: number; readonly isServerToo: boolean }
  | { readonly type: 'save'; readonly at: number; readonly isSlow: boolean }
  | { readonly type: 'elsewhere'; readonly at: number }
  | { readonly type: 'wait' }

const at = fc.nat(replicas - 1)
const where = fc.nat(1000)
const move = (...types: Move['type'][]) => fc.record({ type: fc.constantFrom(...types), at, where })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: move('write', 'write', 'write', 'cut', 'remove', 'value', 'meta') },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('deliver' as const), which: fc.nat(50), isTwice: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('leave' as const), at, isServerToo: fc.boolean() }) },
  { weight: 3, arbitrary: move('return', 'undo', 'undo', 'redo', 'restart', 'reread', 'answer') },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('save' as const), at, isSlow: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('elsewhere' as const), at }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('wait' as const) }) },
)

/** In how many stretches a story is told. */
const stretches = 3

/** What five people do at one post: in stretches, after each of which all are together and must hold the same. */
export const story = fc.record({
  told: fc.array(fc.array(step, { maxLength: 14 }), { minLength: stretches, maxLength: stretches }),
  /** Gives the documents their numbers, by which Yjs decides whose change comes first. */
  lot: fc.nat(),
})
export type Story = { readonly told: readonly (readonly Step[])[]; readonly lot: number }

/** The codec for one store, whose document gets a number that is the same in each run of a story. */
function numbered(codec: RecordCodec, clientId: number): RecordCodec {
  let isNumbered = false
  return {
    ...codec,
    open: (Y, doc, config) => {
      // The first one: what others are made from has a number of its own.
      if (!isNumbered) doc.clientID = clientId
      isNumbered = true
      return codec.open(Y, doc, config)
    },
  }
}

/** Lets what was answered and what is loaded come to its end. */
async function rested(): Promise<void> {
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve))
}

/**
 * Five people at one post, each with a store, a device and a way to the site, on a network that loses nothing for good
 * but delivers as it likes.
 */
export async function play(codec: RecordCodec, hasBlocks: boolean, story: Story): Promise<void> {
  const network = new Network()
  const site = new Site()
  if (hasBlocks) site.save({ content: 'One two\nThree four' })
  const devices = Array.from({ length: replicas }, newDevice)
  const withoutServer = new Set<number>()
  const held: (() => void)[] = []
  /** What those save whose save is under way. */
  const saving = new Map<number, Shown>()
  /** Those who were cut off when they saved: to them it is not known whether the server took it. */
  const uncertain = new Set<number>()
  let isSlow = false
  let hasNews = false
  let { lot } = story
  const nextClientId = () => (lot = (Math.imul(lot, 1664525) + 1013904223) | 0x80000000) >>> 0
  const fetcherOf =
    (place: number): Fetcher =>
    async (request) => {
      if (withoutServer.has(place)) throw new TypeError('Cut off by the test.')
      const answer = await site.fetcher(request)
      if (isSlow && request.method === 'PUT') await new Promise<void>((resolve) => held.push(resolve))
      return answer
    }
  const open = async (place: number): Promise<Desk> => {
    const desk = openDesk(network, {
      ...{ site, codec: numbered(codec, nextClientId()), place: `${place}` },
      ...{ device: devices[place]!, user: { name: `${place}` } },
      fetcher: fetcherOf(place),
      ...(hasBlocks && { blocks: lines() }),
    })
    await desk.read()
    await rested()
    return desk
  }
  const desks = await Promise.all(devices.map((device, place) => open(place)))
  network.isInstant = false
  // The plain codec has one value for each field, and so one for all of meta.
  const ledger = createLedger(show(desks[0]!), codec.isSeeded ? [] : ['mood', 'place'])
  let count = 0
  let underWay: Promise<unknown>[] = []

  for (const steps of story.told) {
    network.isInstant = false
    for (const step of steps) await take(step)
    await together()
    ledger.settle(show(desks[0]!))
  }
  // Those who have not read what was written elsewhere can't tell what is saved.
  if (!hasNews) {
    // An empty line and no line at all are the same text, but not the same blocks.
    if (textOf(desks[0]!) === '') write(desks[0]!, desks[0]!.blocks().length)
    for (const place of uncertain) await desks[place]!.read(true)
    await desks[0]!.save()
    await together()
    expectEqual(
      desks.map((desk) => desk.hasEdits()),
      desks.map(() => false),
    )
    const { content, format } = site.post
    expect({ content, format }).toMatchObject({
      content: { raw: textOf(desks[0]!) },
      format: desks[0]!.field('format'),
    })
  }
  await Promise.all(desks.map(({ sync }) => sync.close()))

  function textOf(desk: Desk): string {
    return hasBlocks
      ? desk
          .blocks()
          .map(({ attributes }) => attributes.content as string)
          .join('\n')
      : String(desk.field('content'))
  }

  function show(desk: Desk): Shown {
    const meta = desk.field('meta') as Record<string, unknown>
    return {
      text: textOf(desk),
      values: { title: desk.field('title'), format: desk.field('format'), ...meta },
    }
  }

  /** What the server has of values that somebody does not edit, or no more, and shows otherwise. */
  function savedUnheard(desk: Desk): Shown['values'] {
    const { title, format, meta } = site.post as Record<'title' | 'meta', Record<string, unknown>> & {
      format: unknown
    }
    const edits = desk.edits() as Record<string, unknown>
    const edited = { ...edits, ...(edits.meta as object | undefined) }
    const { values } = show(desk)
    const saved = Object.entries({ title: title.raw, format, ...meta })
    return Object.fromEntries(
      saved.filter(([field, value]) => !Object.hasOwn(edited, field) && values[field] !== value),
    )
  }

  /** A sign that stands nowhere else, so that none can be taken for another. */
  function newSign(): string {
    return String.fromCharCode(0x4e00 + count++)
  }

  function rewrite(desk: Desk, change: (text: string, line: number) => string, where: number): void {
    if (!hasBlocks) {
      const text = textOf(desk)
      const changed = change(text, 0)
      if (changed !== text) desk.edit({ content: changed }, { isCached: where % 3 > 0 })
      return
    }
    desk.editBlocks(
      desk.blocks().map((block, line) => {
        const text = block.attributes.content as string
        const changed = change(text, line)
        return changed === text ? block : { ...block, attributes: { content: changed } }
      }),
    )
  }

  function write(desk: Desk, where: number): void {
    const sign = newSign()
    const blocks = hasBlocks ? desk.blocks() : []
    const line = where % (blocks.length + 1)
    if (hasBlocks && line === blocks.length) {
      const block = { clientId: sign, name: 'paragraph', attributes: { content: sign }, innerBlocks: [] }
      desk.editBlocks([...blocks, block])
      return
    }
    rewrite(
      desk,
      (text, at) => {
        const place = where % (text.length + 1)
        return at === line ? text.slice(0, place) + sign + text.slice(place) : text
      },
      where,
    )
  }

  function cut(desk: Desk, where: number): void {
    const signs = signsIn(textOf(desk))
    const sign = signs[where % Math.max(1, signs.length)]
    if (sign !== undefined) rewrite(desk, (text) => text.replace(sign, ''), where)
  }

  function remove(desk: Desk, where: number): void {
    const blocks = desk.blocks()
    desk.editBlocks(blocks.filter((block, line) => line !== where % blocks.length))
  }

  async function take(step: Step): Promise<void> {
    tick()
    const asks = 'at' in step && ['restart', 'reread', 'save', 'elsewhere'].includes(step.type)
    const known = asks ? textOf(desks[step.at]!) : ''
    await act(step)
    if (!asks) return
    const { raw } = site.post.content as { raw: string }
    ledger.hear(signsIn(raw).filter((sign) => !known.includes(sign)))
  }

  async function act(step: Step): Promise<void> {
    if (step.type === 'deliver') {
      network.deliver(step.which, step.isTwice)
      return
    }
    if (step.type === 'wait') {
      const { raw } = site.post.content as { raw: string }
      const documents = network.members.map(({ doc }) =>
        JSON.stringify([doc.getMap('document'), doc.getMap('edits')]),
      )
      // Who has waited in vain to hear what the server says from a colleague brings it in.
      ledger.hear(signsIn(raw).filter((sign) => !documents.every((known) => known.includes(sign))))
      for (const desk of desks) ledger.takeSaved(savedUnheard(desk))
      pass(turns)
      await rested()
      return
    }
    const { at } = step
    const desk = desks[at]!
    const edit = (work: () => void, isOwn = false) => ledger.act(at, () => show(desk), work, isOwn)
    switch (step.type) {
      case 'leave':
        network.setOnline(`${at}`, false)
        if (step.isServerToo) withoutServer.add(at)
        break
      case 'return':
        withoutServer.delete(at)
        network.setOnline(`${at}`, true)
        break
      case 'restart':
        if (withoutServer.has(at)) break
        await desk.sync.close()
        desks[at] = await open(at)
        // Nobody is told of a save by whoever left while it was under way: it is as if it were made elsewhere.
        if (saving.has(at)) ledger.saveUntold(saving.get(at)!)
        hasNews ||= saving.has(at)
        return
      case 'reread':
        ledger.takeSaved(savedUnheard(desk))
        await begun(desk.read(true))
        break
      case 'save':
        if (desk.hasEdits()) {
          ledger.save(at, show(desk))
          // Who saves without having heard of something puts the server back to before it.
          const { raw } = site.post.content as { raw: string }
          for (const sign of signsIn(raw)) if (!textOf(desk).includes(sign)) ledger.doubt(sign)
        }
        if (withoutServer.has(at)) uncertain.add(at)
        isSlow = step.isSlow
        saving.set(at, show(desk))
        await begun(desk.save().finally(() => saving.delete(at)))
        isSlow = false
        break
      case 'answer':
        held.splice(step.where % Math.max(1, held.length), 1)[0]?.()
        await rested()
        break
      case 'elsewhere': {
        const sign = newSign()
        const { raw } = site.post.content as { raw: string }
        site.save({ content: raw + sign })
        ledger.saveElsewhere(signsIn(raw))
        hasNews = true
        ledger.takeSaved(savedUnheard(desk))
        await begun(desk.read(true))
        ledger.doubt(sign)
        desk.sync.flush()
        break
      }
      case 'write':
        if (codec.isSeeded) edit(() => write(desk, step.where))
        else edit(() => desk.edit({ title: `title ${count++}` }))
        break
      case 'cut':
        if (codec.isSeeded) edit(() => cut(desk, step.where))
        break
      case 'remove':
        if (hasBlocks) edit(() => remove(desk, step.where))
        break
      case 'value':
        edit(() => desk.edit({ format: `format ${count++}` }))
        break
      case 'meta':
        edit(() => desk.edit({ meta: { [step.where % 2 ? 'mood' : 'place']: `${count++}` } }))
        break
      default:
        edit(() => (step.type === 'undo' ? desk.undo() : desk.redo()), true)
    }
    if (at % 2 === 0) desk.sync.flush()
  }

  /** Begins what may have to wait for an answer. */
  async function begun(work: Promise<unknown>): Promise<void> {
    underWay.push(work.catch(() => undefined))
    await rested()
  }

  async function readAgain(): Promise<void> {
    await Promise.all(desks.map((desk) => desk.read(true)))
  }

  /** All are back, all answers have come, and all have heard everything. */
  async function together(): Promise<void> {
    for (const [place, shown] of saving) ledger.saveLate(place, shown)
    withoutServer.clear()
    for (const answer of held.splice(0)) answer()
    await Promise.all(underWay)
    underWay = []
    for (let round = 0; round < 4; round++) {
      tick()
      for (const { sync } of desks) sync.flush()
      network.settle()
      await rested()
    }
    // What is only on the server is shared by those who have read it.
    if (hasNews && !codec.isSeeded) await readAgain()
    // Whoever has saved tells so once what the server had told them is in the document; who hears of that reads the
    // record, and what they are told there waits for its turn in turn.
    for (let turn = 0; turn < 2; turn++) {
      pass(turns)
      for (let round = 0; round < 2; round++) {
        network.settle()
        await rested()
        for (const { sync } of desks) sync.flush()
      }
    }
    const [first, ...others] = desks.map(show)
    for (const other of others) expectEqual(other, first)
    const states = desks.map(({ store }) => store.getState())
    pass(100)
    expectEqual(
      desks.map(({ store }, place) => store.getState() === states[place]),
      desks.map(() => true),
      'all have come to rest',
    )
  }
}

interface Shown {
  readonly text: string
  readonly values: Readonly<Record<string, unknown>>
}

function signsIn(text: string): string[] {
  return [...text].filter((sign) => sign >= '\u4e00')
}

/** The signs that stand more often in one list than in another. */
function surplus(signs: readonly string[], others: readonly string[]): string[] {
  const times = (list: readonly string[], sign: string) => list.filter((one) => one === sign).length
  return [...new Set(signs)].filter((sign) => times(signs, sign) > times(others, sign))
}

/**
 * What must stand in the end. A sign is there once, or gone; kept where it may stand twice; either where two who could
 * not know of each other took it away and brought it back. A field says what somebody has made of it last.
 */
function createLedger(first: Shown, shared: readonly string[]) {
  const marks = new Map<string, 'there' | 'gone' | 'kept' | 'either'>()
  const touched = new Set<string>()
  const hands = Array.from({ length: replicas }, () => ({
    added: new Set<string>(),
    removed: new Set<string>(),
  }))
  /** What stood in what was saved elsewhere. */
  const elsewhere = new Set<string>()
  const last = new Map<string, Map<number, unknown>>()
  /** Every value that somebody has given a field. */
  const all = new Map<string, unknown[]>()
  /** What was saved by those who could not tell the others: somebody may read it at any time later. */
  const untold: Shown[] = []
  let before = first

  function add(sign: string): void {
    const mark = marks.get(sign)
    marks.set(sign, mark === undefined || (mark === 'gone' && !touched.has(sign)) ? 'there' : 'either')
    if (mark !== undefined) touched.add(sign)
  }

  function remove(sign: string): void {
    const isKnown = marks.get(sign) === 'there' && !touched.has(sign) && !elsewhere.has(sign)
    marks.set(sign, isKnown ? 'gone' : 'either')
    touched.add(sign)
  }

  return {
    /** Notes signs that somebody knew from the server before the document had them: they may stand there twice. */
    hear(signs: readonly string[]): void {
      for (const sign of signs) {
        const mark = marks.get(sign) ?? 'there'
        marks.set(sign, mark === 'there' || mark === 'kept' ? 'kept' : 'either')
      }
    },
    doubt: (sign: string) => marks.set(sign, 'either'),
    /**
     * Notes what somebody has saved who is not in the document. Of a word that stands in there and was saved by somebody
     * here, and then taken away, it can't be told whether that was before or after.
     */
    saveElsewhere(signs: readonly string[]): void {
      for (const sign of signs) {
        elsewhere.add(sign)
        if (marks.get(sign) === 'gone' && touched.has(sign)) marks.set(sign, 'either')
      }
    },
    act(place: number, look: () => Shown, work: () => void, isOwn: boolean): void {
      const [from, , to] = [look(), work(), look()]
      const hand = hands[place]!
      const [had, has] = [signsIn(from.text), signsIn(to.text)]
      // A sign may stand there twice, and only one of them be changed.
      const [fewer, more] = [surplus(had, has), surplus(has, had)]
      if (isOwn) {
        expectEqual(
          fewer.filter((sign) => !hand.added.has(sign)),
          [],
          'what undo and redo take away is one’s own',
        )
        expectEqual(
          more.filter((sign) => !hand.removed.has(sign)),
          [],
          'what undo and redo bring back is one’s own',
        )
      }
      for (const sign of fewer) hand.removed.add(sign)
      for (const sign of more) hand.added.add(sign)
      for (const sign of fewer) {
        if (!has.includes(sign)) remove(sign)
        // Somebody may take the other one away at the same time.
        else marks.set(sign, 'either')
      }
      for (const sign of more) if (!had.includes(sign)) add(sign)
      for (const [field, value] of Object.entries(to.values)) {
        if (value === from.values[field]) continue
        const known = last.get(field) ?? new Map<number, unknown>()
        last.set(field, known.set(place, value))
        all.set(field, [...(all.get(field) ?? []), value])
      }
    },
    /** Notes a save: of two who save without knowing of each other, the last one is heard by the server. */
    save(place: number, { values }: Shown): void {
      for (const [field, edits] of last) edits.set(place, values[field])
    },
    /** Notes a save that is still to be sent: what it says of a field that others have edited since comes after that. */
    saveLate(place: number, { values }: Shown): void {
      for (const [field, edits] of last) edits.set(-2 - place, values[field])
    },
    /** Notes values that somebody reads, or has waited in vain to hear of: they count as newer than what was undone since. */
    takeSaved(values: Shown['values']): void {
      for (const [field, value] of Object.entries(values)) last.get(field)?.set(-1, value)
    },
    /** Notes a save of which nobody is told: it can't be told from one that was made after what others edit. */
    saveUntold: (shown: Shown) => untold.push(shown),
    settle(now: Shown): void {
      const signs = signsIn(now.text)
      for (const [sign, mark] of marks) {
        const times = signs.filter((one) => one === sign).length
        if (mark === 'kept') expectEqual(times > 0, true, `${sign} stands there`)
        if (mark === 'there' || mark === 'gone')
          expectEqual(times, mark === 'there' ? 1 : 0, `how often ${sign} stands there`)
      }
      for (const [field, value] of Object.entries(now.values)) {
        const edits = [
          ...(shared.includes(field) ? (all.get(field) ?? []) : (last.get(field)?.values() ?? [])),
        ]
        const isKept = edits.length === 0 || shared.includes(field)
        const saved = untold.map(({ values }) => values[field])
        const possible = [...edits, ...saved, ...(isKept ? [before.values[field]] : [])]
        if (!possible.includes(value)) expect(possible, field).toContain(value)
      }
      before = now
      elsewhere.clear()
      touched.clear()
      last.clear()
      all.clear()
    },
  }
}

/** Milliseconds in which each of five has had a turn. */
const turns = 12_000

function pass(time: number): void {
  vi.advanceTimersByTime(time)
}

/** Time goes on, and no timer fires: who was told something has a turn only when it is flushed. */
function tick(): void {
  vi.setSystemTime(Date.now() + 7)
}
