import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

// `copydesk` resolves to the built package, by the name and exports of its own package.json.
export default defineConfig({
  plugins: [react(), moduleNames()],
  clearScreen: false,
  build: {
    // Names of functions are kept, which the panel under the hood shows; compressed it is served anyway.
    minify: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      // Says in the bundle where each file begins: see moduleNames below.
      experimental: { attachDebugInfo: 'simple' },
      output: {
        minify: false,
        entryFileNames: 'page/page.[hash].js',
        chunkFileNames: 'page/[name].[hash].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf, debugName: 'the packages and the page' }],
        },
      },
    },
  },
})

/** Tells the page which lines of its bundle are of which file: asked for by the page itself, that would be a request. */
function moduleNames(): Plugin {
  return {
    name: 'module-names',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const page = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.name === 'playground',
        )
        if (page?.type !== 'chunk') return []
        const parts = page.code.split('\n').flatMap((line, at) => {
          const [, file] =
            /^\/\/ (?:#region )?examples\/(?:playground|editor)\/(?:.*\/)?([\w-]+\.[jt]sx?)$/.exec(line) ?? []
          return file === undefined ? [] : [[at + 1, file]]
        })
        const children = JSON.stringify({ path: `/${page.fileName}`, parts })
        const attrs = { type: 'application/json', id: 'module-names' }
        return [{ tag: 'script', attrs, children, injectTo: 'head' }]
      },
    },
  }
}

function chunkOf(id: string, graph: ModuleGraph): string | null {
  const path = relative(here, id.replace(/\?.*$/, ''))
  if (!/\.[cm]?[jt]sx?$/.test(path)) return null
  // The entry stays by itself: Vite loses one that is left with nothing but imports.
  if (path === 'main.tsx') return null
  // What only working together needs comes when that is wanted: it is off at first.
  if (path.startsWith('together/')) return isLoadedAtOnce(id, graph) ? 'playground' : null
  if (!path.startsWith('..') || path.startsWith('../editor/')) return 'playground'
  if (isLoadedAtOnce(id, graph)) return 'packages'
  // It loads parts of itself later, but keeps edits from the first one on: without a network nothing could be fetched.
  return isKeeping(id, graph) ? 'packages' : null
}

interface ModuleGraph {
  getModuleInfo(id: string): { isEntry: boolean; importers: string[]; dynamicImporters: string[] } | null
}

/** Whether a module is there for `copydesk/durable`, which loads parts of itself later. */
function isKeeping(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  seen.add(id)
  if (/\/dist\/durable(?:\/index)?\.js$/.test(id)) return true
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  return [...importers, ...dynamicImporters].some((one) => !seen.has(one) && isKeeping(one, graph, seen))
}

/** Whether imports lead to a module from the entry, none of them by a call. */
function isLoadedAtOnce(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  seen.add(id)
  const { isEntry = false, importers = [] } = graph.getModuleInfo(id) ?? {}
  return isEntry || importers.some((one) => !seen.has(one) && isLoadedAtOnce(one, graph, seen))
}
