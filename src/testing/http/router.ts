import type { Endpoint, Route } from './route'

/** The endpoint of a route for a method. */
export function endpointOf(route: Route, method: string): Endpoint | undefined {
  if (method === 'GET' || method === 'HEAD') return route.GET
  if (method === 'DELETE') return route.DELETE
  if (method === 'POST') return route.POST ?? route.update
  return method === 'PUT' || method === 'PATCH' ? route.update : undefined
}

/** The route of a path, with the values of its parameters. */
export function findRoute(
  routes: readonly Route[],
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const found = patternOf(route.path).exec(path)
    if (found) return { route, params: { ...found.groups } }
  }
  return undefined
}

const patterns = new Map<string, RegExp>()

function patternOf(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const source = path.replace(/:(\w+)(\+?)/g, (_, name: string, long: string) => {
    if (name === 'id' || name.endsWith('Id')) return `(?<${name}>\\d+)`
    return long ? `(?<${name}>.+?)` : `(?<${name}>[^/]+)`
  })
  const pattern = new RegExp(`^${source}$`)
  patterns.set(path, pattern)
  return pattern
}
