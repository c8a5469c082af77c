/** Listens to the window or the document. Where there is none, as in React Native and in workers, nothing is heard. */
export function listenTo(
  name: 'window' | 'document',
  event: string,
  listener: (event: Event) => void,
): () => void {
  const target = (globalThis as { readonly [Name in typeof name]?: Partial<EventTarget> })[name]
  target?.addEventListener?.(event, listener)
  return () => target?.removeEventListener?.(event, listener)
}

/** Whether the page is hidden or has no network, as far as anything tells. */
export function isAway(): boolean {
  return isHidden() || globalThis.navigator?.onLine === false
}

export function isHidden(): boolean {
  return globalThis.document?.hidden === true
}
