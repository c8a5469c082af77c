// The time to import a bundle, React apart: `node importing.mjs <bundle> <needsPage>`. Prints milliseconds.
import 'react'
import { milliseconds } from './measure.mjs'
import 'react-dom'

const [bundle, needsPage] = process.argv.slice(2)
if (needsPage === 'true') (await import('./support/screen.mjs')).installPage()
const start = milliseconds()
await import(bundle)
const time = milliseconds() - start
process.stdout.write(`\n@@${JSON.stringify({ time })}\n`, () => process.exit(0))
