import { embeddable, linkOf, linksTo } from '../http/links'
import { listArgs, pageOf, sorted, wishesOf } from '../http/listing'
import { text } from '../http/params'
import type { Call, Route } from '../http/route'
import type { SiteState } from '../site/siteState'
import { termLink } from '../terms/terms'

const collection = '/wp/v2/search'

/** Search over posts of all types, over terms, or over the formats that posts have. */
export function searchRoute(site: SiteState): Route {
  const types = [...site.postTypes.values()].filter(({ slug, viewable }) => viewable && slug !== 'attachment')
  const taxonomies = [...site.taxonomies.values()].filter(
    ({ slug }) => !['nav_menu', 'wp_pattern_category'].includes(slug),
  )
  const subtypes = [...types, ...taxonomies].map(({ slug }) => slug)
  return {
    path: collection,
    GET: {
      args: {
        ...listArgs,
        context: { type: 'string', enum: ['view', 'embed'], default: 'view' },
        search: text,
        type: { type: 'string', enum: ['post', 'term', 'post-format'], default: 'post' },
        subtype: { type: 'array', items: { type: 'string', enum: [...subtypes, 'any'] }, default: ['any'] },
      },
      run: (call) => {
        const wanted = call.params.subtype as string[]
        const isWanted = (slug: string) => wanted.includes('any') || wanted.includes(slug)
        if (call.params.type === 'post-format') return pageOf(call, findFormats(call))
        if (call.params.type === 'term') {
          return pageOf(call, findTerms(call, taxonomies.map(({ slug }) => slug).filter(isWanted)))
        }
        return pageOf(call, findPosts(call, types.map(({ slug }) => slug).filter(isWanted)))
      },
    },
  }
}

function findPosts(call: Call, types: readonly string[]): object[] {
  const { site } = call
  const { hasWords } = wishesOf(call)
  const rows = [...site.posts.values()].filter(
    ({ type, status, title, excerpt, content }) =>
      status === 'publish' && types.includes(type) && hasWords(`${title}\n${excerpt}\n${content}`),
  )
  return sorted(rows, ({ date }) => Date.parse(date), 'desc').map((post) => {
    const { id, type, title } = post
    const shown = { id, title, url: linkOf(site, post), type: 'post', subtype: type }
    return linked(call, shown, site.postTypes.get(type)?.restBase, `types/${type}`)
  })
}

function findTerms(call: Call, taxonomies: readonly string[]): object[] {
  const { site } = call
  const { hasPhrase } = wishesOf(call)
  const rows = [...site.terms.values()].filter(
    ({ taxonomy, name, slug }) => taxonomies.includes(taxonomy) && hasPhrase(`${name}\n${slug}`),
  )
  return sorted(rows, ({ name }) => name, 'asc').map((term) => {
    const { id, taxonomy, name } = term
    const shown = { id, title: name, url: termLink(site, term), type: taxonomy }
    return linked(call, shown, site.taxonomies.get(taxonomy)?.restBase, `taxonomies/${taxonomy}`)
  })
}

/** What was found, with the links to its record and to what the record is. */
function linked(call: Call, shown: { id: number }, restBase: string | undefined, about: string): object {
  const self = embeddable(`/wp/v2/${restBase}/${shown.id}`)
  return { ...shown, _links: linksTo(call, { self, about: `/wp/v2/${about}`, collection }) }
}

function findFormats(call: Call): object[] {
  const { site } = call
  const { hasPhrase } = wishesOf(call)
  const used = new Set([...site.posts.values()].map(({ format }) => format))
  const found = [...used].filter((format) => format !== 'standard' && hasPhrase(format))
  return found.map((id) => ({
    id,
    title: id.charAt(0).toUpperCase() + id.slice(1),
    url: `${site.url}/type/${id}/`,
    type: 'post-format',
    _links: linksTo(call, { collection }),
  }))
}
