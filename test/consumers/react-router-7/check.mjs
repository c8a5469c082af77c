import { createRequestHandler } from 'react-router'
import * as build from './build/server/index.js'

const handle = createRequestHandler(build, 'production')
const response = await handle(new Request('http://localhost/'))
const html = await response.text()
if (response.status !== 200) throw new Error(`Status ${response.status}: ${html}`)
const texts = ['data-total="2"', 'value="The ferry is late"', 'value="A new bridge"']
const lost = texts.filter((text) => !html.includes(text))
if (lost.length > 0) throw new Error(`The page does not show ${lost.join(', ')}: ${html}`)
console.log(`  the page was rendered on the server with ${texts.join(', ')}`)
process.exit(0)
