// One library, one workload, in a process of its own: `node --expose-gc child.mjs <bundle> <workload> <settings>`.
// Prints its figures, a line of JSON for each size.
import { createServer } from './server.mjs'
import { installPage } from './support/screen.mjs'
import { WrongResult } from './measure.mjs'

const [bundle, name, settings] = process.argv.slice(2)
const { sizes, budget, scale, warmUp, needsPage } = JSON.parse(settings)
const { workload } = await import(new URL(`workloads/${name}.mjs`, import.meta.url).href)
if (workload.needsPage || needsPage) installPage()
const library = await import(bundle)

try {
  // The first times are for the compiler.
  const began = performance.now()
  for (let turn = 0; turn < 6 && warmUp > 0 && performance.now() - began < budget; turn++) {
    await measure(warmUp, budget / 4)
  }
  for (const size of sizes) {
    const result = await measure(size, budget)
    // At once: whoever is stopped later has measured this.
    print({ size, ...(library.lacks?.[name] && { lacks: library.lacks[name] }), ...result })
    // What is out of time at one size will not do better at the next.
    if (result.cut !== undefined && result.cut < 0.25) break
  }
} catch (error) {
  print({ error: error instanceof WrongResult ? `wrong result: ${error.message}` : error.stack })
}
process.stdout.write('', () => process.exit(0))

function measure(size, ownBudget) {
  const server = createServer()
  return workload.run({ open: (id) => library.open({ server, id }), server, size, budget: ownBudget, scale })
}

function print(told) {
  process.stdout.write(`\n@@${JSON.stringify(told)}\n`)
}
