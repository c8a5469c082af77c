// `npm run test:browser`: the playground and the post editor of WordPress, in a real browser.
//   npm run test:browser -- [--wordpress <which>] [test files and flags of Vitest]
// Which: the path or the address of a zip; beta, or after `npm ci --ignore-scripts` 6.2 to 6.5 and nightly, which need no
// network.
import { runOnWordPress } from './runOnWordPress.mjs'

runOnWordPress(['browser', 'together'])
