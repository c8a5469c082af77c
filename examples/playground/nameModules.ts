/** What the page is told of its bundle: from which line on it is of which file of the sources. */
interface ModuleNames {
  path: string
  parts: readonly (readonly [line: number, file: string])[]
}

/**
 * Lets stacks name the files of the sources, although the page is served as one: the panel under the hood says who asked
 * for what. The page is told with its HTML where each file begins; one that is served from its sources is told nothing, and
 * needs nothing. Only Chromium lets a page write its stacks.
 */
export function nameModules(): void {
  const told = document.getElementById('module-names')?.textContent
  if (!told) return
  const { path, parts } = JSON.parse(told) as ModuleNames
  const address = new URL(path, location.href).href
  Error.prepareStackTrace = (error, sites) =>
    [String(error), ...sites.map((site) => `    at ${named(String(site))}`)].join('\n')

  function named(site: string): string {
    if (!site.includes(address)) return site
    const place = findPlace(site)
    const file = place && parts.filter(([first]) => first <= Number(place.line)).at(-1)?.[1]
    if (place === undefined || file === undefined) return site
    return `${site.slice(0, place.start)}${file}:${place.line}:${place.column}${site.slice(place.end)}`
  }
}

/** Where in a line of a stack the first name of a file stands, with its line and column. */
export function findPlace(site: string) {
  for (const { 0: part, index } of site.matchAll(/[^/\s(]+/g)) {
    const [all, name = '', line = '', column = ''] = /^(.+):(\d+):(\d+)/.exec(part) ?? []
    if (all !== undefined) return { start: index, end: index + all.length, name, line, column }
  }
  return undefined
}
