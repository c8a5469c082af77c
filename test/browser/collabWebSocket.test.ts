import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { holdTogether } from '../support/togetherStory'

describe('Working together by a WebSocket', () => holdTogether('webSocket', knock))

/** Asks the relay for the room of a post. */
function knock(page: Page, id: number): Promise<unknown> {
  return page.evaluate(
    (room) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`/collab/relay/${encodeURIComponent(room)}`)
        socket.binaryType = 'arraybuffer'
        // The first word of a relay is the state of the document, or that it gives none.
        socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
          resolve(new Uint8Array(data)[0] === 2 ? 'refused' : 'let in')
          socket.close()
        }
        socket.onclose = ({ code }) => resolve(code)
      }),
    `postType/post:${id}`,
  )
}
