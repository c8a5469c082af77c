import { expect, it } from 'vitest'
import { findImports, readSourceFiles } from '../../support/sourceTree'

const sources = readSourceFiles(process.cwd(), 'src')
const imports = findImports(sources)

/** The packages that an entry brings along, through whichever files. */
function packagesOf(entry: string): readonly string[] {
  const reached = new Set([entry])
  const packages = new Set<string>()
  for (const path of reached) {
    for (const { from, to, specifier, typeOnly } of imports) {
      if (from !== path || typeOnly) continue
      if (to) reached.add(to)
      else packages.add(specifier)
    }
  }
  return [...packages].filter((name) => /^(react|@wordpress\/)/.test(name)).sort()
}

const needed = ['@wordpress/api-fetch', '@wordpress/data', '@wordpress/deprecated', '@wordpress/i18n']

it.each(['store', 'register'])(
  'copydesk/wordpress-data/%s brings no hooks, no React and no blocks',
  (entry) => {
    expect(packagesOf(`src/wordpress-data/${entry}.ts`)).toEqual(needed)
  },
)

it('copydesk/wordpress-data needs React, blocks and icons besides, and nothing that only parts of it would', () => {
  expect(packagesOf('src/wordpress-data/index.ts')).toEqual(
    [...needed, '@wordpress/blocks', '@wordpress/icons', 'react'].sort(),
  )
})
