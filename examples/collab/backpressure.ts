import type { WebSocket } from 'ws'

/** Bytes that may wait for one who does not read. */
const mostWaiting = 16 * 1024 * 1024

/** Whether somebody reads so slowly, or not at all, that what is sent piles up here; they are cut off then. */
export function isTooSlow(socket: WebSocket): boolean {
  const isPilingUp = socket.bufferedAmount > mostWaiting
  if (isPilingUp) socket.terminate()
  return isPilingUp
}
