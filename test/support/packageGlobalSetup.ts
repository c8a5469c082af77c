import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package. */
    tarball: string
    /** A project that installed it together with React. */
    projectWithReact: string
    /** The same with the oldest React that is promised. */
    projectWithReact18: string
    /** A project that installed it together with React and what working together needs. */
    projectWithSync: string
    /** A project that installed it together with React and what keeping edits needs. */
    projectWithDurable: string
    /** A project that installed it and has no React. */
    projectWithoutReact: string
  }
}

const builder = new URL('../../examples/build.mjs', import.meta.url).href
const root = fileURLToPath(new URL('../..', import.meta.url))
const reactPackages = ['react', 'react-dom', '@types/react', '@types/react-dom']
const syncPackages = ['yjs', 'y-protocols', 'lib0', 'y-indexeddb', 'y-webrtc']

/** Packs the package and unpacks it into scratch projects, as an installation would and without a download. */
export async function setup(project: TestProject): Promise<() => void> {
  const { buildWhereStale } = (await import(builder)) as { buildWhereStale: () => void }
  buildWhereStale()
  const scratch = mkdtempSync(join(tmpdir(), 'copydesk-package-'))
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', scratch], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  const tarball = join(scratch, packedName(packed))
  project.provide('tarball', tarball)
  project.provide('projectWithReact', install(tarball, join(scratch, 'with-react'), reactPackages))
  project.provide('projectWithReact18', installWithReact18(tarball, join(scratch, 'with-react-18')))
  project.provide(
    'projectWithSync',
    install(tarball, join(scratch, 'with-sync'), [...reactPackages, ...syncPackages]),
  )
  project.provide(
    'projectWithDurable',
    install(tarball, join(scratch, 'with-durable'), [...reactPackages, 'diff']),
  )
  project.provide('projectWithoutReact', install(tarball, join(scratch, 'without-react'), []))
  return () => rmSync(scratch, { recursive: true, force: true })
}

function packedName(json: string): string {
  const [first] = JSON.parse(json) as { filename: string }[]
  if (!first) throw new Error('npm pack named no file')
  return first.filename
}

function install(tarball: string, project: string, extra: readonly string[]): string {
  const target = join(project, 'node_modules', 'copydesk')
  mkdirSync(target, { recursive: true })
  // A package of its own: what lies above it on this machine has no say in what a name stands for.
  writeFileSync(join(project, 'package.json'), '{ "name": "application", "private": true }')
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components', '1'])
  const { dependencies } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const plain = Object.keys(dependencies).filter((name) => !reactPackages.includes(name))
  for (const name of [...plain, ...extra]) {
    const link = join(project, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link, 'junction')
  }
  return project
}

/** Copies instead of links: what is linked finds its own React, which is the newest. */
function installWithReact18(tarball: string, project: string): string {
  install(tarball, project, [])
  for (const name of ['react-redux', 'use-sync-external-store']) {
    const copy = join(project, 'node_modules', name)
    rmSync(copy, { recursive: true, force: true })
    cpSync(join(root, 'node_modules', name), copy, { recursive: true })
  }
  for (const name of ['react', 'react-dom']) {
    cpSync(join(root, 'node_modules', `${name}-18`), join(project, 'node_modules', name), { recursive: true })
  }
  return project
}
