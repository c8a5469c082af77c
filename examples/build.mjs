import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Builds the package unless what is built is newer than every source: the examples import it as a user would. */
export function buildWhereStale(onBuild = () => {}) {
  const sources = readdirSync(at('src'), { recursive: true }).map((path) => `src/${path}`)
  const newest = Math.max(...[...sources, 'package.json', 'tsup.config.ts', 'tsconfig.json'].map(changedAt))
  const built = ['dist/index.js', 'dist/react.js', 'dist/index.d.ts', 'dist/react.d.ts'].map(changedAt)
  if (Math.min(...built) >= newest) return
  onBuild()
  execFileSync(process.execPath, [at('node_modules/tsup/dist/cli-default.js'), '--silent'], {
    cwd: at('.'),
    stdio: 'inherit',
  })
}

/** Milliseconds since 1970; 0 for what is not there. */
function changedAt(path) {
  return statSync(at(path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
