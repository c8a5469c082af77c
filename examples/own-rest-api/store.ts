import { createEntityStore, createRestFetcher, defineEntity, defineServer } from 'copydesk'

/** A note as the server has it. */
interface Note {
  id: number
  title: string
  text: string
  tags: string[]
}

declare module 'copydesk' {
  interface EntityTypes {
    notebook: { note: Note }
  }
}

/** How json-server speaks. */
const jsonServer = defineServer({
  parameters: { page: '_page', perPage: '_limit', offset: '_start', include: false, fields: false },
  totals: { items: 'X-Total-Count' },
})

const note = defineEntity({
  kind: 'notebook',
  name: 'note',
  label: 'Note',
  baseURL: '/notes',
  server: jsonServer,
  getTitle: ({ title }) => String(title),
})

/** A store on the server at `root`. */
export function openNotes(root: string) {
  return createEntityStore({ fetcher: createRestFetcher({ root }), entities: [note] })
}
