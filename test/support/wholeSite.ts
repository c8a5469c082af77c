import type { EntityState, Fetcher, ReadOptions, Thunk } from 'copydesk'
import * as copydesk from 'copydesk'
import { fakeServer, post, refusal, reply, Reply, type Rule, type SeenRequest } from './fakeServer'
import { paragraphCodec, paragraphs } from './paragraphs'
import { person } from './person'

type Public = typeof copydesk

/** The names of the package's reads. */
export type ReadName = keyof Public & `fetch${string}`
/** The names of the package's selectors. */
export type SelectorName = keyof Public & `select${string}`

/** What the package exports whose name begins so. */
export function exported(start: string): readonly string[] {
  return Object.keys(copydesk).filter((name) => name.startsWith(start))
}

const styles = '/wp/v2/global-styles'
const pageUrl = 'https://example.org/a'
const wordpress = 'https://example.org/wp-json/wp/v2/global-styles/12'

const types = {
  post: { name: 'Posts', slug: 'post', rest_base: 'posts', supports: { autosave: true } },
  page: { name: 'Pages', slug: 'page', rest_base: 'pages' },
  wp_template: { name: 'Templates', slug: 'wp_template', rest_base: 'templates' },
  wp_navigation: { name: 'Menus', slug: 'wp_navigation', rest_base: 'navigation' },
}

const version = (id: number) => post(id, { parent: 1, author: 1 })
const text = paragraphs('One', 'Two')
const allowed = { headers: { Allow: 'GET, PUT' } }
const template = { id: 'tides//home', slug: 'home', type: 'wp_template', content: { raw: 'Home' } }
const list = (rows: readonly unknown[]) =>
  reply(rows, { headers: { 'X-WP-Total': `${rows.length}`, 'X-WP-TotalPages': '1' } })

/** What each address answers, without its query. */
const answers: { readonly [path: string]: unknown } = {
  'GET /': { name: 'Site', show_on_front: 'page', page_on_front: 0, page_for_posts: 7 },
  'GET /wp/v2/types/': types,
  'GET /wp/v2/types/post': types.post,
  'GET /wp/v2/taxonomies': { wp_pattern_category: { name: 'Sets', rest_base: 'wp_pattern_category' } },
  'GET /wp/v2/posts': list([1, 2, 4].map((id) => post(id, { content: { raw: text } }))),
  'GET /wp/v2/pages': list([post(3)]),
  'GET /wp/v2/posts/1/revisions': list([version(21), version(22)]),
  'GET /wp/v2/posts/1/autosaves': [version(23)],
  'OPTIONS /wp/v2/posts/1': reply([], allowed),
  'OPTIONS /wp/v2/posts/': { schema: { properties: { meta: { properties: { a: { type: 'integer' } } } } } },
  'GET /wp/v2/users/me': { id: 4, name: 'Cleo' },
  'GET /wp/v2/users/': list([{ id: 4, name: 'Cleo' }]),
  'GET /wp/v2/themes': [
    {
      stylesheet: 'tides',
      theme_supports: { 'align-wide': true },
      _links: { 'wp:user-global-styles': [{ href: wordpress }] },
    },
  ],
  [`GET ${styles}/themes/tides`]: { styles: { color: {} } },
  [`GET ${styles}/themes/tides/variations`]: [{ title: 'Ember' }],
  [`GET ${styles}/12`]: { id: 12, _links: { 'version-history': [{ href: `${wordpress}/revisions` }] } },
  [`GET ${wordpress}/revisions`]: list([{ id: 31, author: 1, styles: {} }]),
  'GET /oembed/1.0/proxy': { html: `<a href="${pageUrl}">${pageUrl}</a>` },
  'GET /wp-block-editor/v1/url-details': { title: 'A' },
  'GET /wp-block-editor/v1/navigation-fallback': {
    id: 51,
    _embedded: { self: [{ id: 51, title: { raw: 'Menu' }, content: { raw: '' } }] },
  },
  'GET /wp/v2/block-patterns/patterns': [{ name: 'tides/a', title: 'A', content: '', post_types: ['post'] }],
  'GET /wp/v2/block-patterns/categories': [{ name: 'call', label: 'Call' }],
  'GET /wp/v2/wp_pattern_category': list([{ id: 61, name: 'Set', slug: 'set', description: '' }]),
  'GET /wp/v2/templates/lookup': template,
}

const rule: Rule = ({ method, path }) => {
  const [address = ''] = path.split('?')
  const [, single, older] = /^\/wp\/v2\/(?:posts|pages)\/(\d+)(?:\/revisions\/(\d+))?$/.exec(address) ?? []
  if (older) return version(Number(older))
  if (single) return reply(post(Number(single), { content: { raw: text } }), allowed)
  return answers[`${method} ${address}`] ?? refusal(404, 'rest_no_route')
}

