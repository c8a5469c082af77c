import { contextArg, contextOf, curies, inContext, listArgs, pageOf, restUrl, sorted } from '../http/listing'
import type { Args } from '../http/params'
import { forbidden, WpError, type WpErrorBody } from '../http/wpError'
import { escapeHtml, freeSlug, slugOf } from '../posts/rendering'
import { type Call, type Endpoint, Reply, type Route } from '../http/route'
import { can, nextId, type SiteState, type Taxonomy, type TermRow, tick } from '../site/siteState'

/** List, single, creation, changes and deletion of one taxonomy's terms. */
export function termRoutes(taxonomy: Taxonomy): Route[] {
  const base = `/wp/v2/${taxonomy.restBase}`
  const fields: Args = {
    description: { type: 'string' },
    name: { type: 'string' },
    slug: { type: 'string' },
    ...(taxonomy.hierarchical && { parent: { type: 'integer' } }),
  }
  return [
    {
      path: base,
      GET: {
        args: termListArgs(taxonomy),
        permit: (call) => {
          if (contextOf(call) !== 'edit' || can(call.user, taxonomy.manage)) return
          const message = 'Sorry, you are not allowed to edit terms in this taxonomy.'
          throw forbidden(call.user, 'rest_forbidden_context', message)
        },
        run: (call) => pageOf(call, listTerms(taxonomy, call)).map((term) => showTerm(taxonomy, call, term)),
      },
      POST: {
        args: { ...fields, name: { type: 'string', required: true } },
        permit: ({ user }) => {
          if (can(user, taxonomy.hierarchical ? taxonomy.manage : taxonomy.assign)) return
          const message = 'Sorry, you are not allowed to create terms in this taxonomy.'
          throw forbidden(user, 'rest_cannot_create', message)
        },
        run: (call) => {
          const { site } = call
          const term = {
            id: nextId(site, 'terms'),
            taxonomy: taxonomy.slug,
            name: '',
            slug: '',
            description: '',
          }
          const made = withChanges(taxonomy, call, { ...term, parent: 0 })
          site.terms.set(made.id, made)
          tick(site)
          call.headers.Location = restUrl(call, `${base}/${made.id}`)
          return new Reply(201, showTerm(taxonomy, call, made, 'edit'))
        },
      },
    },
    {
      path: `${base}/:id`,
      GET: {
        args: contextArg,
        permit: (call) => {
          findTerm(taxonomy, call)
          if (contextOf(call) !== 'edit' || can(call.user, taxonomy.manage)) return
          throw forbidden(
            call.user,
            'rest_forbidden_context',
            'Sorry, you are not allowed to edit this term.',
          )
        },
        run: (call) => showTerm(taxonomy, call, findTerm(taxonomy, call)),
      },
      update: {
        args: fields,
        permit: mayChange(taxonomy, 'rest_cannot_update', 'edit'),
        run: (call) => {
          const term = withChanges(taxonomy, call, findTerm(taxonomy, call))
          call.site.terms.set(term.id, term)
          tick(call.site)
          return showTerm(taxonomy, call, term, 'edit')
        },
      },
      DELETE: {
        args: { force: { type: 'boolean', default: false } },
        permit: (call) => {
          mayChange(taxonomy, 'rest_cannot_delete', 'delete')(call)
          const term = findTerm(taxonomy, call)
          // Posts without another category fall back to this one.
          if (taxonomy.slug === 'category' && term.id === call.site.settings.default_category) {
            const message = 'Sorry, you are not allowed to delete this term.'
            throw forbidden(call.user, 'rest_cannot_delete', message)
          }
        },
        run: (call) => deleteTerm(taxonomy, call),
      },
    },
  ]
}

