import type { RequestListener } from 'node:http'
import { tellRestStory } from '../restStory'
import type { Note } from '../serve'
import { jsonServer1 } from '../settings'
import { load } from './packages'

interface Library {
  createApp(db: { data: { notes: Note[] }; write(): Promise<void> }): { handler: RequestListener }
}

tellRestStory('json-server 1.0 beta, from npm', {
  settings: jsonServer1,
  hasTextIds: true,
  search: (text) => ({ 'title:contains': text }),
  oddId: 'a b-ü',
  notFound: { code: 'unknown_error', message: 'Not Found' },
  start: async (notes) => {
    const db = { data: { notes: structuredClone(notes) as Note[] }, write: () => Promise.resolve() }
    const app = ((await load('json-server/lib/app.js')) as Library).createApp(db)
    return { listener: (request, response) => app.handler(request, response), notes: () => db.data.notes }
  },
})