/** A site that answers every read of the package, and a store in front of it. `before` may answer first, or hold. */
export function wholeSite(
  before: Rule = () => undefined,
  options: Partial<copydesk.EntityStoreOptions> = {},
) {
  const held = new Set<SeenRequest>()
  const server = fakeServer((request) => {
    const answer = before(request)
    if (answer === 'hold') held.add(request)
    else return answer ?? rule(request)
    return undefined
  })
  // The fake server has types of its own.
  const fetcher: Fetcher = (request) =>
    server.fetcher({ ...request, path: request.path?.replace('/types?', '/types/?') })
  const { store } = person({ network: { fetcher }, store: { blocks: paragraphCodec(), ...options } })
  return {
    ...server,
    store,
    dispatch: store.dispatch,
    state: store.getState,
    /** Answers what was held. */
    release: () => {
      for (const request of held) {
        const answer = rule(request)
        if (answer instanceof Reply) request.answer(answer.data, answer.options)
        else request.answer(answer)
      }
      held.clear()
    },
  }
}

type Read = (options?: ReadOptions) => Thunk<EntityState, Promise<unknown>>

/** Every read of the package with arguments that the whole site answers. */
export const reads: { readonly [Name in ReadName]: Read } = {
  fetchEntityRecord: (options) => copydesk.fetchEntityRecord('postType', 'post', 1, undefined, options),
  fetchEntityRecords: (options) => copydesk.fetchEntityRecords('postType', 'post', undefined, options),
  fetchRevisions: (options) => copydesk.fetchRevisions('postType', 'post', 1, undefined, options),
  fetchRevision: (options) => copydesk.fetchRevision('postType', 'post', 1, 21, undefined, options),
  fetchPermissions: (options) =>
    copydesk.fetchPermissions({ kind: 'postType', name: 'post', id: 1 }, undefined, options),
  fetchAutosaves: (options) => copydesk.fetchAutosaves('post', 1, options),
  fetchCurrentUser: (options) => copydesk.fetchCurrentUser(options),
  fetchAuthors: (options) => copydesk.fetchAuthors(undefined, options),
  fetchCurrentTheme: (options) => copydesk.fetchCurrentTheme(options),
  fetchGlobalStylesId: (options) => copydesk.fetchGlobalStylesId(options),
  fetchThemeBaseStyles: (options) => copydesk.fetchThemeBaseStyles(options),
  fetchThemeStyleVariations: (options) => copydesk.fetchThemeStyleVariations(options),
  fetchThemeStyleRevisions: (options) => copydesk.fetchThemeStyleRevisions(options),
  fetchEmbedPreview: (options) => copydesk.fetchEmbedPreview(pageUrl, options),
  fetchUrlDetails: (options) => copydesk.fetchUrlDetails(pageUrl, options),
  fetchBlockPatterns: (options) => copydesk.fetchBlockPatterns(options),
  fetchBlockPatternCategories: (options) => copydesk.fetchBlockPatternCategories(options),
  fetchUserPatternCategories: (options) => copydesk.fetchUserPatternCategories(options),
  fetchNavigationFallbackId: (options) => copydesk.fetchNavigationFallbackId(options),
  fetchDefaultTemplateId: (options) => copydesk.fetchDefaultTemplateId({ slug: 'front-page' }, options),
  fetchRegisteredPostMeta: (options) => copydesk.fetchRegisteredPostMeta('post', options),
  fetchHomePage: (options) => copydesk.fetchHomePage(options),
  fetchPostsPageId: (options) => copydesk.fetchPostsPageId(options),
  fetchTemplateId: (options) => copydesk.fetchTemplateId('post', 1, options),
}

