import { fileOf, framesOf } from './stack'

/**
 * The function of the application that a stack leads to, and its file: `save in Editor.tsx`; null where none is in it, as in
 * an effect, or where a bundle keeps no names of files.
 */
export function callerIn(error: Pick<Error, 'stack'>): string | null {
  for (const frame of framesOf(error)) {
    const file = applicationFile(fileOf(frame))
    if (file !== null) return frame.name ? `${frame.name} in ${file}` : file
  }
  return null
}

/**
 * The component that a hook was called in, with what tells that call from others of the same component; null where no name
 * on the stack is one of a component, as in a bundle that shortens names.
 */
export function componentIn(error: Pick<Error, 'stack'>): { name: string; call: string } | null {
  const frames = framesOf(error)
  // Components begin with a capital letter, and unlike classes they are called on nothing.
  const place = frames.findIndex(({ name }) => /^[A-Z][\w$]*$/.test(name))
  const component = frames[place]
  if (!component) return null
  const call = frames.slice(0, place + 1).map(({ address }) => address)
  return { name: component.name, call: call.join(' ') }
}

/** The name of a file of the application's own sources; null for one of a package or of a bundle. */
function applicationFile(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { pathname } = new URL(address)
  if (/\/(?:node_modules|\.vite)\/|^\/@/.test(pathname)) return null
  // A build may keep each of them as a file of its own: `/assets/Editor.tsx.b1946ac9.js`.
  return /([^/]+?\.(?:[cm]?ts|tsx|jsx))(?:\.[\w-]+\.js)?$/.exec(pathname)?.[1] ?? null
}
