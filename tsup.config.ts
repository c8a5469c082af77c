import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    react: 'src/react/index.ts',
    testing: 'src/testing/index.ts',
    sync: 'src/sync/index.ts',
  },
  format: ['esm', 'cjs'],
  // `npm run check:types` has checked them; doing it again took half of the build.
  dts: { compilerOptions: { noCheck: true } },
  splitting: true,
  sourcemap: true,
  clean: true,
  target: 'es2022',
  // Makes one import of several from the same package: bundlers keep those of React that no code needs.
  treeshake: true,
  // Numbers and texts that are named once stand where they are used; names and lines stay readable.
  esbuildOptions: (options) => {
    options.minifySyntax = true
  },
  external: ['react', 'react-dom'],
})
