// `npm run test:wordpress`: the suites on a real WordPress, and the contracts of the mock site.
//   npm run test:wordpress -- [--wordpress <which>] [test files and flags of Vitest]
// Which: the path or the address of a zip; beta, or after `npm ci --ignore-scripts` 6.2 to 6.5 and nightly, which need no
// network; or a file that describes a site that runs already, as `node examples/wordpress/serve.mjs --describe site.json`
// writes it.
import { runOnWordPress } from './runOnWordPress.mjs'

runOnWordPress(['wordpress'])
