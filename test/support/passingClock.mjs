// Preloaded into a process that serves a site: its clock goes on by so many milliseconds when it is told to, so that nobody
// need wait until the site takes somebody for gone.
const { now } = Date
let passed = 0
Date.now = () => now() + passed
process.on('message', (order) => {
  if (typeof order?.pass === 'number') passed += order.pass
})
