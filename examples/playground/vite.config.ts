import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

// `copydesk` resolves to the built package, by the name and exports of its own package.json.
export default defineConfig(({ mode }) => {
  // A module is a file of its own, as in the sources: the request log tells by the stack which one asked. Tests open
  // the page hundreds of times, which takes a quarter less with a few files.
  const areModulesKept = mode === 'production'
  return {
    plugins: [react()],
    clearScreen: false,
    build: {
      minify: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        output: {
          entryFileNames: areModulesKept ? 'page/main.tsx.[hash].js' : 'page/page.[hash].js',
          chunkFileNames: 'page/[name].[hash].js',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                name: (id: string, graph: ModuleGraph) => chunkOf(id, graph, areModulesKept),
                debugName: 'modules and packages',
              },
            ],
          },
        },
      },
    },
  }
})

function chunkOf(id: string, graph: ModuleGraph, areModulesKept: boolean): string | null {
  const path = relative(here, id.replace(/\?.*$/, ''))
  // The entry keeps main.tsx: Vite loses one that is left with nothing but imports.
  if (path === 'main.tsx' || !/\.[cm]?[jt]sx?$/.test(path)) return null
  if (!path.startsWith('..')) return areModulesKept ? path : null
  // What only a part needs that is loaded when it is wanted comes with that part: working together is off at first.
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