/** What a list of terms may be asked for. */
export function termListArgs(taxonomy: Taxonomy): Args {
  const ids = { type: 'array', items: { type: 'integer' } } as const
  return {
    ...listArgs,
    search: { type: 'string' },
    exclude: ids,
    include: ids,
    order: { type: 'string', enum: ['asc', 'desc'], default: 'asc' },
    orderby: {
      type: 'string',
      enum: ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'],
      default: 'name',
    },
    hide_empty: { type: 'boolean', default: false },
    ...(taxonomy.hierarchical && { parent: { type: 'integer' } }),
    post: { type: 'integer' },
    slug: { type: 'array', items: { type: 'string' } },
    offset: { type: 'integer' },
  }
}

/** How many published posts carry a term. */
function countOf(site: SiteState, { id, taxonomy }: TermRow): number {
  return [...site.posts.values()].filter(
    ({ status, terms }) => status === 'publish' && terms[taxonomy]?.includes(id),
  ).length
}

/** What one term of a taxonomy is called. */
export function singularOf({ name }: Taxonomy): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '')
}

/** Where a term's posts can be read. */
export function termLink(site: SiteState, term: TermRow): string {
  const { taxonomy, slug, parent } = term
  if (taxonomy === 'wp_pattern_category') return `${site.url}/?taxonomy=${taxonomy}&term=${slug}`
  const prefix = taxonomy === 'post_tag' ? 'tag' : taxonomy
  const above = site.terms.get(parent)
  return above ? `${termLink(site, above)}${slug}/` : `${site.url}/${prefix}/${slug}/`
}

function mayChange(taxonomy: Taxonomy, code: string, verb: string): NonNullable<Endpoint['permit']> {
  return (call) => {
    findTerm(taxonomy, call)
    if (can(call.user, taxonomy.manage)) return
    throw forbidden(call.user, code, `Sorry, you are not allowed to ${verb} this term.`)
  }
}

/** The term of a call's `id`; refuses an id that no term of the taxonomy has. */
export function findTerm(taxonomy: Taxonomy, { site, params }: Call): TermRow {
  const term = site.terms.get(Number(params.id))
  if (term?.taxonomy !== taxonomy.slug) throw new WpError(404, 'rest_term_invalid', 'Term does not exist.')
  return term
}

/** The terms that a list asks for, in its order. */
export function listTerms(taxonomy: Taxonomy, { site, params }: Call): TermRow[] {
  const list = (name: string) => (params[name] ?? []) as (string | number)[]
  const among = (name: string, value: string | number) =>
    list(name).length === 0 || list(name).includes(value)
  const search = String(params.search ?? '').toLowerCase()
  const rows = [...site.terms.values()].filter(
    (term) =>
      term.taxonomy === taxonomy.slug &&
      among('include', term.id) &&
      !list('exclude').includes(term.id) &&
      among('slug', term.slug) &&
      (params.parent === undefined || params.parent === term.parent) &&
      (params.post === undefined || carries(site, Number(params.post), term)) &&
      (!params.hide_empty || countOf(site, term) > 0) &&
      `${term.name}\n${term.slug}`.toLowerCase().includes(search),
  )
  const keys: Record<string, (term: TermRow) => string | number> = {
    id: ({ id }) => id,
    slug: ({ slug }) => slug,
    description: ({ description }) => description,
    count: (term) => countOf(site, term),
    include: ({ id }) => list('include').indexOf(id),
    include_slugs: ({ slug }) => list('slug').indexOf(slug),
  }
  const { orderby, order } = params
  return sorted(rows, keys[String(orderby)] ?? (({ name }) => name), order)
}

function carries(site: SiteState, post: number, { id, taxonomy }: TermRow): boolean {
  if (taxonomy === 'nav_menu') return site.menuItems.get(post)?.menu === id
  return site.posts.get(post)?.terms[taxonomy]?.includes(id) === true
}

