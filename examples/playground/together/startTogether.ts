import type { EntityStore, Fetcher, SyncPlugin } from 'copydesk'
import {
  ajaxWebrtcTransport,
  createSync,
  indexedDbPersistence,
  pollingTransport,
  socketWebrtcTransport,
  structuredCodec,
  syncOf,
  webSocketTransport,
  type SyncUser,
  type Transport,
} from 'copydesk/sync'
import { isPrivateAttribute } from '../blocks/blockCodec'
import { addresses, asPostType } from '../route'
import type { TransportName } from './choice'
import { DocumentPeople } from './DocumentPeople'
import { FieldCursors } from './FieldCursors'
import { BlockCursors } from './BlockCursors'
import { PlaceTeller } from './PlaceTeller'
import { RowPeople } from './RowPeople'

/** Who works together with others, and by what. */
export interface Together {
  readonly transport: TransportName
  readonly plugin: SyncPlugin
  /** What the page shows of it: no code of it is there for those who work alone. */
  readonly parts: typeof parts
  /** Leaves all records; what was edited stays on this device. */
  readonly leave: (store: EntityStore) => Promise<void>
}

const parts = { BlockCursors, DocumentPeople, FieldCursors, PlaceTeller, RowPeople }

interface TogetherOptions {
  fetcher: Fetcher
  user: SyncUser
}

/** Makes what a store needs to work together with others. */
export function startTogether(transport: TransportName, { fetcher, user }: TogetherOptions): Together {
  const plugin = createSync({
    transports: [makeTransport[transport](fetcher)],
    codec: structuredCodec({
      isRichText: (block, attribute) => texts.has(attribute),
      isPrivate: isPrivateAttribute,
    }),
    persistence: indexedDbPersistence({ prefix: `copydesk/${user.id}/` }),
    user,
    // The document on screen, not those that are read ahead; and the room in which all tell where they are.
    isShared: ({ kind, name }, id) =>
      name === '__unstableBase' ||
      (kind === 'postType' && location.hash === addresses.document(asPostType(name), id)),
  })
  return {
    transport,
    plugin,
    parts,
    leave: async (store) => syncOf(store)?.close(),
  }
}

/** The attributes of this editor's blocks that people write in. */
const texts = new Set(['content', 'cite'])

const makeTransport: Record<TransportName, (fetcher: Fetcher) => Transport> = {
  polling: (fetcher) => pollingTransport({ fetcher }),
  webSocket: () => webSocketTransport({ url: socketAddress('/collab/relay') }),
  // All are on one machine: nobody needs a server elsewhere to learn their own address.
  ajaxWebrtc: (fetcher) =>
    ajaxWebrtcTransport({ ajaxUrl: `${location.origin}/wp-admin/admin-ajax.php`, fetcher, iceServers: [] }),
  socketWebrtc: () =>
    socketWebrtcTransport({ signalingUrl: socketAddress('/collab/signaling'), iceServers: [] }),
}

function socketAddress(path: string): string {
  return `${location.origin.replace(/^http/, 'ws')}${path}`
}
