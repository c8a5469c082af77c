import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { holdTogether } from '../support/togetherStory'

describe('Working together by polling', () => holdTogether('polling', knock, { isWhole: true }))

/** Asks the relay for the room of a post. */
function knock(page: Page, id: number): Promise<unknown> {
  return page.evaluate(async (room) => {
    const nonce = await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text()
    const { status } = await fetch('/wp-json/wp-sync/v1/updates', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-wp-nonce': nonce },
      body: JSON.stringify({ rooms: [{ room, client_id: 1, after: 0, awareness: null, updates: [] }] }),
    })
    return status === 200 ? 'let in' : status === 403 ? 'refused' : status
  }, `postType/post:${id}`)
}
