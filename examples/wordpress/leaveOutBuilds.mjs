// The script `dependencies` of this repository: npm runs it when it has changed node_modules, and never where the package is
// installed. The package with the WordPresses has six of them, 320 MB more than the one that `npm start` and the tests boot, and
// no release of it has fewer. `npm ci --ignore-scripts` leaves all six.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const builds = fileURLToPath(new URL('../../node_modules/@wp-playground/wordpress-builds', import.meta.url))

for (const folder of ['public', 'src/wordpress']) {
  for (const name of namesIn(join(builds, folder))) {
    if (/^wp-(?!beta)[\w.]+$/.test(name) && !name.endsWith('.json'))
      rmSync(join(builds, folder, name), { recursive: true })
  }
}

function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    // It is not installed: `npm ci --omit=dev`.
    return []
  }
}
