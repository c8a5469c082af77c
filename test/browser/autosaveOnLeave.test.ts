import { build } from 'esbuild'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, it } from 'vitest'
import { connect, eventually } from '../support/browser'

const at = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))

/** A page with one title, which is autosaved a minute after it was typed. */
const page = `
import { createEntityStore, createRestFetcher } from 'copydesk'
import { EntityStoreProvider, useAutosave, useEntityRecord } from 'copydesk/react'
import { createRoot } from 'react-dom/client'
import { createElement } from 'react'

const store = createEntityStore({ fetcher: createRestFetcher({ root: location.origin + '/wp-json/' }) })

function Title() {
  const { editedRecord, edit } = useEntityRecord('postType', 'post', 1)
  useAutosave('postType', 'post', 1, { after: 60000, atMost: 60000 })
  if (!editedRecord) return null
  return createElement('input', { value: editedRecord.title, onChange: (event) => edit({ title: event.target.value }) })
}
createRoot(document.body).render(createElement(EntityStoreProvider, { store }, createElement(Title)))
`

const post = {
  id: 1,
  status: 'publish',
  title: { raw: 'Old', rendered: 'Old' },
  content: { raw: '', rendered: '' },
}

/** A site with that page, which answers an autosave when a test lets it, and how what was autosaved has ended. */
async function listen(script: string) {
  const autosaves: { readonly title: string; isAnswered: boolean }[] = []
  const waiting: (() => void)[] = []
  const server: Server = createServer((request, response) => {
    const answer = (type: string, body: string) => response.writeHead(200, { 'Content-Type': type }).end(body)
    const { pathname } = new URL(request.url ?? '', 'http://site')
    if (pathname === '/app.js') answer('text/javascript', script)
    else if (pathname.endsWith('/autosaves')) {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        const { title } = JSON.parse(body) as { title: string }
        const autosave = { title, isAnswered: false }
        autosaves.push(autosave)
        response.on('close', () => (autosave.isAnswered = response.writableFinished))
        waiting.push(() => answer('application/json', JSON.stringify({ ...post, id: 9, parent: 1 })))
      })
    } else if (pathname.endsWith('/types'))
      answer('application/json', '{"post":{"slug":"post","rest_base":"posts","rest_namespace":"wp/v2"}}')
    else if (pathname.startsWith('/wp-json/')) answer('application/json', JSON.stringify(post))
    else
      answer(
        'text/html',
        pathname === '/' ? '<body></body><script src="/app.js"></script>' : '<p>Elsewhere</p>',
      )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const answerAll = () => waiting.splice(0).forEach((answer) => answer())
  return { server, autosaves, answerAll, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

let site: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: page, loader: 'js', resolveDir: at('') },
    alias: { 'copydesk/react': at('react/index.ts'), copydesk: at('index.ts') },
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    write: false,
  })
  site = await listen(outputFiles[0]?.text ?? '')
})
beforeEach(() => {
  site.autosaves.length = 0
})
afterAll(() => site.server.close())

/** The site answers after the page has gone. */
async function expectAutosaved(title: string): Promise<void> {
  await eventually(() => site.autosaves).toEqual([{ title, isAnswered: false }])
  site.answerAll()
  await eventually(() => site.autosaves).toEqual([{ title, isAnswered: true }])
}

it('What was typed less than a minute ago is autosaved to the end when somebody goes to another page', async () => {
  const browser = await connect()
  const tab = await browser.newPage()
  await tab.goto(site.url)
  await tab.locator('input').fill('New')
  await tab.goto(`${site.url}/elsewhere`)
  await expectAutosaved('New')
  await tab.close()
})

it('So it is when the tab is closed while the browser goes on', async () => {
  const browser = await connect()
  const context = await browser.newContext()
  await context.newPage()
  const tab = await context.newPage()
  await tab.goto(site.url)
  await tab.locator('input').fill('Closed')
  // As a person closes it: at once is as a tab that is killed.
  await tab.close({ runBeforeUnload: true })
  await expectAutosaved('Closed')
  await context.close()
})
