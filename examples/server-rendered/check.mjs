// `npm test`: asks for pages as a browser does, and looks at what comes when.
import assert from 'node:assert/strict'
import { start } from './server.mjs'

const { address, site, end } = await start(0)

/** Reads a page; gives all of it, and what stood there when the first part had come. */
async function read(path) {
  const response = await fetch(address + path)
  let first
  let all = ''
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    all += part
    // The head of the page is written before React has rendered anything.
    if (first === undefined && all.includes('<h1>')) first = all
  }
  const [, state = ''] = /<script>window\.page = JSON\.parse\((.+?)\)<\/script>/.exec(all) ?? []
  // A text that is JSON, written as JSON.
  return { status: response.status, first, all, state: JSON.parse(JSON.parse(state)) }
}

const asked = () => site.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)

try {
  const list = await read('')
  assert.equal(list.status, 200)
  assert.match(list.first, /The ferry is late/, 'the list is there at once')
  assert.ok(list.state.state.queries, 'and in the state that the browser begins with')
  assert.equal(asked().filter((line) => line === 'GET /wp/v2/posts').length, 1, 'asked for once')

  const post = await read('posts/2')
  assert.match(post.first, /Loading the post/, 'the page does not wait for the post')
  assert.doesNotMatch(post.first, /Library opens on Sunday/)
  assert.match(post.all, /value="Library opens on Sunday"/, 'which comes in the stream')
  assert.match(JSON.stringify(post.state), /Library opens on Sunday/)
  assert.equal(asked().filter((line) => line === 'GET /wp/v2/posts/2').length, 1)
  assert.doesNotMatch(JSON.stringify(post.state), /The ferry is late/, 'visitors share no store')

  assert.equal((await read('nowhere')).status, 404)
  const script = await fetch(`${address}main.tsx`)
  assert.match(await script.text(), /hydrateRoot/, 'the browser takes it over')
  console.log('The server renders, streams and hands over its state.')
} finally {
  await end()
}