function withChanges(taxonomy: Taxonomy, { site, params }: Call, before: TermRow): TermRow {
  const term = { ...before }
  const others = [...site.terms.values()].filter(
    (other) => other.taxonomy === taxonomy.slug && other.id !== term.id,
  )
  if (params.parent !== undefined && taxonomy.hierarchical) {
    const parent = Number(params.parent)
    if (parent !== 0 && site.terms.get(parent)?.taxonomy !== taxonomy.slug) {
      throw new WpError(400, 'rest_term_invalid', 'Parent term does not exist.')
    }
    term.parent = parent
  }
  if (params.name !== undefined) term.name = escapeHtml(String(params.name))
  if (params.description !== undefined) term.description = String(params.description)
  const slug = params.slug === undefined || params.slug === '' ? '' : slugOf(String(params.slug))
  const twin = others.find(({ name, parent }) => name === term.name && parent === term.parent)
  if (before.name === '' && twin && slug === '') throw new TermExists(twin.id, taxonomy.hierarchical)
  if (slug !== '' || term.slug === '') {
    const above = site.terms.get(term.parent)
    const wanted = slug || slugOf(term.name)
    const isTaken = (free: string) => others.some((other) => other.slug === free)
    term.slug =
      above && isTaken(wanted) ? freeSlug(`${wanted}-${above.slug}`, isTaken) : freeSlug(wanted, isTaken)
  }
  return term
}

/** A name that another term has already; WordPress names it in two places. */
class TermExists extends WpError {
  constructor(
    private readonly term: number,
    isHierarchical: boolean,
  ) {
    const where = isHierarchical ? 'with this parent' : 'in this taxonomy'
    super(400, 'term_exists', `A term with the name provided already exists ${where}.`, { term_id: term })
  }

  override body(): WpErrorBody {
    return { ...super.body(), additional_data: [this.term, this.term] }
  }
}

function deleteTerm(taxonomy: Taxonomy, call: Call): object {
  const { site, params } = call
  const term = findTerm(taxonomy, call)
  if (!params.force) {
    const message = "Terms do not support trashing. Set 'force=true' to delete."
    throw new WpError(501, 'rest_trash_not_supported', message)
  }
  const { _links: _, ...previous } = showTerm(taxonomy, call, term, 'edit') as Record<string, unknown>
  site.terms.delete(term.id)
  for (const other of site.terms.values()) if (other.parent === term.id) other.parent = term.parent
  for (const post of site.posts.values()) {
    const left = post.terms[taxonomy.slug]?.filter((id) => id !== term.id)
    if (!left) continue
    const isBare = left.length === 0 && taxonomy.slug === 'category' && post.type === 'post'
    post.terms = { ...post.terms, [taxonomy.slug]: isBare ? [Number(site.settings.default_category)] : left }
  }
  tick(site)
  return { deleted: true, previous }
}

function showTerm(taxonomy: Taxonomy, call: Call, term: TermRow, context = contextOf(call)): object {
  const { site } = call
  const { id, name, slug, description, parent } = term
  const base = `/wp/v2/${taxonomy.restBase}`
  const types = taxonomy.types.flatMap((type) => site.postTypes.get(type) ?? [])
  return {
    ...inContext(context, {
      all: { id, link: termLink(site, term), name, slug, taxonomy: taxonomy.slug },
      notEmbed: {
        count: countOf(site, term),
        description,
        ...(taxonomy.hierarchical && { parent }),
        meta: [],
      },
    }),
    _links: {
      self: [{ href: restUrl(call, `${base}/${id}`) }],
      collection: [{ href: restUrl(call, base) }],
      about: [{ href: restUrl(call, `/wp/v2/taxonomies/${taxonomy.slug}`) }],
      ...(parent !== 0 && { up: [{ embeddable: true, href: restUrl(call, `${base}/${parent}`) }] }),
      'wp:post_type': types.map(({ restBase }) => ({
        href: restUrl(call, `/wp/v2/${restBase}?${taxonomy.restBase}=${id}`),
      })),
      curies,
    },
  }
}
