import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { holdTogether } from '../support/togetherStory'

describe('Working together by WebRTC over the site’s signalling', () => holdTogether('ajaxWebrtc', knock))

/** Asks the site's ajax endpoint for who is at a post. */
function knock(page: Page, id: number): Promise<unknown> {
  return page.evaluate(async (topic) => {
    const answer = async (message: object) => {
      const fields = { action: 'gutenberg_signaling_server', subscriber_id: '7' }
      const body = new URLSearchParams({ ...fields, message: JSON.stringify(message) })
      const address = '/wp-admin/admin-ajax.php'
      const { status } = await fetch(address, { method: 'POST', body })
      return status === 200 ? (await fetch(`${address}?${new URLSearchParams(fields)}`)).text() : status
    }
    const status = await answer({ type: 'subscribe', topics: [topic] })
    if (status === 403) return 'refused'
    // Who is let in hears what they publish themselves.
    const heard = await answer({ type: 'publish', topic })
    return String(heard).includes('publish') ? 'let in' : heard
  }, `postType/post-${id}`)
}
