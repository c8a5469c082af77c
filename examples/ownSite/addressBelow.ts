/**
 * The address of a route below a REST root, null where it would lead anywhere else.
 *
 * @param root - `https://example.org/wp-json/` or `https://example.org/?rest_route=/`
 * @param target - route and query as the browser asked for them, `/wp/v2/posts?page=2`
 */
export function addressBelow(root: string, target: string): URL | null {
  const [, route = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? []
  if (!staysBelow(route) || namesRoute(query)) return null
  const address = new URL(root)
  const plain = address.searchParams.get('rest_route')
  if (plain === null) {
    address.pathname = `${address.pathname.replace(/\/+$/, '')}${route || '/'}`
    address.search = joinQueries(address.search.slice(1), query)
    return address
  }
  address.searchParams.delete('rest_route')
  const whole = `${plain.replace(/\/+$/, '')}${route || '/'}`
  // In a query these two would mean something else.
  const safe = whole.replaceAll('&', '%26').replaceAll('+', '%2B')
  address.search = joinQueries(`rest_route=${safe}`, address.searchParams.toString(), query)
  return address
}

/** No dots upwards, however often they are encoded, and nothing that ends a path. */
function staysBelow(route: string): boolean {
  if (!/^(\/|$)/.test(route)) return false
  let text = route
  for (let depth = 0; depth < 5; depth++) {
    if (/[\\#\0]|(^|\/)\.\.?(\/|$)/.test(text)) return false
    const decoded = decode(text)
    if (decoded === null) return depth > 0
    if (decoded === text) return true
    text = decoded
  }
  return false
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** WordPress would take the route from the query; to PHP `rest.route` and `rest_route[]` are that name, too. */
function namesRoute(query: string): boolean {
  const names = [...new URLSearchParams(query).keys()]
  return names.some((name) => /^\s*rest[_ .[]route(\[|\0|$)/i.test(name))
}

function joinQueries(...queries: string[]): string {
  return queries.filter(Boolean).join('&')
}
