import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { endpoints, collaborationEndpoints } from '../support/endpoints'

type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber'
type Statuses = readonly [administrator: number, contributor: number, visitor: number]
type Row = readonly [statuses: Statuses, method: string, path: string, data?: object]

const all: Statuses = [200, 200, 200]
const members: Statuses = [200, 200, 401]
const managers: Statuses = [200, 403, 401]
const wp = '/wp/v2'

/** For each endpoint of the specification: a request, and how it ends for three roles. */
const rows: { readonly [endpoint: string]: Row } = {
  'GET {baseURL}/{id}': [all, 'GET', `${wp}/posts/7`],
  'GET {baseURL}': [all, 'GET', `${wp}/posts`],
  'GET {baseURL}?page&per_page, with X-WP-Total and X-WP-TotalPages': [
    all,
    'GET',
    `${wp}/posts?page=1&per_page=1`,
  ],
  'GET {baseURL}?per_page=100&page, for per_page -1': [all, 'GET', `${wp}/posts?per_page=100&page=1`],
  'GET {baseURL}?_fields&context&include': [managers, 'GET', `${wp}/users?_fields=id&context=edit&include=1`],
  'GET /{namespace}/{rest_base}/{id}?context=edit': [managers, 'GET', `${wp}/pages/8?context=edit`],
  'POST {baseURL}': [[201, 201, 401], 'POST', `${wp}/posts`, { title: 'New' }],
  'PUT {baseURL}/{id}': [managers, 'PUT', `${wp}/posts/7`, { title: 'New' }],
  'DELETE {baseURL}/{id}': [managers, 'DELETE', `${wp}/posts/7`],
  'POST {baseURL}/{id}/autosaves': [managers, 'POST', `${wp}/posts/7/autosaves`, { title: 'Typed' }],
  'GET /{namespace}/{rest_base}/{id}/autosaves?context=edit': [
    managers,
    'GET',
    `${wp}/posts/7/autosaves?context=edit`,
  ],
  '/wp/v2/media': [all, 'GET', `${wp}/media`],
  '/wp/v2/taxonomies': [all, 'GET', `${wp}/taxonomies`],
  '/wp/v2/sidebars': [managers, 'GET', `${wp}/sidebars`],
  '/wp/v2/widgets': [managers, 'GET', `${wp}/widgets`],
  '/wp/v2/widget-types': [managers, 'GET', `${wp}/widget-types`],
  '/wp/v2/users': [all, 'GET', `${wp}/users`],
  '/wp/v2/comments': [all, 'GET', `${wp}/comments`],
  '/wp/v2/menus': [members, 'GET', `${wp}/menus`],
  '/wp/v2/menu-items': [members, 'GET', `${wp}/menu-items`],
  '/wp/v2/menu-locations': [managers, 'GET', `${wp}/menu-locations`],
  '/wp/v2/global-styles': [members, 'GET', `${wp}/global-styles/9`],
  '/wp/v2/themes': [managers, 'GET', `${wp}/themes`],
  '/wp/v2/plugins': [managers, 'GET', `${wp}/plugins`],
  '/wp/v2/statuses': [all, 'GET', `${wp}/statuses`],
  'GET /': [all, 'GET', '/'],
  'GET /wp/v2/types?context=view': [all, 'GET', `${wp}/types?context=view`],
  'GET /wp/v2/types?context=edit': [members, 'GET', `${wp}/types?context=edit`],
  'GET /wp/v2/types/{type}?context=edit': [managers, 'GET', `${wp}/types/wp_template?context=edit`],
  'GET /wp/v2/taxonomies?context=view': [all, 'GET', `${wp}/taxonomies?context=view`],
  'GET /wp/v2/settings': [managers, 'GET', `${wp}/settings`],
  'OPTIONS /wp/v2/settings': [all, 'OPTIONS', `${wp}/settings`],
  'OPTIONS on a resource path': [all, 'OPTIONS', `${wp}/posts/7`],
  'OPTIONS /{namespace}/{rest_base}/?context=edit': [all, 'OPTIONS', `${wp}/posts/?context=edit`],
  'GET /{namespace}/{rest_base}/{id}/revisions': [managers, 'GET', `${wp}/posts/7/revisions`],
  'GET /{namespace}/{rest_base}/{id}/revisions/{revisionId}': [managers, 'GET', `${wp}/posts/7/revisions/10`],
  'GET /wp/v2/global-styles/{id}/revisions': [managers, 'GET', `${wp}/global-styles/9/revisions`],
  'GET /wp/v2/global-styles/{id}/revisions/{revisionId}': [
    managers,
    'GET',
    `${wp}/global-styles/9/revisions/11`,
  ],
  'GET /wp/v2/users/me': [members, 'GET', `${wp}/users/me`],
  'GET /wp/v2/users/?who=authors&per_page=100': [members, 'GET', `${wp}/users/?who=authors&per_page=100`],
  'GET /wp/v2/themes?status=active': [members, 'GET', `${wp}/themes?status=active`],
  'the link wp:user-global-styles': [members, 'GET', `${wp}/themes?status=active&_fields=_links`],
  'GET /wp/v2/global-styles/themes/{stylesheet}?context=view': [
    members,
    'GET',
    `${wp}/global-styles/themes/tides?context=view`,
  ],
  'GET /wp/v2/global-styles/themes/{stylesheet}/variations?context=view': [
    members,
    'GET',
    `${wp}/global-styles/themes/tides/variations?context=view`,
  ],
  'GET /oembed/1.0/proxy?url': [members, 'GET', '/oembed/1.0/proxy?url=https%3A%2F%2Fexample.org%2Ffilm'],
  'GET /wp-block-editor/v1/url-details?url': [
    members,
    'GET',
    '/wp-block-editor/v1/url-details?url=https%3A%2F%2Fexample.org%2F',
  ],
  'GET /wp-block-editor/v1/navigation-fallback?_embed=true': [
    managers,
    'GET',
    '/wp-block-editor/v1/navigation-fallback?_embed=true',
  ],
  'GET /wp/v2/templates/lookup?slug': [members, 'GET', `${wp}/templates/lookup?slug=front-page`],
  'GET /wp/v2/block-patterns/patterns': [members, 'GET', `${wp}/block-patterns/patterns`],
  'GET /wp/v2/block-patterns/categories': [members, 'GET', `${wp}/block-patterns/categories`],
  'GET /wp/v2/wp_pattern_category?per_page=-1': [all, 'GET', `${wp}/wp_pattern_category?per_page=100`],
  'GET /wp/v2/search?type=post': [all, 'GET', `${wp}/search?type=post`],
  'GET /wp/v2/search?type=term': [all, 'GET', `${wp}/search?type=term`],
  'GET /wp/v2/search?type=post-format': [all, 'GET', `${wp}/search?type=post-format`],
  'GET /wp/v2/media?search': [all, 'GET', `${wp}/media?search=x`],
  'OPTIONS /batch/v1': [all, 'OPTIONS', '/batch/v1'],
  'POST /batch/v1': [
    [207, 207, 207],
    'POST',
    '/batch/v1',
    { requests: [{ path: `${wp}/posts/7`, body: {} }] },
  ],
}

