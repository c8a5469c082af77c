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
    return site.replace(/(\S*?)([^/\s(]+):(\d+):(\d+)/, (all, before: string, name: string, line, column) => {
      const file = parts.filter(([first]) => first <= Number(line)).at(-1)?.[1]
      return file === undefined ? all : `${before}${file}:${line}:${column}`
    })
  }
}
