import type { RequestListener } from 'node:http'
import { afterAll } from 'vitest'
import { tellRestStory } from '../restStory'
import type { Note } from '../serve'
import { jsonApi } from '../settings'
import { load } from './packages'

interface Library {
  readonly Joi: Record<'string' | 'boolean' | 'any', () => unknown>
  readonly MemoryHandler: new () => unknown
  setConfig(config: object): void
  define(resource: object): void
  start(): void
  close(): void
  getExpressServer(): RequestListener
}
let library: Library | undefined
afterAll(() => library?.close())

tellRestStory('jsonapi-server, from npm', {
  settings: jsonApi('notes'),
  hasTextIds: true,
  hasPut: false,
  filter: (title) => ({ 'filter[title]': title }),
  // Its memory filters the page that it has cut out, so that a search over pages finds too little.
  notFound: { code: 'ENOTFOUND', message: 'There is no notes with id 888' },
  refusal: { edits: { title: 7 }, status: 403, message: /./ },
  start: async (notes) => {
    const { default: api } = (await load('jsonapi-server')) as { default: Library }
    library = api
    const { Joi } = api
    const examples = notes.map((note) => ({ ...structuredClone(note), type: 'notes' }))
    // Its own port is not used: it is asked through the one that keeps a log.
    api.setConfig({ base: '', port: 0, protocol: 'http', hostname: '127.0.0.1', graphiql: false })
    api.define({
      ...{ resource: 'notes', handlers: new api.MemoryHandler(), examples },
      attributes: {
        ...{
          title: Joi.string(),
          done: Joi.boolean(),
          author: Joi.any(),
          tags: Joi.any(),
          hidden: Joi.any(),
        },
      },
    })
    api.start()
    const plain = ({ type, meta, ...note }: Note): Note => note
    return { listener: api.getExpressServer(), notes: () => examples.map(plain) }
  },
})
