import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { formatMessage } from 'publint/utils'
import { publint } from 'publint'
import { describe, expect, inject, it } from 'vitest'
import { runTool } from './runIn'

const require = createRequire(import.meta.url)
const tarball = inject('tarball')
const installed = join(inject('projectWithReact'), 'node_modules', 'copydesk')
const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '')
  .map((path) => path.replace(/^package\//, ''))
const packageFile = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
  exports: Record<string, unknown>
}
const entries = Object.keys(packageFile.exports)
  .filter((entry) => entry.startsWith('./') && !entry.endsWith('.json'))
  .map((entry) => entry.slice(2))

describe('the packed package', () => {
  it.each(['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json', 'docs/hooks/index.md'])(
    'holds %s',
    (path) => {
      expect(files).toContain(path)
    },
  )

  it.each(['index', 'react', 'testing', 'sync', 'devtools'])(
    'holds the code and the types of %s in both forms',
    (entry) => {
      const endings = ['.js', '.cjs', '.d.ts', '.d.cts']
      expect(files).toEqual(expect.arrayContaining(endings.map((ending) => `dist/${entry}${ending}`)))
    },
  )

  it('holds nothing but the build, the documentation, skills for agents and the papers', () => {
    const others = files.filter(
      (path) =>
        !/^(?:dist|docs\/(?:guide|hooks|reference|pictures)|skills)\//.test(path) &&
        !/^(?:LICENSE|README\.md|CHANGELOG\.md|package\.json)$/.test(path),
    )
    expect(others.sort()).toEqual(entries.map((entry) => `${entry}/package.json`).sort())
  })

  it('holds each picture that its pages show', () => {
    const pictures = files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...readFileSync(join(installed, path), 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(
          ([, target = '']) => join(dirname(path), target).replaceAll('\\', '/'),
        ),
      )
    expect(pictures.length).toBeGreaterThan(15)
    expect(pictures.filter((path) => !files.includes(path))).toEqual([])
  })

  it('takes less than 6.2 MB', () => {
    const size = files.reduce((sum, path) => sum + statSync(join(installed, path)).size, 0)
    expect(size).toBeLessThan(6_200_000)
  })

  it('loads CommonJS by require alone, as contexts of others, such as those of Jest, know no import()', () => {
    const commonJs = files.filter((path) => path.endsWith('.cjs'))
    const loading = commonJs.filter((path) => /\bimport\(/.test(readFileSync(join(installed, path), 'utf8')))
    expect(commonJs.length).toBeGreaterThan(5)
    expect(loading).toEqual([])
  })

  it('depends at run time on nothing that its package file does not name', () => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'peerDependencies', Record<string, string>>
    const named = { ...dependencies, ...peerDependencies }
    const imported = files
      .filter((path) => /^dist\/.*\.c?js$/.test(path))
      .flatMap((path) => [
        ...readFileSync(join(installed, path), 'utf8').matchAll(
          /(?:\bfrom |\brequire\()['"]([^.'"\s][^'"\n]*)['"]/g,
        ),
      ])
      .map(([, specifier = '']) => specifier.replace(/^((?:@[^/]+\/)?[^/]+).*$/, '$1'))
    expect(imported).not.toEqual([])
    expect(imported.filter((name) => !(name in named))).toEqual([])
  })

  it.each(['react.js', 'react.cjs', 'devtools.js', 'devtools.cjs'])(
    'tells server components that %s is for clients',
    (file) => {
      const code = readFileSync(join(installed, 'dist', file), 'utf8')
      // Directives stand before everything else.
      expect(code).toMatch(/^(['"]use strict['"];\s*)?['"]use client['"];/)
    },
  )

  it.each(['index.js', 'index.cjs', 'testing.js'])('leaves %s to servers, too', (file) => {
    expect(readFileSync(join(installed, 'dist', file), 'utf8')).not.toContain('use client')
  })

  it.each(entries)('leads to %s without exports, as Parcel and old compilers look for it', (entry) => {
    const folder = join(installed, entry)
    const fields = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
    const paths = Object.fromEntries(Object.entries(fields).map(([name, path]) => [name, join(folder, path)]))
    const built = join(installed, 'dist', entry)
    expect(paths).toEqual({ main: `${built}.cjs`, module: `${built}.js`, types: `${built}.d.ts` })
    expect(Object.values(paths).filter((path) => !existsSync(path))).toEqual([])
  })

  it('has a package file in which npm finds nothing to correct when it is published', () => {
    const folder = mkdtempSync(join(tmpdir(), 'copydesk-package-file-'))
    const file = join(folder, 'package.json')
    copyFileSync(join(installed, 'package.json'), file)
    execFileSync('npm', ['pkg', 'fix'], { cwd: folder, shell: process.platform === 'win32', stdio: 'ignore' })
    const fixed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    rmSync(folder, { recursive: true, force: true })
    expect(fixed).toEqual(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')))
  })

  it('has no script that npm runs, or asks whether it may, where the package is installed: its file is not in it', () => {
    const { scripts } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(scripts).toHaveProperty('dependencies')
    expect(Object.keys(scripts)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:pre|post)?(?:install|prepare)$|^prepublish$/)]),
    )
  })

  it('is clean for publint', async () => {
    const data = readFileSync(tarball)
    const tar = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)
    const { messages, pkg } = await publint({ pack: { tarball: tar }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([])
  })

  it('is clean for "are the types wrong"', () => {
    const { code, output } = runTool(
      join(dirname(require.resolve('@arethetypeswrong/cli/package.json')), 'dist/index.js'),
      ['--profile', 'node16', '--no-emoji', '--no-color', tarball],
      installed,
    )
    expect(code, output).toBe(0)
  })
})
