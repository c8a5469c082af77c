import {
  createEntityStore,
  fetchCurrentTheme,
  type EntityState,
  fetchHomePage,
  fetchPostsPageId,
  fetchTemplateId,
  fetchThemeBaseStyles,
  fetchThemeStyleRevisions,
  type ReadOptions,
  type Thunk,
} from 'copydesk'
import { expect, it } from 'vitest'
import { fakeServer, settle, type SeenRequest } from '../support/fakeServer'

/** A site whose pages are told apart by `version`, from the moment that a request arrives. */
function changingSite() {
  const site = { version: 1 }
  const answer = ({ path }: SeenRequest): unknown => {
    const { version } = site
    const [below] = path.split('?')
    if (below === '/wp/v2/settings' || below === '/')
      return { show_on_front: 'page', page_on_front: version, page_for_posts: version }
    if (below === '/wp/v2/themes')
      return [
        {
          stylesheet: 'tide',
          status: 'active',
          _links: {
            'wp:user-global-styles': [{ href: 'https://example.org/wp-json/wp/v2/global-styles/5' }],
          },
        },
      ]
    if (below === '/wp/v2/templates/lookup') return { id: `tide//${version}` }
    if (below?.endsWith('/revisions')) return [{ id: version }]
    if (below?.startsWith('/wp/v2/global-styles')) return { id: 5, version }
    return { id: 9, slug: 'nine', template: `own-${version}` }
  }
  return { site, answer }
}

it.each<[string, (options?: ReadOptions) => Thunk<EntityState, Promise<unknown>>]>([
  ['fetchHomePage', fetchHomePage],
  ['fetchPostsPageId', fetchPostsPageId],
  ['fetchTemplateId', (options) => fetchTemplateId('page', 9, options)],
  ['fetchThemeBaseStyles', fetchThemeBaseStyles],
  ['fetchThemeStyleRevisions', fetchThemeStyleRevisions],
])(
  'a forced %s gives what the site has now, though one is under way that was sent before',
  async (...[, read]) => {
    const { site, answer } = changingSite()
    const { fetcher, waiting, log } = fakeServer()
    const { dispatch } = createEntityStore({ fetcher, devTools: false })
    /** Answers what arrives as the site is at that moment, but the answers of the first version come late. */
    const late: (() => void)[] = []
    let asked = -1
    const answerAll = async (isLate: boolean) => {
      for (let rounds = 0; rounds < 8; rounds++) {
        await settle()
        for (const request of [...waiting]) {
          if (late.length > 0 && isLate) continue
          const data = answer(request)
          if (isLate && !/\/types|\/global-styles\/5\?/.test(request.path)) {
            asked = log.indexOf(`GET ${request.path}`)
            late.push(() => request.answer(data))
          } else request.answer(data)
        }
      }
    }
    const theme = dispatch(fetchCurrentTheme())
    await answerAll(false)
    await theme
    const first = dispatch(read())
    await answerAll(true)
    expect(late).toHaveLength(1)
    site.version = 2
    const forced = dispatch(read({ force: true }))
    await settle()
    late.forEach((send) => send())
    await answerAll(false)
    await first
    expect(JSON.stringify(await forced)).toContain('2')
    // What was sent before counts for the one that was under way alone.
    expect(log.filter((line) => line === log[asked])).toHaveLength(2)
  },
)

it('a forced read of theme styles gives those of the theme that is active by now', async () => {
  let stylesheet = 'tide'
  const { fetcher } = fakeServer(({ path }) =>
    path.startsWith('/wp/v2/themes') ? [{ stylesheet, status: 'active' }] : { version: path },
  )
  const { dispatch } = createEntityStore({ fetcher, devTools: false })
  await dispatch(fetchThemeBaseStyles())
  stylesheet = 'ebb'
  const styles = await dispatch(fetchThemeBaseStyles({ force: true }))
  expect(styles).toMatchObject({ version: expect.stringContaining('/themes/ebb') })
})
