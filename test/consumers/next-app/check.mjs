import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

const port = await new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    server.close(() => resolve(port))
  })
})
const next = join(import.meta.dirname, 'node_modules/next/dist/bin/next')
const server = spawn(process.execPath, [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  await show('/', ['2<!-- --> posts', 'value="The ferry is late"', 'value="A new bridge"'])
  await show('/direct', ['function<!-- --> rendered inside'])
  await show('/together', ['function<!-- --> made on the server'])
} finally {
  server.kill('SIGKILL')
}

/** Asks for a page until the server is there, and looks for what it is to show. */
async function show(path, texts) {
  let html = ''
  for (let tries = 0; tries < 150; tries++) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      html = await response.text()
      if (response.status !== 200)
        throw new Error(`${path} was answered with status ${response.status}: ${html}`)
      break
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const lost = texts.filter((text) => !html.includes(text))
  if (lost.length > 0) throw new Error(`${path} does not show ${lost.join(', ')}: ${html}`)
  console.log(`  ${path} was rendered on the server with ${texts.join(', ')}`)
}
