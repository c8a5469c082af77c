import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { mainNames, reactNames, testingNames, typeNames } from './publicNames'
import { runTool } from './runIn'

const require = createRequire(import.meta.url)
const project = inject('projectWithReact')

const resolutions = [
  { title: 'node16 from an ES module', file: 'main.mts', module: 'Node16', moduleResolution: 'Node16' },
  { title: 'node16 from CommonJS', file: 'main.cts', module: 'Node16', moduleResolution: 'Node16' },
  { title: 'a bundler', file: 'main.ts', module: 'ESNext', moduleResolution: 'Bundler' },
]

function compile(setting: (typeof resolutions)[number], source: string) {
  const folder = join(project, setting.title.replaceAll(' ', '-'))
  mkdirSync(folder, { recursive: true })
  const { file, module, moduleResolution } = setting
  const compilerOptions = {
    ...{ module, moduleResolution, target: 'ES2022', lib: ['ES2022', 'DOM'], strict: true, noEmit: true },
    ...{ exactOptionalPropertyTypes: true, types: [], skipLibCheck: false },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
  writeFileSync(join(folder, file), source)
  return runTool(require.resolve('typescript/bin/tsc'), ['-p', folder, '--pretty', 'false'], folder)
}

const everyName = `
import { ${mainNames.join(', ')} } from 'copydesk'
import type { ${typeNames.join(', ')} } from 'copydesk'
import { ${reactNames.join(', ')} } from 'copydesk/react'
import { ${testingNames.join(', ')} } from 'copydesk/testing'
import type { MockSite, MockSiteOptions } from 'copydesk/testing'
export const values: unknown[] = [${[...mainNames, ...reactNames, ...testingNames].join(', ')}]
export type Types = [${typeNames.join(', ')}, MockSite, MockSiteOptions]
`

describe.each(resolutions)('the types of the packed package under $title', (setting) => {
  it('have every public name, without an error in any declaration file', () => {
    expect(compile(setting, everyName)).toEqual({ code: 0, output: '' })
  })

  it('are real types, not any', () => {
    const { output } = compile(
      setting,
      `import { createEntityStore } from 'copydesk'\nimport { useEntityRecord } from 'copydesk/react'
export const first: number = createEntityStore\nexport const second: number = useEntityRecord\n`,
    )
    expect(output.match(/error TS2322/g)).toHaveLength(2)
  })
})
