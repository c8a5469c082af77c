import {
  clearEntityRecordEdits,
  loadEntityConfigs,
  redo,
  selectEntityConfig,
  selectHasRedo,
  selectHasUndo,
  undo,
  type FetchResponse,
} from 'copydesk'
import {
  memoryStorage,
  resolveConflict,
  selectSaveConflict,
  type DurabilityOptions,
  type MemoryTab,
} from 'copydesk/durable'
import { createMockSite } from 'copydesk/testing'
import { person } from '../../../support/person'
import { turn } from '../../../support/until'
import { paragraphs } from '../../conflicts/conflictStores'
import {
  newLedger,
  noteDoneForGone,
  noteLooksLate,
  noteReplaced,
  noteReplacedLate,
  noteWritten,
  type Ledger,
} from '../model/ledger'
import { networkOf, type Post } from './network'

/** How the stores of a history are set up. */
export interface Way {
  readonly queue: Exclude<DurabilityOptions['queue'], undefined>
  /** Whether the site refuses stale writes. */
  readonly hasGuard: boolean
  /** Default `merge`. */
  readonly conflicts?: 'merge' | 'overwrite'
}

export const ids = [11, 12] as const
/** Two tabs of a laptop, and a phone. */
export const pageNames = ['A', 'B', 'C'] as const
export type PageName = (typeof pageNames)[number]

export type OpenPage = Awaited<ReturnType<typeof openPage>>
type Desk = ReturnType<typeof deskOf>

export function deviceOf(page: string): string {
  return page === 'C' ? 'phone' : page === 'ben' ? 'ben' : 'laptop'
}

export function wordsIn(text: unknown): readonly string[] {
  return String(text ?? '').match(/\bw[A-Za-z]+\d+\b/g) ?? []
}

/** A site with two posts, a colleague, and a person with two tabs and a phone. */
export async function openNewsroom(way: Way) {
  const ledger = newLedger()
  const desk = deskOf(way, ledger)
  const pages = desk.pages as { [P in PageName]: OpenPage }
  for (const name of pageNames)
    pages[name] = await openPage(desk, name, desk.storages[name === 'C' ? 'phone' : 'laptop'].tab())
  return { ...desk, ledger, pages, reopen: (name: PageName, tab: MemoryTab) => openPage(desk, name, tab) }
}
export type Newsroom = Awaited<ReturnType<typeof openNewsroom>>

function deskOf({ queue, hasGuard, conflicts = 'merge' }: Way, ledger: Ledger) {
  const site = createMockSite({
    durable: hasGuard,
    users: [
      { id: 1, username: 'ada', role: 'administrator' },
      { id: 2, username: 'ben', role: 'administrator' },
    ],
    posts: ids.map((id) => ({
      id,
      title: 'First',
      content: paragraphs('A', 'B', 'C', 'ben'),
      status: 'publish' as const,
    })),
  })
  /** What each page was answered last of each post, which its requests have seen. */
  const pages: { [name: string]: OpenPage } = {}
  /** Whether a page still has to save what it has sent of a field: it can't tell then what that has replaced. */
  const isOpenIn = (page: string, id: number, field: string) =>
    Object.hasOwn(pages[page]?.toSave(id) ?? {}, field)
  const seen: { [page: string]: { [place: string]: string } } = {}
  const seenBy = (page: string) => ({ ...seen[page] })
  const network = networkOf(site, seenBy, (page, replaced, known) => {
    const { id, field, before, after, mayBeOvertaken, late, looksLate } = replaced
    const path = field === 'title' ? 'title' : 'text'
    const by = {
      device: deviceOf(page),
      record: String(id),
      path,
      hasGuard: hasGuard || !mayBeOvertaken,
    } as const
    const read = (text: string) => (path === 'title' ? text : wordsIn(text))
    const readIf = (value: unknown) => (value === undefined ? undefined : read(String(value)))
    const isGone = late === 'gone'
    if (isGone) noteDoneForGone(ledger, String(id), path)
    if (late && !hasGuard) {
      // What other tabs have saved it is told without a request.
      const shown = isGone ? undefined : readIf(pages[page]?.shown(id)?.[field])
      const isOpen = isOpenIn(page, id, field)
      noteReplacedLate(ledger, { page, record: String(id), path }, read(before), read(after), shown, isOpen)
    } else noteReplaced(ledger, by, read(before), read(after), readIf(known[`${id} ${field}`]))
    if (looksLate && !hasGuard) noteLooksLate(ledger, path, read(before), read(after))
    noteWritten(ledger, { page, record: String(id), path }, read(after))
  })
  const storages = { laptop: memoryStorage(), phone: memoryStorage() }
  const note = (page: string, { data }: FetchResponse) => {
    for (const one of [data].flat() as Partial<Post>[])
      for (const field of ['title', 'content'] as const) {
        const raw = one?.[field]?.raw
        if (one?.id !== undefined && raw !== undefined)
          seen[page] = { ...seen[page], [`${one.id} ${field}`]: raw }
      }
  }
  return { site, network, queue, conflicts, storages, note, pages }
}

async function openPage({ site, network, queue, conflicts, note }: Desk, name: PageName, tab: MemoryTab) {
  const life = { isOver: false }
  const ask = network.of(name, life)
  const made = person({
    site,
    durability: { storage: tab, queue, conflicts },
    network: {
      fetcher: async (request) => {
        const response = await ask(request)
        note(name, response)
        return response
      },
    },
    store: { collectAfter: false },
  })
  const { dispatch, getState } = made
  const opened = {
    ...made,
    name,
    tab,
    life,
    shown: (id: number) => made.edited(id) as { title?: unknown; content?: unknown } | undefined,
    /** Whether anything can be typed: nobody knows before that what the fields of a record are. */
    isConfigured: () => selectEntityConfig(getState(), 'postType', 'post') !== undefined,
    conflict: (id: number) => selectSaveConflict(getState(), 'postType', 'post', id),
    resolve: (id: number, choices: Parameters<typeof resolveConflict>[3]) =>
      void dispatch(resolveConflict('postType', 'post', id, choices)),
    discard: (id: number) => dispatch(clearEntityRecordEdits('postType', 'post', id)),
    travel: (way: 'undo' | 'redo') => {
      const can = way === 'undo' ? selectHasUndo(getState()) : selectHasRedo(getState())
      if (can) dispatch(way === 'undo' ? undo() : redo())
    },
    waits: () => (queue === false ? [] : made.durability.queue.entries()),
    retry: () => (queue === false ? Promise.resolve() : made.durability.queue.retry().catch(() => undefined)),
  }
  const started = (async () => {
    await made.durability.ready
    await dispatch(loadEntityConfigs('postType'))
    for (const id of ids) await made.load(id, undefined, { force: true })
  })().catch(() => undefined)
  return { ...opened, started }
}

/** Resolves when nothing happens any more but by a step to come: no request, no transaction, no change of what is shown. */
export async function quiet({ network, storages, pages }: Newsroom): Promise<void> {
  const now = () =>
    [
      network.requests(),
      ...Object.values(storages).map((one) => one.commits),
      ...Object.values(pages).map(stateOf),
    ] as const
  const states: unknown[] = []
  function stateOf(page: OpenPage) {
    const state = page.getState()
    if (!states.includes(state)) states.push(state)
    return states.indexOf(state)
  }
  let before = ''
  for (let calm = 0; calm < 12; calm++) {
    await turn()
    const found = now().join()
    if (found !== before) calm = 0
    before = found
  }
}