/** A site with a revision of a post, and one of the user's styles. */
async function madeSite() {
  const site = createMockSite({
    posts: [{ id: 7, title: 'Hello' }],
    pages: [{ id: 8, title: 'About' }],
    globalStyles: { id: 9 },
    menus: [{ name: 'Main', location: 'primary', items: [{ title: 'Tides', url: 'https://example.org/' }] }],
    widgets: [{ sidebar: 'sidebar-1', instance: { content: '<p>Tides</p>' } }],
    plugins: [{ plugin: 'tides/tides' }],
    embeds: { 'https://example.org/film': { type: 'video', html: '<video></video>' } },
    urlDetails: { 'https://example.org/': { title: 'Example' } },
  })
  // The revisions get the ids 10 and 11.
  await site.fetcher({ path: `${wp}/posts/7`, method: 'PUT', data: { title: 'Hello again' } })
  await site.fetcher({ path: `${wp}/global-styles/9`, method: 'PUT', data: { styles: {} } })
  return site
}

const roles: readonly (Role | null)[] = ['administrator', 'contributor', null]

describe('the mock site answers what the specification names', () => {
  it('row by row', () => {
    expect(Object.keys(rows)).toEqual(
      endpoints.filter((endpoint) => !collaborationEndpoints.includes(endpoint)),
    )
  })

  it.each(Object.entries(rows))('%s, to each role as it may', async (_, [statuses, method, path, data]) => {
    const ended = []
    for (const role of roles) {
      const site = await madeSite()
      const answer = await site
        .as(role)({ path, method, ...(data && { data }) })
        .catch((error: { status: number; code: string }) => {
          expect(error.code).not.toBe('rest_no_route')
          return error
        })
      ended.push(answer.status)
    }
    expect(ended).toEqual(statuses)
  })
})