/** Every selector of the package with arguments that the whole site answers. */
export const selectors: { readonly [Name in SelectorName]: (state: EntityState) => unknown } = {
  selectEntityConfig: (state) => copydesk.selectEntityConfig(state, 'postType', 'post'),
  selectEntityConfigs: (state) => copydesk.selectEntityConfigs(state, 'postType'),
  selectResolution: (state) => copydesk.selectResolution(state, 'fetchEntityRecord', 'postType', 'post', 99),
  selectIsFresh: (state) => copydesk.selectIsFresh(state, 'fetchEntityRecord', 'postType', 'post', 99),
  selectStaleSince: (state) => copydesk.selectStaleSince(state, 'fetchEntityRecords', 'postType', 'post'),
  selectHeldLocks: (state) => copydesk.selectHeldLocks(state),
  selectPendingLocks: (state) => copydesk.selectPendingLocks(state),
  selectIsLockAvailable: (state) => copydesk.selectIsLockAvailable(state, ['mine'], { exclusive: true }),
  selectEntityRecord: (state) =>
    copydesk.selectEntityRecord(state, 'postType', 'post', 1, { _fields: ['title.raw', 'meta'] }),
  selectHasEntityRecord: (state) => copydesk.selectHasEntityRecord(state, 'postType', 'post', 1),
  selectEntityRecords: (state) =>
    copydesk.selectEntityRecords(state, 'postType', 'post', { per_page: 10, _fields: 'title' }),
  selectEntityRecordsTotalItems: (state) => copydesk.selectEntityRecordsTotalItems(state, 'postType', 'post'),
  selectEntityRecordsTotalPages: (state) => copydesk.selectEntityRecordsTotalPages(state, 'postType', 'post'),
  selectHasEntityRecords: (state) => copydesk.selectHasEntityRecords(state, 'postType', 'post'),
  selectRevision: (state) => copydesk.selectRevision(state, 'postType', 'post', 1, 21, { _fields: 'title' }),
  selectRevisions: (state) => copydesk.selectRevisions(state, 'postType', 'post', 1, {}),
  selectRevisionsTotalItems: (state) => copydesk.selectRevisionsTotalItems(state, 'postType', 'post', 1),
  selectCanUser: (state) => copydesk.selectCanUser(state, 'read', { kind: 'postType', name: 'post', id: 1 }),
  selectAuthors: (state) => copydesk.selectAuthors(state, {}),
  selectCurrentUser: (state) => copydesk.selectCurrentUser(state),
  selectThemeBaseStyles: (state) => copydesk.selectThemeBaseStyles(state),
  selectThemeStyleVariations: (state) => copydesk.selectThemeStyleVariations(state),
  selectThemeStyleRevisions: (state) => copydesk.selectThemeStyleRevisions(state),
  selectCurrentTheme: (state) => copydesk.selectCurrentTheme(state),
  selectGlobalStylesId: (state) => copydesk.selectGlobalStylesId(state),
  selectThemeSupports: (state) => copydesk.selectThemeSupports(state),
  selectAutosave: (state) => copydesk.selectAutosave(state, 'post', 1, 1),
  selectAutosaves: (state) => copydesk.selectAutosaves(state, 'post', 1),
  selectDirtyEntityRecords: (state) => copydesk.selectDirtyEntityRecords(state),
  selectEditedEntityRecord: (state) => copydesk.selectEditedEntityRecord(state, 'postType', 'post', 1),
  selectEntityRecordEdits: (state) => copydesk.selectEntityRecordEdits(state, 'postType', 'post', 1),
  selectHasEdits: (state) => copydesk.selectHasEdits(state, 'postType', 'post', 1),
  selectNonTransientEdits: (state) => copydesk.selectNonTransientEdits(state, 'postType', 'post', 1),
  selectRawEntityRecord: (state) => copydesk.selectRawEntityRecord(state, 'postType', 'post', 1),
  selectBlockPatternCategories: (state) => copydesk.selectBlockPatternCategories(state),
  selectBlockPatterns: (state) => copydesk.selectBlockPatterns(state),
  selectBlockPatternsForPostType: (state) => copydesk.selectBlockPatternsForPostType(state, 'post'),
  selectDefaultTemplateId: (state) => copydesk.selectDefaultTemplateId(state, { slug: 'front-page' }),
  selectEmbedPreview: (state) => copydesk.selectEmbedPreview(state, pageUrl),
  selectIsEmbedPreviewFallback: (state) => copydesk.selectIsEmbedPreviewFallback(state, pageUrl),
  selectNavigationFallbackId: (state) => copydesk.selectNavigationFallbackId(state),
  selectRegisteredPostMeta: (state) => copydesk.selectRegisteredPostMeta(state, 'post'),
  selectUrlDetails: (state) => copydesk.selectUrlDetails(state, pageUrl),
  selectUserPatternCategories: (state) => copydesk.selectUserPatternCategories(state),
  selectHomePage: (state) => copydesk.selectHomePage(state),
  selectPostsPageId: (state) => copydesk.selectPostsPageId(state),
  selectTemplateId: (state) => copydesk.selectTemplateId(state, 'post', 1),
  selectEntityBlocks: (state) => copydesk.selectEntityBlocks(state, 'postType', 'post', 2),
  selectHasRedo: (state) => copydesk.selectHasRedo(state),
  selectHasUndo: (state) => copydesk.selectHasUndo(state),
  selectUndoHistory: (state) => copydesk.selectUndoHistory(state),
  selectEntityRecordsBeingSaved: (state) => copydesk.selectEntityRecordsBeingSaved(state),
  selectIsAutosaving: (state) => copydesk.selectIsAutosaving(state, 'postType', 'post', 1),
  selectIsSaving: (state) => copydesk.selectIsSaving(state, 'postType', 'page', 3),
  selectRecordState: (state) => copydesk.selectRecordState(state, 'postType', 'post', 1),
  selectSaveError: (state) => copydesk.selectSaveError(state, 'postType', 'post', 1),
  selectDeleteError: (state) => copydesk.selectDeleteError(state, 'postType', 'post', 2),
  selectIsDeleting: (state) => copydesk.selectIsDeleting(state, 'postType', 'post', 2),
}
