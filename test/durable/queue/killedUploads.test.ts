import { selectDirtyEntityRecords, type Fetcher } from 'copydesk'
import { selectCurrentId } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'
import { until } from '../../support/until'

interface MediaFile {
  readonly id: number
  readonly slug: string
  readonly source_url: string
  readonly alt_text: string
}

async function filesOf({ site }: Office): Promise<readonly MediaFile[]> {
  const path = '/wp/v2/media?context=edit&status=inherit,private,trash&orderby=id&order=asc'
  return (await site.as('ada')({ path })).data as readonly MediaFile[]
}

/** The network of a page that dies at one of its writes, right before the site has it or right after. */
function fatalNetwork({ fetcher }: Office, { write, isDone }: { write: number; isDone: boolean }) {
  let writes = 0
  let isDead = false
  const never = () => new Promise<never>(() => undefined)
  const network: Fetcher = async (request) => {
    if (isDead) return never()
    const isWrite = !['GET', 'OPTIONS'].includes(request.method ?? 'GET')
    if (!isWrite || ++writes < write) return fetcher(request)
    isDead = true
    if (isDone) await fetcher(request)
    return never()
  }
  return { fetcher: network, isDead: () => isDead }
}

/** A file, and a new post that features it and shows it in its text. */
function makeDrafts(tab: Tab) {
  const file = tab.upload('boat.png', { alt_text: 'A boat' }) as number
  const url = String(tab.file(file)?.source_url)
  const content = `<!-- wp:image {"id":${file}} --><img src="${url}"/><!-- /wp:image -->`
  const post = tab.draft({ title: 'The harbour', status: 'publish', featured_media: file, content })
  return { file, post }
}

const dirty = ({ getState }: Tab) => selectDirtyEntityRecords(getState()).map(({ title }) => title)

describe('A page that is killed while it saves a file and the post that features it', () => {
  const ways = (['offline', 'always'] as const).flatMap((queue) =>
    [false, true].flatMap((durable) => [false, true].map((isDone) => ({ queue, durable, isDone }))),
  )

  it.each(ways)(
    'at any of its requests, leaves one of each when it is opened and saved again (queue: $queue, durable.php: $durable, the request was done: $isDone)',
    async ({ queue, durable, isDone }) => {
      let isOver = false
      for (let write = 1; !isOver; write++) {
        const office = openOffice({ posts: 0, durable })
        const network = fatalNetwork(office, { write, isDone })
        const page = office.storage.tab()
        const before = await openTab({ ...office, fetcher: network.fetcher }, { page, queue })
        await before.load()
        const { post, file } = makeDrafts(before)
        await until(() => office.storage.rows().some(({ store }) => store === 'files'))
        await before.durability.flush()
        void before.saveAll()
        await until(() => {
          isOver = dirty(before).length === 0 && before.queue.entries().length === 0
          return isOver || network.isDead()
        })
        page.kill()
        const tab = await openTab(office, { page: page.reload(), queue })
        await tab.load()
        for (let tries = 0; dirty(tab).length > 0 && tries < 3; tries++) {
          await tab.saveAll()
          await tab.queue.retry()
          await tab.queue.whenEmpty()
        }
        const files = await filesOf(office)
        const at = `killed at write ${write}`
        expect(
          files.map(({ slug, alt_text: alt }) => [slug, alt]),
          at,
        ).toEqual([['boat', 'A boat']])
        expect(await postsOf(office), at).toEqual([
          { title: 'The harbour', status: 'publish', slug: 'the-harbour' },
        ])
        const [made] = files as [MediaFile]
        const { data } = await office.site.as('ada')({ path: '/wp/v2/posts?context=edit' })
        expect(data, at).toMatchObject([
          {
            featured_media: made.id,
            content: {
              raw: `<!-- wp:image {"id":${made.id}} --><img src="${made.source_url}"/><!-- /wp:image -->`,
            },
          },
        ])
        expect([dirty(tab), tab.troubles.filter(({ code }) => code === 'queue_held')], at).toEqual([[], []])
        expect(tab.shown(post), at).toMatchObject({ featured_media: made.id })
        expect(selectCurrentId(tab.getState(), 'root', 'media', file), at).toBe(made.id)
        expect(office.writes().join(), at).not.toMatch(/blob:|(?<!c)-\d{16}/)
        await tab.durability.close()
      }
    },
  )
})
