import { useEntityRecords, useInfiniteEntityRecords } from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { post, reply, type Rule } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

/** Twenty posts of which every other one is counted and kept back, as WordPress does with what one may not edit. */
const rule: Rule = ({ path }) => {
  if (!path.startsWith('/wp/v2/posts?')) return undefined
  const query = new URLSearchParams(path.split('?')[1])
  const size = Number(query.get('per_page') ?? 10)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  const all = Array.from({ length: 20 }, (_, i) => i + 1)
  const rows = all.slice(start, start + size).filter((id) => id % 2 === 1)
  return reply(
    rows.map((id) => post(id)),
    { headers: { 'X-WP-Total': '20', 'X-WP-TotalPages': String(Math.ceil(20 / size)) } },
  )
}

describe('lists from which the server keeps rows back', () => {
  it('stand side by side with pages of two sizes: each is asked for once', async () => {
    const { store, log } = await siteStore(rule)
    const shown: Record<number, string | undefined> = {}
    function Posts({ size }: { size: number }) {
      const { records } = useEntityRecords('postType', 'post', { per_page: size })
      shown[size] = records?.map(({ id }) => id).join()
      return null
    }
    show(
      store,
      <>
        <Posts size={4} />
        <Posts size={6} />
        <Posts size={-1} />
      </>,
    )
    await after(() => undefined)
    expect(shown).toEqual({ 4: '1,3', 6: '1,3,5', [-1]: '1,3,5,7,9,11,13,15,17,19' })
    expect(log.filter((line) => line.includes('/posts'))).toHaveLength(3)
  })

  it('grow page by page to the end', async () => {
    const { store, log } = await siteStore(rule)
    let list: { ids: string | undefined; hasNextPage: boolean; more: () => Promise<void> } | undefined
    function Posts() {
      const { records, hasNextPage, fetchNextPage } = useInfiniteEntityRecords('postType', 'post', {
        per_page: 8,
      })
      list = { ids: records?.map(({ id }) => id).join(), hasNextPage, more: fetchNextPage }
      return null
    }
    show(store, <Posts />)
    await after(() => undefined)
    expect(list).toMatchObject({ ids: '1,3,5,7', hasNextPage: true })
    await after(() => void list?.more())
    expect(list).toMatchObject({ ids: '1,3,5,7,9,11,13,15', hasNextPage: true })
    await after(() => void list?.more())
    expect(list).toMatchObject({ ids: '1,3,5,7,9,11,13,15,17,19', hasNextPage: false })
    expect(log.filter((line) => line.includes('/posts'))).toHaveLength(3)
  })
})
