import {
  type BlockCodec,
  editEntityRecord,
  type EditOptions,
  type EntityConfig,
  type EntityId,
  fetchEntityRecord,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectEntityRecordEdits,
  redo,
  selectHasUndo,
  undo,
} from 'copydesk'
import { memoryStorage, type DurabilityOptions, type DurableStorage } from 'copydesk/durable'
import { person } from '../../support/person'
import { turns } from '../../support/until'

export { owner } from '../../support/person'

/** The book of a server that tests may change at any time. */
export type Shelf = Map<string, Record<string, unknown>>

/** A server with books, which says what it was asked. */
export function bookServer(shelf: Shelf = new Map()) {
  const log: { readonly method: string; readonly path: string; readonly data?: unknown }[] = []
  let answerWrites = true
  const fetcher = async (request: { path?: string; method?: string; data?: unknown }) => {
    const { path = '', method = 'GET', data } = request
    log.push({ method, path, ...(data !== undefined && { data }) })
    const [place = '', parameters = ''] = path.split('?')
    const isCreate = place === '/books' && method === 'POST'
    const id = isCreate ? String(server.nextId) : /^\/books\/(.+)$/.exec(place)?.[1]
    const reply = (body: unknown) => ({
      status: 200,
      headers: { get: () => null },
      data: structuredClone(body),
    })
    if (place === '/settings') {
      if (method !== 'GET') shelf.set('settings', { ...shelf.get('settings'), ...(data as object) })
      return reply(shelf.get('settings') ?? { title: 'Site' })
    }
    if (id === undefined) {
      const include = new URLSearchParams(parameters).get('include')?.split(',') ?? [...shelf.keys()]
      return reply(include.flatMap((key) => shelf.get(key) ?? []))
    }
    const record = shelf.get(id) ?? { id: Number(id), title: `Book ${id}`, text: '', meta: {} }
    if (method === 'GET') return reply(record)
    const saved = { ...record, ...(data as object), id: Number(id) }
    shelf.set(id, saved)
    if (!answerWrites) return new Promise<never>(() => undefined)
    return reply(saved)
  }
  const server = {
    /** The id of the next book that is made. */
    nextId: 100,
    fetcher,
    log,
    shelf,
    writes: () => log.filter(({ method }) => method !== 'GET'),
    /** From now on writes are done and never answered. */
    swallowAnswers: () => {
      answerWrites = false
    },
  }
  return server
}

/** A book's text as blocks: a line is one. */
const lines: BlockCodec = {
  parse: (text) => text.split('\n').map((line) => ({ name: 'line', attributes: { line }, innerBlocks: [] })),
  serialize: (blocks) => blocks.map(({ attributes }) => String(attributes?.line)).join('\n'),
}

const entities: readonly EntityConfig[] = [
  {
    kind: 'shop',
    name: 'book',
    baseURL: '/books',
    mergedEdits: { meta: true },
    transientEdits: { blocks: true, selection: true },
    getTitle: ({ title }) => String(title ?? ''),
  },
  { kind: 'shop', name: 'page', baseURL: '/pages', transientEdits: { blocks: { of: 'text' } } },
  { kind: 'shop', name: 'settings', baseURL: '/settings', key: false, getTitle: () => 'Settings' },
]

export interface PageOptions extends Partial<DurabilityOptions> {
  readonly server?: ReturnType<typeof bookServer>
  readonly undoLimit?: number
  /** Whether the store has durability at all. Default true. */
  readonly hasPlugin?: boolean
  readonly entities?: readonly EntityConfig[]
}

/** A page with a store whose edits are kept, and short words for what tests do in it. */
export function openPage(storage: DurableStorage | false, options: PageOptions = {}) {
  const { server = bookServer(), undoLimit, entities: more = [], hasPlugin = true, ...durable } = options
  const { store, durability, troubles } = person({
    network: server,
    durability: hasPlugin ? { storage, conflicts: 'overwrite', ...durable } : undefined,
    store: {
      entities: [...entities, ...more],
      blocks: lines,
      collectAfter: false,
      ...(undoLimit !== undefined && { undoLimit }),
    },
  })
  return {
    store,
    server,
    durability,
    troubles,
    /** Resolves when what this tab has left is in the store. */
    ready: durability.ready,
    edit: (id: EntityId, edits: Record<string, unknown>, options?: EditOptions) =>
      store.dispatch(editEntityRecord('shop', 'book', id, edits, options)),
    editSettings: (edits: Record<string, unknown>) =>
      store.dispatch(editEntityRecord('shop', 'settings', undefined, edits)),
    read: (id: EntityId) => store.dispatch(fetchEntityRecord('shop', 'book', id)),
    save: (id: EntityId) => store.dispatch(saveEditedEntityRecord('shop', 'book', id)),
    edits: (id: EntityId) => selectEntityRecordEdits(store.getState(), 'shop', 'book', id),
    settings: () => selectEntityRecordEdits(store.getState(), 'shop', 'settings'),
    dirty: () => selectDirtyEntityRecords(store.getState()).map(({ key, name }) => key ?? name),
    undo: () => store.dispatch(undo()),
    redo: () => store.dispatch(redo()),
    hasUndo: () => selectHasUndo(store.getState()),
    flush: durability.flush,
    recovered: durability.recovered,
    fields: () => durability.recovered().map(({ key, fields }) => [key, ...fields].join(' ')),
    status: durability.status,
  }
}

/** Resolves after what was posted and begun by now has been heard and done. */
export const settle = () => turns()

/** Loads what it takes to keep edits, so that time can stand still from here on. */
export async function loadKeeping(): Promise<void> {
  const page = openPage(memoryStorage())
  await page.ready
  await page.durability.close()
}
