import { createRequire } from 'node:module'
import type { RequestListener } from 'node:http'
import { tellRestStory } from './restStory'
import type { Note } from './serve'
import { jsonServer } from './settings'

interface Router extends RequestListener {
  readonly db: { getState(): { notes: Note[] } }
}
interface JsonServer {
  create(): RequestListener & { use(handler: unknown): void }
  defaults(options: { logger: boolean; noCors: boolean }): unknown
  router(db: object): Router
}
const library = createRequire(import.meta.url)('json-server') as JsonServer

tellRestStory('json-server 0.17, from npm', {
  settings: jsonServer,
  search: (text) => ({ title_like: text }),
  oddId: 'a b-ü',
  notFound: { code: 'unknown_error', message: 'status 404' },
  start: (notes) => {
    const app = library.create()
    const router = library.router({ notes: structuredClone(notes) })
    app.use(library.defaults({ logger: false, noCors: false }))
    app.use(router)
    return { listener: app, notes: () => router.db.getState().notes }
  },
})
