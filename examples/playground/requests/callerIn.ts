/** The function of the page's own that a stack leads to, and its file; null where none is in it, as in an effect. */
export function callerIn({ stack = '' }: Error): string | null {
  for (const line of stack.split('\n')) {
    const [, name, address = ''] =
      /^\s*at (?:async )?(?:(\S+) .*\()?(https?:[^)]+?)(?::\d+)*\)?$/.exec(line) ?? []
    const file = ownFile(address)
    if (file !== null) return name ? `${name.replace(/^Object\./, '')} in ${file}` : file
  }
  return null
}

/** The file of a module of this page; null for one of a package or of what watches the store. */
function ownFile(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { pathname } = new URL(address)
  // The build keeps each of them as a file of its own: `/page/media/MediaEditor.tsx.b1946ac9.js`.
  const module = /^\/(?!@|node_modules\/|(?:page\/)?requests\/).*?([^/]+?\.tsx?)(?:\.[\w-]+\.js)?$/
  return module.exec(pathname)?.[1] ?? null
}
