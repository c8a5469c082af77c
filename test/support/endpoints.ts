/** A row of the documentation's table of endpoints. */
export interface EndpointRow {
  /** As the specification names it, more or less. */
  endpoint: string
  /** Thunks that call it. */
  thunks: string[]
  /** The file of its test, below `test/liveWordpress`. */
  file: string
  /** The title of that test. */
  title: string
}

/** Every call of the specification's section 7, in its order. */
export const endpoints = [
  'GET {baseURL}/{id}',
  'GET {baseURL}',
  'GET {baseURL}?page&per_page, with X-WP-Total and X-WP-TotalPages',
  'GET {baseURL}?per_page=100&page, for per_page -1',
  'GET {baseURL}?_fields&context&include',
  'GET /{namespace}/{rest_base}/{id}?context=edit',
  'POST {baseURL}',
  'PUT {baseURL}/{id}',
  'DELETE {baseURL}/{id}',
  'POST {baseURL}/{id}/autosaves',
  'GET /{namespace}/{rest_base}/{id}/autosaves?context=edit',
  '/wp/v2/media',
  '/wp/v2/taxonomies',
  '/wp/v2/sidebars',
  '/wp/v2/widgets',
  '/wp/v2/widget-types',
  '/wp/v2/users',
  '/wp/v2/comments',
  '/wp/v2/menus',
  '/wp/v2/menu-items',
  '/wp/v2/menu-locations',
  '/wp/v2/global-styles',
  '/wp/v2/themes',
  '/wp/v2/plugins',
  '/wp/v2/statuses',
  'GET /',
  'GET /wp/v2/types?context=view',
  'GET /wp/v2/types?context=edit',
  'GET /wp/v2/types/{type}?context=edit',
  'GET /wp/v2/taxonomies?context=view',
  'GET /wp/v2/settings',
  'OPTIONS /wp/v2/settings',
  'OPTIONS on a resource path',
  'OPTIONS /{namespace}/{rest_base}/?context=edit',
  'GET /{namespace}/{rest_base}/{id}/revisions',
  'GET /{namespace}/{rest_base}/{id}/revisions/{revisionId}',
  'GET /wp/v2/global-styles/{id}/revisions',
  'GET /wp/v2/global-styles/{id}/revisions/{revisionId}',
  'GET /wp/v2/users/me',
  'GET /wp/v2/users/?who=authors&per_page=100',
  'GET /wp/v2/themes?status=active',
  'the link wp:user-global-styles',
  'GET /wp/v2/global-styles/themes/{stylesheet}?context=view',
  'GET /wp/v2/global-styles/themes/{stylesheet}/variations?context=view',
  'GET /oembed/1.0/proxy?url',
  'GET /wp-block-editor/v1/url-details?url',
  'GET /wp-block-editor/v1/navigation-fallback?_embed=true',
  'GET /wp/v2/templates/lookup?slug',
  'GET /wp/v2/block-patterns/patterns',
  'GET /wp/v2/block-patterns/categories',
  'GET /wp/v2/wp_pattern_category?per_page=-1',
  'GET /wp/v2/search?type=post',
  'GET /wp/v2/search?type=term',
  'GET /wp/v2/search?type=post-format',
  'GET /wp/v2/media?search',
  'OPTIONS /batch/v1',
  'POST /batch/v1',
  'Server-sent events and POST with the action gutenberg_signaling_server',
  'WebSocket or WebRTC signalling',
]

/** The calls of collaboration, which transports of `copydesk/sync` make. */
export const collaborationEndpoints = endpoints.slice(-2)

/** The rows of the table under the heading "Every endpoint"; rows that name a group are left out. */
export function findEndpointRows(markdown: string): EndpointRow[] {
  const [, section = ''] = markdown.split(/^##? Every endpoint$/m)
  const table = section.split(/^## /m)[0] ?? ''
  return [...table.matchAll(/^\| `([^`]+)` +\|(.*)$/gm)].map(([, endpoint = '', cells = '']) => {
    const [thunks = '', test = ''] = cells.split(/(?<!\\)\|/)
    const [, file = '', title = ''] = /^ *`([^`]+)`: (.*?) *$/.exec(test) ?? []
    return {
      endpoint,
      thunks: [...thunks.matchAll(/`([^`]+)`/g)].map(([, thunk = '']) => thunk),
      file,
      title: title.replaceAll('\\', ''),
    }
  })
}
