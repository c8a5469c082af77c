import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

/** A package of this folder, which has its own: the checks of types do without them. */
export function load(name: string): Promise<unknown> {
  return import(/* @vite-ignore */ pathToFileURL(require.resolve(name)).href)
}
