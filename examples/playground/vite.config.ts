import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

// `copydesk` resolves to the built package, by the name and exports of its own package.json.
export default defineConfig({
  plugins: [react()],
  clearScreen: false,
  build: {
    // Names of functions are kept, which the panel under the hood shows; compressed it is served anyway.
    minify: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      // Says in the bundle where each file begins: see nameModules.ts.
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

function chunkOf(id: string, graph: ModuleGraph): string | null {
  const path = relative(here, id.replace(/\?.*$/, ''))
  if (!/\.[cm]?[jt]sx?$/.test(path)) return null
  // The entry stays by itself: Vite loses one that is left with nothing but imports.
  if (path === 'main.tsx') return null
  // What only working together needs comes when that is wanted: it is off at first.
  if (path.startsWith('together/')) return isLoadedAtOnce(id, graph) ? 'playground' : null
  if (!path.startsWith('..')) return 'playground'
  return isLoadedAtOnce(id, graph) ? 'packages' : null
}

interface ModuleGraph {
  getModuleInfo(id: string): { isEntry: boolean; importers: string[] } | null
}

/** Whether imports lead to a module from the entry, none of them by a call. */
function isLoadedAtOnce(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  seen.add(id)
  const { isEntry = false, importers = [] } = graph.getModuleInfo(id) ?? {}
  return isEntry || importers.some((one) => !seen.has(one) && isLoadedAtOnce(one, graph, seen))
}
