import {
  createEntityStore,
  createRestFetcher,
  editEntityRecord,
  fetchEntityRecord,
  RestError,
  saveEditedEntityRecord,
  type Fetcher,
} from 'copydesk'
import { createDurability, selectSaveConflict } from 'copydesk/durable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWordPress, type RunningWordPress } from '../../../examples/wordpress/startWordPress'

// B12 on a real WordPress: one store alone is never in conflict, in whatever notation it sends what WordPress writes in its
// own, and though the answer is lost.

const plugin = `<?php
add_action('init', function () {
    foreach (['rating' => 'integer', 'price' => 'number', 'flag' => 'boolean', 'text' => 'string'] as $name => $type) {
        register_post_meta('post', "notation_$name", ['single' => true, 'type' => $type, 'show_in_rest' => true]);
    }
    register_post_meta('post', 'notation_many', ['single' => false, 'type' => 'integer', 'show_in_rest' => true]);
    update_option('timezone_string', 'Asia/Kathmandu');
});
`

let site: RunningWordPress
let direct: Fetcher
let isLosing = false
const fetcher: Fetcher = async (request) => {
  const answer = await direct(request)
  if (!isLosing || (request.method ?? 'GET') === 'GET') return answer
  isLosing = false
  throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
}

beforeAll(async () => {
  site = await startWordPress({ content: 'minimal', plugins: { notation: { 'notation.php': plugin } } })
  const { username, applicationPassword: password } = site.users.administrator
  direct = createRestFetcher({ root: site.root, authorization: { username, password } })
})
afterAll(() => site.close())

function openStore() {
  const durability = createDurability({
    owner: { site: site.root, user: 1 },
    storage: false,
    lists: false,
    queue: false,
  })
  return createEntityStore({ fetcher, plugins: [durability], devTools: false, collectAfter: false })
}

describe('What WordPress writes in its own notation', () => {
  it.each<{ edits: object }>([
    { edits: { date: '2020-01-01T10:00:00Z' } },
    { edits: { date: '2020-01-01T10:00:00.000Z' } },
    { edits: { date: '2020-01-01T10:00:00+02:00' } },
    { edits: { date: '2020-01-01 10:00:00' } },
    { edits: { date: '2020-01-01T10:00:00' } },
    { edits: { date_gmt: '2020-01-01T10:00:00Z' } },
    { edits: { date: null } },
    { edits: { slug: '' } },
    { edits: { slug: 'Ein Täg & mehr' } },
    { edits: { slug: 'Größe' } },
    { edits: { slug: "It's <b>bold</b> &amp; Œuvre/50%" } },
    { edits: { slug: 'long words '.repeat(30) } },
    { edits: { slug: '長い'.repeat(30) } },
    { edits: { slug: '日本語' } },
    { edits: { author: '1' } },
    { edits: { featured_media: '0' } },
    { edits: { sticky: 'true' } },
    { edits: { sticky: 1 } },
    { edits: { categories: ['1'] } },
    { edits: { format: '' } },
    { edits: { comment_status: 'closed' } },
    { edits: { password: ' p ' } },
    { edits: { title: ' Trimmed? ' } },
    { edits: { title: { raw: 'In an object' } } },
    { edits: { title: 5 } },
    { edits: { excerpt: 'a\r\nb' } },
    { edits: { content: 'a\r\nb  ' } },
    { edits: { meta: { notation_rating: '5' } } },
    { edits: { meta: { notation_price: '5.50' } } },
    { edits: { meta: { notation_flag: 'true' } } },
    { edits: { meta: { notation_flag: 1 } } },
    { edits: { meta: { notation_text: ' x ' } } },
    { edits: { meta: { notation_many: ['2', '1'] } } },
    { edits: { meta: { notation_rating: null } } },
  ])('is no conflict of $edits, answered or not', async ({ edits }) => {
    const { data } = await direct({
      path: '/wp/v2/posts',
      method: 'POST',
      data: {
        title: 'Before',
        slug: 'chosen',
        status: 'publish',
        meta: { notation_rating: 3, notation_many: [7] },
      },
    })
    const { id } = data as { id: number }
    const { dispatch, getState } = openStore()
    await dispatch(fetchEntityRecord('postType', 'post', id))
    const save = async (given: object) => {
      dispatch(editEntityRecord<string, string>('postType', 'post', id, given))
      await dispatch(saveEditedEntityRecord('postType', 'post', id))
      return selectSaveConflict(getState(), 'postType', 'post', id)
    }
    for (const isLost of [true, false]) {
      isLosing = isLost
      await save(edits)
      isLosing = false
      expect(await save({ excerpt: `Typed since, ${isLost}` })).toBeUndefined()
      expect(await save(edits)).toBeUndefined()
    }
  })
})
