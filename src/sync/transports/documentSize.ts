import type * as Yjs from 'yjs'

/**
 * Watches whether a document, or one change of it, has grown over what a transport can carry. Measuring it whole is
 * dear, so that is only done when the changes since the last time could have brought it over the limit.
 *
 * @returns the way out
 */
export function watchDocumentSize(
  Y: typeof Yjs,
  doc: Yjs.Doc,
  limit: number,
  onExceeded: (bytes: number) => void,
): () => void {
  let estimate = Y.encodeStateAsUpdate(doc).byteLength
  const check = (update?: Uint8Array) => {
    estimate += update?.byteLength ?? 0
    if (estimate > limit && update)
      estimate = Math.max(update.byteLength, Y.encodeStateAsUpdate(doc).byteLength)
    if (estimate > limit) {
      stop()
      onExceeded(estimate)
    }
  }
  const stop = () => doc.off('update', check)
  doc.on('update', check)
  check()
  return stop
}

/** What to say then. */
export function sizeMessage(bytes: number, limit: number): string {
  return `The document has ${bytes} bytes, and this transport carries ${limit}: colleagues do not get it. Your edits are kept here; save them, and use polling or a WebSocket for long documents.`
}
