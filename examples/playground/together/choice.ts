/** How changes get to colleagues, and theirs here. */
export type TransportName = 'polling' | 'webSocket' | 'ajaxWebrtc' | 'socketWebrtc'

/** What each is called, and what a site needs for it. */
export const transportTexts: Record<TransportName, { label: string; hint: string }> = {
  polling: {
    label: 'Polling',
    hint: 'Asks the site’s REST interface every second or so. Works wherever the editor does.',
  },
  webSocket: {
    label: 'WebSocket',
    hint: 'A server beside the site passes changes on at once.',
  },
  ajaxWebrtc: {
    label: 'WebRTC, found by the site',
    hint: 'From browser to browser, at once. They find each other through the site’s ajax endpoint, which takes some seconds.',
  },
  socketWebrtc: {
    label: 'WebRTC, found by WebSocket',
    hint: 'From browser to browser, at once. They find each other through a server beside the site.',
  },
}

const remembered = 'copydesk-together'

/** What was chosen in this browser; null, as in the beginning, for working alone. */
export function readChoice(): TransportName | null {
  const name = localStorage.getItem(remembered) ?? ''
  return Object.hasOwn(transportTexts, name) ? (name as TransportName) : null
}

export function rememberChoice(choice: TransportName | null): void {
  if (choice === null) localStorage.removeItem(remembered)
  else localStorage.setItem(remembered, choice)
}
