import { fetchEntityRecords, invalidate, selectEntityRecords } from 'copydesk'
import { expect, it } from 'vitest'
import { post, reply, settle } from '../support/fakeServer'
import { siteOf } from '../wordpress/siteOf'

const page = { per_page: 3 }
const all = { per_page: -1 }
const rows = (...ids: number[]) =>
  [ids.map((id) => post(id)), { headers: { 'X-WP-Total': '6', 'X-WP-TotalPages': '1' } }] as const

it('a whole list and a page of it that are answered at the same time are both known, whichever tick they come in', async () => {
  for (let ticks = -12; ticks <= 12; ticks++) {
    let isFirst = true
    const { dispatch, state, waiting } = siteOf(({ path }) =>
      !isFirst || path.includes('/types') ? undefined : reply([post(1), post(2), post(3), post(4), post(5)]),
    )
    await dispatch(fetchEntityRecords('postType', 'post', all))
    isFirst = false
    dispatch(invalidate({ kind: 'postType', name: 'post' }))
    const reads = [all, page].map((query) => dispatch(fetchEntityRecords('postType', 'post', query)))
    await settle()
    const answers = [
      () => waiting.find(({ path }) => path.includes('per_page=100'))?.answer(...rows(1, 2, 3, 4, 5, 6)),
      () => waiting.find(({ path }) => path.includes('per_page=3'))?.answer(...rows(1, 2, 3)),
    ]
    const [first, second] = ticks < 0 ? answers.reverse() : answers
    first?.()
    for (let tick = 0; tick < Math.abs(ticks); tick++) await Promise.resolve()
    second?.()
    await settle()
    // What was superseded while it travelled is asked for again.
    for (const request of [...waiting]) request.answer(...rows(1, 2, 3, 4, 5, 6))
    await Promise.all(reads)
    expect(selectEntityRecords(state(), 'postType', 'post', all), `${ticks} ticks`).toHaveLength(6)
    expect(selectEntityRecords(state(), 'postType', 'post', page), `${ticks} ticks`).toHaveLength(3)
  }
})
