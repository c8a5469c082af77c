import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'
import { expect, inject, it } from 'vitest'
import { compileIn } from './compileIn'
import { runTool } from './runIn'

const root = fileURLToPath(new URL('../..', import.meta.url))
const project = inject('projectWithSync')

const guide = readFileSync(join(root, 'docs/guide/collaboration.md'), 'utf8')
/** The lines that turn it on. */
const [lines = ''] = [...guide.matchAll(/^```tsx\n([\s\S]*?)^```$/gm)]
  .map(([, code = '']) => code)
  .filter((code) => code.includes('createSync'))

/** A site with one post and a relay at which somebody else is, and a page that shows who. */
const page = `
import { Window } from '${pathToFileURL(createRequire(import.meta.url).resolve('happy-dom')).href}'
const window = new Window({ url: 'https://example.org/' })
window.siteNonce = 'abc'
const { document, navigator } = window
for (const [name, value] of Object.entries({ window, document, navigator }))
  Object.defineProperty(globalThis, name, { value, configurable: true })
const headers = { 'content-type': 'application/json' }
const answers = {
  '/wp-json/wp/v2/users/me': { id: 4, name: 'Cleo' },
  '/wp-json/wp/v2/types': { post: { name: 'Posts', slug: 'post', rest_base: 'posts' } },
  '/wp-json/wp/v2/posts/1': { id: 1, type: 'post', title: { raw: 'Hello', rendered: 'Hello' }, status: 'draft' },
}
globalThis.fetch = async (address, { body } = {}) => {
  const { pathname } = new URL(address)
  if (!pathname.endsWith('/wp-sync/v1/updates')) return Response.json(answers[pathname] ?? null, { headers })
  const asked = JSON.parse(body).rooms
  globalThis.told = asked[0].awareness?.user?.name
  const rooms = asked.map(({ room }) => ({
    room, end_cursor: 0, updates: [], should_compact: false, awareness: { 7: { user: { id: 7, name: 'Ann' } } },
  }))
  return Response.json({ rooms }, { headers })
}
`

const shown = `
const { createRoot } = await import('react-dom/client')
const { createElement } = await import('react')
const { EntityStoreProvider, useEntityRecord } = await import('copydesk/react')
const Post = () => useEntityRecord('postType', 'post', 1).record?.title && createElement(Colleagues, { id: 1 })
const place = document.createElement('main')
createRoot(place).render(createElement(EntityStoreProvider, { store }, createElement(Post)))
const timer = setInterval(() => {
  if (!/connected: Ann/.test(place.textContent)) return
  console.log(place.textContent, 'told', told)
  clearInterval(timer)
  process.exit()
}, 20)
`

it('needs what the documentation says, and nothing else', () => {
  const [, names = ''] = /^ +npm install (yjs .+)$/m.exec(guide) ?? []
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const others = ['@types', 'copydesk', 'react', 'react-dom', ...Object.keys(dependencies)]
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => !others.includes(name))
  expect(names.split(' ').sort()).toEqual(installed.sort())
})

it('is turned on by the lines of the documentation', () => {
  const folder = mkdtempSync(join(project, 'guide-'))
  const { outputText } = ts.transpileModule(lines, {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      jsx: ts.JsxEmit.ReactJSX,
    },
  })
  // What is imported is hoisted: the page has to be there before it.
  writeFileSync(join(folder, 'page.mjs'), page)
  writeFileSync(join(folder, 'main.mjs'), `import './page.mjs'\n${outputText}${shown}`)
  expect(runTool(join(folder, 'main.mjs'), [], folder)).toEqual({
    code: 0,
    output: 'connected: Ann told Cleo\n',
  })
})

it('compiles as the documentation says', () => {
  const folder = mkdtempSync(join(project, 'guide-'))
  const compilerOptions = {
    ...{ module: 'ESNext', moduleResolution: 'Bundler', target: 'ES2022', lib: ['ES2022', 'DOM'] },
    ...{ jsx: 'react-jsx', strict: true, noEmit: true, types: [], skipLibCheck: true },
  }
  writeFileSync(
    join(folder, 'main.tsx'),
    `declare global { interface Window { siteNonce: string } }\n${lines}`,
  )
  expect(compileIn(folder, { compilerOptions, files: ['main.tsx'] }, 'typescript')).toEqual([])
})
