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
import type { RecordCodec, SyncPersistence } from 'copydesk/sync'
import { createMockSite } from 'copydesk/testing'
import { owner, person } from '../../support/person'
import { turns, until } from '../../support/until'
import { letPass } from '../../support/virtualTime'
import { newDevice } from '../../sync/desk'
import type { Network } from '../../sync/network'
import { paragraphs } from '../conflicts/conflictStores'

export const path = '/wp/v2/posts/11'
/** Ada has two devices, Ben one; Eva writes by REST alone. */
export const places = ['desk', 'phone', 'ben'] as const
/** Who has an entry of meta of their own: Eva writes in that of the first. */
export const entryOf = (who: string) => `of_${who === 'eva' ? places[0] : who}`
const entries = places.map(entryOf)

/** Paragraphs as blocks, whose ids no other block has. */
export function paragraphBlocks(): BlockCodec {
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
export interface Post {
  readonly title: string
  readonly content: string
  readonly excerpt: string
  readonly meta: Readonly<Record<string, string>>
}

export const wordsOf = (value: unknown): string[] =>
  JSON.stringify(value ?? null)
    .replaceAll(String.raw`\n`, ' ')
    .match(/\bw\d+z\b/g) ?? []
export const textsOf = (content: string) =>
  [...content.matchAll(/<p>([^<]*)<\/p>/g)].map(([, text]) => text ?? '')

export function openSite(texts: readonly string[]) {
  return createMockSite({
    users: [
      { id: 1, username: 'ada', role: 'administrator' },
      { id: 2, username: 'ben', role: 'administrator' },
      { id: 3, username: 'eva', role: 'administrator' },
    ],
    posts: [
      {
        ...{ id: 11, title: 'Title', excerpt: 'Excerpt', status: 'draft', author: 1 },
        content: paragraphs(...texts),
      },
    ],
    postMeta: { post: Object.fromEntries(entries.map((entry) => [entry, { default: '' }])) },
  })
}

type Site = ReturnType<typeof openSite>

export async function onSite(site: Site): Promise<Post> {
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
export function makeDevice({ keepsDocuments = true } = {}) {
  const faults: Fault[] = []
  /** What lets writes go on that take their time. */
  const underWay: (() => void)[] = []
  const documents = keepsDocuments ? newDevice() : undefined
  return { isOnline: true, storage: memoryStorage(), documents, faults, underWay }
}

export interface Room {
  readonly site: Site
  readonly network: Network
  readonly codec: RecordCodec
  /** Default: the content is a text. */
  readonly blocks?: (() => BlockCodec) | undefined
  /** Words that a save has replaced which was under way when they were saved, and somebody was shown. */
  readonly overtaken: Set<string>
}

const failureOf = ({ do: what }: Fault) =>
  what === 'lose'
    ? new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
    : new RestError({ code: 'internal_error', message: 'The site has failed.', status: 500 })

export async function openPage(
  { site, network, codec, blocks: makeBlocks, overtaken }: Room,
  place: (typeof places)[number],
  device: ReturnType<typeof makeDevice>,
  tab: MemoryTab,
) {
  const blockCodec = makeBlocks?.()
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
  const { documents } = device
  const persistence: SyncPersistence | false = documents !== undefined && {
    open: async (name, doc) => {
      const opened = await documents.open(name, doc)
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
      codec,
    },
    store: { collectAfter: false, ...(blockCodec && { blocks: blockCodec }) },
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
  const blocks = () => (blockCodec ? selectEntityBlocks(getState(), 'postType', 'post', 11) : undefined)
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
      content: all && blockCodec ? blockCodec.serialize(all) : content,
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
    blocks,
    isShared,
    undo: () => void dispatch(undo()),
    redo: () => void dispatch(redo()),
    save: (isAutosave = false) =>
      dispatch(saveEditedEntityRecord('postType', 'post', 11, { isAutosave })).catch(() => undefined),
    hasEdits: () => selectHasEdits(getState(), 'postType', 'post', 11),
    conflict,
    /** Chooses one side for all that is in conflict. */
    choose: (side: 'mine' | 'theirs') => {
      const choices = Object.keys(conflict()?.fields ?? {}).map((field) => [field, side] as const)
      if (choices.length > 0) dispatch(resolveConflict('postType', 'post', 11, Object.fromEntries(choices)))
    },
    /** What somebody sees there of what was written. */
    seen: () => [shown(), conflict()?.fields] as const,
    write: (texts: readonly string[]) => {
      const all = blocks()
      if (!all) {
        edit({ content: paragraphs(...texts) })
        return
      }
      const before = all.map(({ attributes }) => String(attributes.content))
      const least = Math.min(before.length, texts.length)
      let start = 0
      while (start < least && before[start] === texts[start]) start++
      let end = 0
      while (end < least - start && before.at(-1 - end) === texts.at(-1 - end)) end++
      // One block goes on where one paragraph is written in; others are gone, or new.
      const isSame = before.length === texts.length
      const between = texts.slice(start, texts.length - end).map((text, at) => {
        const block = isSame ? all[start + at] : undefined
        return block
          ? { ...block, attributes: { ...block.attributes, content: text } }
          : { clientId: text, name: 'core/paragraph', attributes: { content: text }, innerBlocks: [] }
      })
      const written = [...all.slice(0, start), ...between, ...all.slice(all.length - end)]
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

export type Page = Awaited<ReturnType<typeof openPage>>

/** Lets what is gathered go out, and time pass for it to be kept. */
export async function rest(pages: readonly Page[], milliseconds: number): Promise<void> {
  for (const { sync } of pages) sync.flush()
  await letPass(milliseconds)
  await turns(3)
}

/**
 * What was written by whom. A word is `there` until its writer takes it back; nothing is said of it once somebody has
 * replaced it on purpose, or where a page died before it could be kept.
 */
export class Ledger {
  private count = 0
  readonly writers = new Map<string, string>()
  readonly there = new Set<string>()

  next(who: string): string {
    const word = `w${this.count++}z`
    this.writers.set(word, who)
    return word
  }

  /** Somebody has done something that changes what they see, or the site has. */
  changed(before: unknown, after: unknown): void {
    const [had, has] = [wordsOf(before), wordsOf(after)]
    for (const word of had) if (!has.includes(word)) this.there.delete(word)
    for (const word of has) if (!had.includes(word)) this.there.add(word)
  }
}
