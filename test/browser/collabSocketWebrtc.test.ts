import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { holdTogether } from '../support/togetherStory'

describe('Working together by WebRTC over a WebSocket’s signalling', () =>
  holdTogether('socketWebrtc', knock))

/** Asks the signalling server for who is at a post. */
function knock(page: Page, id: number): Promise<unknown> {
  return page.evaluate(
    (topic) =>
      new Promise((resolve) => {
        const socket = new WebSocket('/collab/signaling')
        // Who is let in hears what they publish themselves.
        socket.onopen = () => {
          socket.send(JSON.stringify({ type: 'subscribe', topics: [topic] }))
          socket.send(JSON.stringify({ type: 'publish', topic }))
        }
        socket.onmessage = () => {
          resolve('let in')
          socket.close()
        }
        socket.onclose = ({ code }) => resolve(code === 4403 ? 'refused' : code)
      }),
    `postType/post-${id}`,
  )
}
