import { fetchEntityRecord, type Fetcher } from 'copydesk'
import { beforeAll, describe, expect, it } from 'vitest'
import { asUser } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'
import { readTypeFields, type TypeFields } from '../../support/wordpressTypes'

const contexts = ['view', 'edit', 'embed'] as const

/** A type of record, the path of one, and the contexts in which it may differ. */
const records: [type: string, path: string, contexts?: readonly string[]][] = [
  ['Post', '/wp/v2/posts/1009'],
  ['Page', '/wp/v2/pages/101', ['view', 'edit']],
  ['Attachment', '/wp/v2/media/501'],
  ['Block', '/wp/v2/blocks/401'],
  ['Template', '/wp/v2/templates/twentytwentyfour//single'],
  ['TemplatePart', '/wp/v2/template-parts/twentytwentyfour//header'],
  ['User', '/wp/v2/users/1'],
  ['Comment', '/wp/v2/comments/29'],
  ['Term', '/wp/v2/categories/2', ['view', 'edit']],
  ['Menu', '/wp/v2/menus/23', ['view', 'edit']],
  ['MenuItem', '/wp/v2/menu-items/8373', ['view', 'edit']],
  ['Type', '/wp/v2/types/post'],
  ['Taxonomy', '/wp/v2/taxonomies/category'],
  ['Status', '/wp/v2/statuses/publish'],
  ['Widget', '/wp/v2/widgets/block-3', ['view', 'edit']],
  ['Theme', '/wp/v2/themes/twentytwentyfour', ['edit']],
  ['Plugin', '/wp/v2/plugins/tides/tides', ['view', 'edit']],
  ['MenuLocation', '/wp/v2/menu-locations/primary', ['edit']],
  ['Sidebar', '/wp/v2/sidebars/sidebar-1', ['edit']],
  ['WidgetType', '/wp/v2/widget-types/calendar', ['edit']],
  ['Settings', '/wp/v2/settings', ['edit']],
]

interface Difference {
  /** Fields that the type requires and the server does not send. */
  missing?: string[]
  /** Fields that the server sends and the type does not know. */
  surplus?: string[]
}

/** What the server sends empty, `[]`, because the record has nothing of it in that context. */
const differences: Record<string, Difference> = {
  "Block<'embed'>": { surplus: ['title'] },
  "Template<'embed'>": { surplus: ['content'] },
  "TemplatePart<'embed'>": { surplus: ['content'] },
}

const cases = records.flatMap(([type, path, of = contexts]) =>
  of.map((context) => [`${type}<'${context}'>`, `${path}?context=${context}`] as const),
)

let fields: Map<string, TypeFields>
let fetcher: Fetcher
beforeAll(() => {
  fetcher = asUser('administrator')
  fields = readTypeFields([...cases.map(([type]) => type), "UnstableBase<'edit'>"])
})

/** How the fields of an answer differ from those of a type. */
function compare(type: string, data: unknown): Difference {
  const sent = Object.keys(data as object)
  const { required = [], optional = [] } = fields.get(type) ?? {}
  return {
    missing: required.filter((name) => !sent.includes(name)).sort(),
    surplus: sent.filter((name) => ![...required, ...optional, '_links'].includes(name)).sort(),
  }
}

function expected(type: string): Difference {
  const { missing = [], surplus = [] } = differences[type] ?? {}
  return { missing: [...missing].sort(), surplus: [...surplus].sort() }
}

describe('The type of a record has the fields that WordPress sends, known differences apart', () => {
  it.each(cases)('%s', async (type, path) => {
    const { data } = await fetcher({ path })
    expect(fields.get(type)?.required.length).toBeGreaterThan(1)
    expect(compare(type, data)).toEqual(expected(type))
  })

  it("UnstableBase<'edit'>", async () => {
    const { dispatch } = storeWith(fetcher)
    const base = await dispatch(fetchEntityRecord('root', '__unstableBase'))
    expect(compare("UnstableBase<'edit'>", base)).toEqual(expected("UnstableBase<'edit'>"))
  })
})
