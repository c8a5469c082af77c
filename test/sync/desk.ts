import * as Y from 'yjs'
import {
  editEntityBlocks,
  editEntityRecord,
  fetchEntityRecord,
  redo,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  selectEntityBlocks,
  selectEntityRecordEdits,
  selectHasEdits,
  undo,
  type BlockCodec,
  type ContentBlock,
  type EditOptions,
  type EntityConfig,
  type Fetcher,
  type RecordData,
} from 'copydesk'
import { structuredCodec, type RecordCodec, type SyncOptions } from 'copydesk/sync'
import { person } from '../support/person'
import { Device, type Network } from './network'

const posts: EntityConfig = {
  kind: 'postType',
  name: 'post',
  baseURL: '/wp/v2/posts',
  rawAttributes: ['title', 'content', 'excerpt'],
  mergedEdits: { meta: true },
  transientEdits: { blocks: { of: 'content' }, selection: true },
}

/** A server with one post, which changes only when it is saved. */
export class Site {
  post: RecordData = {
    id: 1,
    status: 'draft',
    format: 'standard',
    title: text('Harbour lights'),
    content: text('One two three'),
    excerpt: text(''),
    meta: { mood: 'calm', place: 'quay' },
  }
  readonly requests: string[] = []

  readonly fetcher: Fetcher = ({ method = 'GET', path = '', data }) => {
    this.requests.push(`${method} ${path}`)
    if (path.includes('/types')) return Promise.resolve(answer({}))
    if (method === 'PUT') this.save(data as RecordData)
    // Each store parses an answer of its own.
    return Promise.resolve(answer(structuredClone(this.post)))
  }

  /** Changes the post as a save does, whoever makes it. */
  save(fields: RecordData): void {
    const told = Object.entries(fields).map(([field, value]) => [
      field,
      typeof this.post[field] === 'object' && typeof value === 'string' ? text(value) : value,
    ])
    this.post = {
      ...this.post,
      ...(Object.fromEntries(told) as RecordData),
      ...(fields.meta !== undefined && {
        meta: { ...(this.post.meta as object), ...(fields.meta as object) },
      }),
    }
  }
}

function text(raw: string) {
  return { raw, rendered: raw }
}

function answer(data: unknown) {
  return { status: 200, headers: { get: () => null }, data }
}

/** A paragraph a line. */
export function lines(): BlockCodec {
  let ids = 0
  const mark = Math.random().toString(36).slice(2)
  return {
    parse: (content) =>
      content === ''
        ? []
        : content.split('\n').map((line) => ({
            clientId: `${mark}-${ids++}`,
            name: 'paragraph',
            attributes: { content: line },
            innerBlocks: [],
          })),
    serialize: (blocks) => blocks.map(({ attributes }) => attributes.content as string).join('\n'),
  }
}

export interface DeskOptions extends Partial<Omit<SyncOptions, 'site'>> {
  readonly site?: Site
  /** What the site is called where browsers keep things by origin. */
  readonly siteName?: string
  readonly place?: string
  readonly device?: Device
  readonly blocks?: BlockCodec
  /** Sends the requests. Default: the site answers all of them at once. */
  readonly fetcher?: Fetcher
}

/** One person at one post: a store of their own, with collaboration, and short words for what they do. */
export function openDesk(network: Network, options: DeskOptions = {}) {
  const { site = new Site(), siteName, place = 'desk', device, blocks, ...rest } = options
  const { fetcher = site.fetcher, ...shared } = rest
  const codec: RecordCodec = options.codec ?? structuredCodec()
  const { store, sync } = person({
    network: { fetcher },
    store: { entities: [posts], ...(blocks && { blocks }) },
    sync: {
      transports: [network.transport(place)],
      persistence: device ?? false,
      ...shared,
      ...(siteName !== undefined && { site: siteName }),
      codec,
    },
  })
  const edited = () =>
    selectEditedEntityRecord(store.getState(), 'postType', 'post', 1) as RecordData | undefined
  return {
    store,
    sync,
    site,
    read: (force = false) => store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force })),
    edit: (edits: RecordData, how?: EditOptions) =>
      store.dispatch(editEntityRecord<string, string>('postType', 'post', 1, edits, how)),
    editBlocks: (all: readonly ContentBlock[]) =>
      store.dispatch(editEntityBlocks('postType', 'post', 1, all)),
    edited,
    field: (field: string) => edited()?.[field],
    blocks: () => selectEntityBlocks(store.getState(), 'postType', 'post', 1) ?? [],
    save: () => store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { throwOnError: true })),
    undo: () => store.dispatch(undo()),
    redo: () => store.dispatch(redo()),
    edits: () => selectEntityRecordEdits(store.getState(), 'postType', 'post', 1) ?? {},
    hasEdits: () => selectHasEdits(store.getState(), 'postType', 'post', 1),
    status: () => sync.status('postType', 'post', 1),
    collaborators: () => sync.collaborators('postType', 'post', 1),
  }
}

export type Desk = ReturnType<typeof openDesk>

export function newDevice(): Device {
  return new Device(Y)
}

/** Waits until all that is loaded lazily is loaded, and what is gathered has gone out and come in. */
export async function settled(...desks: readonly Desk[]): Promise<void> {
  for (let round = 0; round < 20; round++) await Promise.resolve()
  for (let round = 0; round < 3; round++) for (const { sync } of desks) sync.flush()
}
