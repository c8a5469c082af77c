import type * as Yjs from 'yjs'
import { observeAcknowledgements } from './acknowledgements'
import { readGivenUp } from './givenUp'
import type { RecordDocument } from './recordDocument'
import { serverHandsMap } from './serverHands'
import { sentHashesMap, serverHashesMap } from './serverHashes'

/** Fields that others may have changed. */
interface ChangedFields {
  readonly fields: readonly string[]
  /**
   * Those whose shared value was put in the place of another one. Two who began from different versions of the record
   * have met, and of each field only what one of them began is left. With what the other one said, of texts and blocks, and as
   * what it was put into the document.
   */
  readonly begunAnew: readonly (readonly [field: string, said: unknown, madeAs: Yjs.ID | undefined])[]
}

/** What changes in a document by the hands of others. */
export interface DocumentListener {
  /** Something has come from others, or from this device. */
  readonly onUpdate: () => void
  /** Something is about to come from others. */
  readonly onIncoming: () => void
  /** Fields may say something else now. */
  readonly onFields: (read: () => ChangedFields) => void
  /** A colleague has saved the record. */
  readonly onSave: () => void
  /** It was recorded what the server is known to say, or may say. */
  readonly onServerHashes: () => void
}

/** Follows a document. What this store writes itself is passed over. */
export function observeDocument(document: RecordDocument, listener: DocumentListener): void {
  const { doc, codec, open, state, origin, serverOrigin } = document
  doc.on('update', (update: Uint8Array, from: unknown) => {
    if (from !== origin && from !== serverOrigin) listener.onUpdate()
  })
  doc.on('beforeTransaction', ({ origin: from }) => {
    if (from !== origin && from !== serverOrigin) listener.onIncoming()
  })
  const root = doc.getMap(codec.root)
  root.observeDeep((events, transaction) => {
    if (transaction.origin === origin) return
    listener.onFields(() => ({ fields: open.forget(events), begunAnew: begunAnew(document, root, events) }))
  })
  state.observe((event, transaction) => {
    if (transaction.origin !== origin && event.keysChanged.has('savedAt')) listener.onSave()
  })
  for (const name of [serverHashesMap, serverHandsMap, sentHashesMap])
    doc.getMap(name).observe(() => listener.onServerHashes())
  observeAcknowledgements({ doc }, (fields) => listener.onFields(() => ({ fields, begunAnew: [] })))
}

function begunAnew(
  document: RecordDocument,
  root: unknown,
  events: readonly Yjs.YEvent<Yjs.AbstractType<unknown>>[],
): ChangedFields['begunAnew'] {
  const { AbstractType } = document.Y
  return events
    .filter(({ target }) => (target as unknown) === root)
    .flatMap((event) =>
      [...event.changes.keys].flatMap(([field, { oldValue }]) =>
        oldValue instanceof AbstractType
          ? [
              [
                field,
                readGivenUp(document, field, oldValue, (item) => event.deletes(item)),
                oldValue._item?.id,
              ] as const,
            ]
          : [],
      ),
    )
}
