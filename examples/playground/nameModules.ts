/** A part of a bundle: from which line on it is of which file of the sources. */
interface Part {
  line: number
  file: string
}

/**
 * Lets stacks name the files of the sources, although the page is served as one: the panel under the hood says who asked
 * for what. The bundle itself says where each file begins. Only Chromium lets a page write its stacks.
 */
export async function nameModules(): Promise<void> {
  // The bundle that this stands in, which the browser has in its cache.
  const address = import.meta.url
  const text = await (await fetch(address)).text()
  const parts = text.split('\n').flatMap((line, at): Part[] => {
    const [, path] = /^\/\/ examples\/playground\/(?:.*\/)?([\w-]+\.[jt]sx?)$/.exec(line) ?? []
    return path === undefined ? [] : [{ line: at + 1, file: path }]
  })
  if (parts.length === 0) return
  Error.prepareStackTrace = (error, sites) =>
    [String(error), ...sites.map((site) => `    at ${named(String(site))}`)].join('\n')

  function named(site: string): string {
    if (!site.includes(address)) return site
    return site.replace(/(\S*?)([^/\s(]+):(\d+):(\d+)/, (all, before: string, name: string, line, column) => {
      const file = parts.filter((part) => part.line <= Number(line)).at(-1)?.file
      return file === undefined ? all : `${before}${file}:${line}:${column}`
    })
  }
}
