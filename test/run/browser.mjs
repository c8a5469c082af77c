// `npm run test:browser`: the playground and the post editor of WordPress, in a real browser.
//   npm run test:browser -- [--wordpress <which>] [test files and flags of Vitest]
// Which: the path or the address of a zip; 6.2 to 6.5, beta or nightly, which need no network.
import { runOnWordPress } from './runOnWordPress.mjs'

runOnWordPress(['browser', 'together'])
