import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import type { Plugin } from 'vite'
import tests from '../../vitest.config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A change of one source, at offsets into its text. */
interface Mutant {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

/** All that the tests have, and one fault in what they load. The file itself is never touched. */
export default mergeConfig(tests, { root, plugins: [mutated()] })

function mutated(): Plugin {
  const { MUTANT } = process.env
  const mutant = MUTANT === undefined ? undefined : (JSON.parse(MUTANT) as Mutant)
  return {
    name: 'mutant',
    enforce: 'pre',
    transform: (code, id) =>
      mutant && id === `${root}${mutant.path}`
        ? `${code.slice(0, mutant.start)}${mutant.replacement}${code.slice(mutant.end)}`
        : undefined,
  }
}
