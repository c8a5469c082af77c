import jsonServer from 'json-server'
import { defineConfig } from 'vite'
import { notes } from './notes.mjs'

/** The server beside the page, in one process: json-server at /api, with notes that last until it stops. */
const api = {
  name: 'json-server',
  configureServer({ middlewares }) {
    const app = jsonServer.create()
    app.use(jsonServer.defaults({ logger: false }))
    app.use(jsonServer.router({ notes: structuredClone(notes) }))
    middlewares.use('/api', app)
  },
}

export default defineConfig({ plugins: [api] })
