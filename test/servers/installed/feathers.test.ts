import type { RequestListener } from 'node:http'
import { tellRestStory } from '../restStory'
import type { Note } from '../serve'
import { feathers } from '../settings'
import { load } from './packages'

interface Context {
  data?: Record<string, unknown>
}
interface Application extends RequestListener {
  use(...handlers: unknown[]): Application
  configure(plugin: unknown): Application
  service(name: string): { hooks(hooks: object): void; store: Record<string, Note> }
}
interface Libraries {
  default: ((app: unknown) => Application) & Record<'json' | 'rest' | 'urlencoded' | 'errorHandler', Plugin>
}
type Plugin = (options?: object) => unknown

tellRestStory('Feathers 5 on Express, from npm', {
  settings: feathers,
  notFound: { code: 'NotFound', message: "No record found for id '888'" },
  refusal: { edits: { title: '' }, status: 422, message: 'A note needs a title.' },
  start: async (notes) => {
    const { default: express } = (await load('@feathersjs/express')) as Libraries
    const { feathers: create } = (await load('@feathersjs/feathers')) as { feathers(): unknown }
    const { memory } = (await load('@feathersjs/memory')) as { memory: Plugin }
    const { Unprocessable } = (await load('@feathersjs/errors')) as {
      Unprocessable: new (message: string) => Error
    }
    const app = express(create())
    app
      .use(express.json())
      .use(express.urlencoded({ extended: true }))
      .configure(express.rest())
    const store = Object.fromEntries(notes.map((note) => [String(note.id), { ...note }]))
    app.use('notes', memory({ store, startId: 1000, paginate: { default: 10, max: 50 } }))
    app.use(express.errorHandler({ html: false, logger: false }))
    const refuseEmpty = ({ data }: Context) => {
      if (data?.title === '') throw new Unprocessable('A note needs a title.')
    }
    app.service('notes').hooks({ before: { patch: [refuseEmpty] } })
    return { listener: app, notes: () => Object.values(app.service('notes').store) }
  },
})
