import type { Transport, TransportInput, TransportStatus } from 'copydesk/sync'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'

/** A document with somebody at it. */
export interface Peer {
  input: TransportInput
  doc: Y.Doc
  awareness: Awareness
  text: Y.Text
  /** The statuses so far. */
  statuses: TransportStatus[]
  isReady: () => boolean
  destroy(): Promise<void>
}

/** Opens a transport with a document of its own. */
export async function connect(
  transport: Transport,
  name: string,
  doc = new Y.Doc(),
  record: Pick<TransportInput, 'objectType' | 'objectId' | 'site'> = {
    objectType: 'postType/post',
    objectId: '12',
  },
): Promise<Peer> {
  const awareness = new Awareness(doc)
  awareness.setLocalState({ name })
  const signal = new AbortController().signal
  const input = { ...record, doc, awareness, Y, signal }
  const connection = await transport(input)
  const statuses: TransportStatus[] = []
  connection.on('status', (status) => statuses.push(status))
  let isReady = false
  void connection.ready.then(() => (isReady = true))
  return {
    ...{ input, doc, awareness, text: doc.getText('content'), statuses },
    isReady: () => isReady,
    async destroy() {
      await connection.destroy()
      doc.destroy()
    },
  }
}

/** Names of the others that somebody sees. */
export function othersOf({ awareness, doc }: Peer): unknown[] {
  return [...awareness.getStates()].flatMap(([id, state]) => (id === doc.clientID ? [] : [state.name]))
}
