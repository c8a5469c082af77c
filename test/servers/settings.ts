import { defineServer } from 'copydesk'

// As they stand in docs/guide/rest-servers.md; `documented.test.ts` compares them.

export const jsonServer = defineServer({
  parameters: { page: '_page', perPage: '_limit', offset: '_start', include: false, fields: false },
  totals: { items: 'X-Total-Count' },
})

export const jsonServer1 = defineServer({
  parameters: { page: '_page', perPage: '_per_page', offset: false, include: false, fields: false },
  readList: (body) => {
    if (Array.isArray(body)) return { rows: body }
    const { data, items, pages } = body as { data: unknown[]; items: number; pages: number }
    return { rows: data, totalItems: items, totalPages: pages }
  },
})

export const feathers = defineServer({
  parameters: { page: false, perPage: '$limit', offset: '$skip', include: false, fields: false },
  mostRows: 50, // what `paginate.max` of the service says
  readList: (body) => {
    const { data, total } = body as { data: unknown[]; total: number }
    return { rows: data, totalItems: total }
  },
  readError: (body) => {
    const { name, message } = body as { name?: string; message?: string }
    return { code: name, message }
  },
})

interface Resource {
  id: string
  attributes: object
}

const flat = ({ id, attributes }: Resource) => ({ id, ...attributes })

export const jsonApi = (type: string) =>
  defineServer({
    parameters: {
      ...{ page: false, perPage: 'page[limit]', offset: 'page[offset]' },
      ...{ include: false, fields: false },
    },
    mostRows: 50,
    readList: (body) => {
      const { data, meta } = body as { data: Resource[]; meta: { page: { total: number } } }
      return { rows: data.map(flat), totalItems: meta.page.total }
    },
    readRecord: (body) => {
      const { data } = body as { data?: Resource }
      return data && flat(data)
    },
    writeBody: (attributes, { id }) => ({ data: { type, ...(id !== undefined && { id }), attributes } }),
    writeHeaders: () => ({ 'Content-Type': 'application/vnd.api+json' }),
  })
