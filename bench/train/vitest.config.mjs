import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

/** `npm run bench:train`: not among the tests of the package, as it needs what it compares with. */
export default defineConfig({
  resolve: base.resolve,
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['bench/train/peers.test.mjs'],
    testTimeout: 7_200_000,
  },
})
