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
    minify: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      output: {
        // A module is a file of its own, as in the sources: the request log tells by the stack which one asked.
        entryFileNames: 'page/main.tsx.[hash].js',
        chunkFileNames: 'page/[name].[hash].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf, debugName: 'modules and packages' }],
        },
      },
    },
  },
})

function chunkOf(id: string): string | null {
  const path = relative(here, id.replace(/\?.*$/, ''))
  // The entry keeps main.tsx: Vite loses one that is left with nothing but imports.
  if (path === 'main.tsx' || !/\.[cm]?[jt]sx?$/.test(path)) return null
  return path.startsWith('..') ? 'packages' : path
}
