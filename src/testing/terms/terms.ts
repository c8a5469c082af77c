import { embeddable, linksTo } from '../http/links'
import { contextOf, inContext, inOrder, pageOf, searchArgs, wishesOf } from '../http/listing'
import { type Args, integer, text, texts } from '../http/params'
import { notAllowed, WpError } from '../http/wpError'
import { escapeHtml, freeSlug, slugOf } from '../posts/rendering'
import type { WholeResource } from '../http/resource'
import type { Call } from '../http/route'
import { parentOutOfCircle } from '../site/parentOutOfCircle'
import { can, demand, nextId, type SiteState, type Taxonomy, type TermRow, tick } from '../site/siteState'

/** The terms of one taxonomy, with the fields that its terms have besides those of all. */
export function termResource(taxonomy: Taxonomy, more: Args = {}): WholeResource<TermRow> {
  const { slug, restBase, hierarchical, manage, assign } = taxonomy
  const fields: Args = {
    description: text,
    name: text,
    slug: text,
    ...(hierarchical && { parent: integer }),
    ...more,
  }
  return {
    path: `/wp/v2/${restBase}`,
    batch: true,
    find: (call) => findTerm(taxonomy, call),
    show: (call, term, context) => showTerm(taxonomy, call, term, context),
    list: {
      args: termListArgs(taxonomy),
      permit: (call) => mayEditTerms(taxonomy, call, 'edit terms in this taxonomy'),
      rows: (call) => pageOf(call, listTerms(taxonomy, call)),
    },
    create: {
      args: { ...fields, name: { type: 'string', required: true } },
      permit: ({ user }) => {
        const needed = hierarchical ? manage : assign
        demand(user, needed, 'rest_cannot_create', 'create terms in this taxonomy')
      },
      make: (call) => keepTerm(call, withChanges(taxonomy, call, newTerm(slug, call.site))),
    },
    read: { permitRow: (call) => mayEditTerms(taxonomy, call, 'edit this term') },
    update: {
      args: fields,
      permitRow: ({ user }) => demand(user, manage, 'rest_cannot_update', 'edit this term'),
      change: (call, term) => keepTerm(call, withChanges(taxonomy, call, term)),
    },
    remove: {
      permitRow: ({ site, user }, { id }) => {
        // Posts without another category fall back to the default one.
        const isNeeded = slug === 'category' && id === site.settings.default_category
        if (!isNeeded && can(user, manage)) return
        throw notAllowed(user, 'rest_cannot_delete', 'delete this term')
      },
      trash: 'Terms do not support trashing.',
      drop: (call, term) => dropTerm(taxonomy, call, term),
    },
  }
}

/** What a list of terms may be asked for. */
function termListArgs(taxonomy: Taxonomy): Args {
  return {
    ...searchArgs('name', 'id include name slug include_slugs term_group description count'.split(' ')),
    hide_empty: { type: 'boolean', default: false },
    ...(taxonomy.hierarchical && { parent: integer }),
    post: integer,
    slug: texts,
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

/** Refuses who asks for terms as editors see them, but may not edit them. */
function mayEditTerms({ manage }: Taxonomy, call: Call, what: string): void {
  if (contextOf(call) === 'edit') demand(call.user, manage, 'rest_forbidden_context', what)
}

/** A term without a name; it is not in the table yet. */
export function newTerm(taxonomy: string, site: SiteState): TermRow {
  return { id: nextId(site, 'terms'), taxonomy, name: '', slug: '', description: '', parent: 0 }
}

/** Puts a term in the table that a site begins with. */
export function addTerm(
  site: SiteState,
  taxonomy: string,
  given: Partial<TermRow> & { name: string },
): TermRow {
  const term = { ...newTerm(taxonomy, site), slug: slugOf(given.name), ...given }
  site.terms.set(term.id, term)
  return term
}

function keepTerm({ site }: Call, term: TermRow): TermRow {
  site.terms.set(term.id, term)
  tick(site)
  return term
}

/** The terms of a taxonomy, in the order in which they were made. */
export function termsOf(site: SiteState, taxonomy: string): TermRow[] {
  return [...site.terms.values()].filter((term) => term.taxonomy === taxonomy)
}

/** The term of a call's `id`; refuses an id that no term of the taxonomy has. */
function findTerm(taxonomy: Taxonomy, { site, params }: Call): TermRow {
  const term = site.terms.get(Number(params.id))
  if (term?.taxonomy !== taxonomy.slug) throw new WpError(404, 'rest_term_invalid', 'Term does not exist.')
  return term
}

/** The terms that a list asks for, in its order. */
function listTerms(taxonomy: Taxonomy, call: Call): TermRow[] {
  const { site, params } = call
  const { among, takes, hasPhrase } = wishesOf(call)
  const rows = termsOf(site, taxonomy.slug).filter(
    (term) =>
      takes(term.id) &&
      among('slug', term.slug) &&
      among('parent', term.parent) &&
      (params.post === undefined || carries(site, Number(params.post), term)) &&
      (!params.hide_empty || countOf(site, term) > 0) &&
      hasPhrase(`${term.name}\n${term.slug}`),
  )
  const keys: Record<string, (term: TermRow) => string | number> = {
    description: ({ description }) => description,
    count: (term) => countOf(site, term),
  }
  return inOrder(call, rows, keys, ({ name }) => name, [])
}

function carries(site: SiteState, post: number, { id, taxonomy }: TermRow): boolean {
  return site.posts.get(post)?.terms[taxonomy]?.includes(id) === true
}

function withChanges(taxonomy: Taxonomy, { site, params }: Call, before: TermRow): TermRow {
  const term = { ...before }
  const others = termsOf(site, taxonomy.slug).filter(({ id }) => id !== term.id)
  if (params.parent !== undefined && taxonomy.hierarchical) {
    const parent = Number(params.parent)
    if (parent !== 0 && site.terms.get(parent)?.taxonomy !== taxonomy.slug) {
      throw new WpError(400, 'rest_term_invalid', 'Parent term does not exist.')
    }
    term.parent = parentOutOfCircle(site.terms, term.id, parent)
  }
  if (params.name !== undefined) term.name = escapeHtml(String(params.name))
  if (params.description !== undefined) term.description = String(params.description)
  const slug = params.slug === undefined || params.slug === '' ? '' : slugOf(String(params.slug))
  const twin = others.find(({ name, parent }) => name === term.name && parent === term.parent)
  if (before.name === '' && twin && slug === '') {
    const { id } = twin
    const where = taxonomy.hierarchical ? 'with this parent' : 'in this taxonomy'
    const message = `A term with the name provided already exists ${where}.`
    throw new WpError(400, 'term_exists', message, { term_id: id }, { additional_data: [id, id] })
  }
  if (slug !== '' || term.slug === '') {
    const above = site.terms.get(term.parent)
    const wanted = slug || slugOf(term.name)
    const isTaken = (free: string) => others.some((other) => other.slug === free)
    term.slug =
      above && isTaken(wanted) ? freeSlug(`${wanted}-${above.slug}`, isTaken) : freeSlug(wanted, isTaken)
  }
  return term
}

function dropTerm(taxonomy: Taxonomy, { site }: Call, term: TermRow): void {
  site.terms.delete(term.id)
  for (const other of site.terms.values()) if (other.parent === term.id) other.parent = term.parent
  for (const post of site.posts.values()) {
    const left = post.terms[taxonomy.slug]?.filter((id) => id !== term.id)
    if (!left) continue
    const isBare = left.length === 0 && taxonomy.slug === 'category' && post.type === 'post'
    post.terms = { ...post.terms, [taxonomy.slug]: isBare ? [Number(site.settings.default_category)] : left }
  }
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
    _links: linksTo(call, {
      self: `${base}/${id}`,
      collection: base,
      about: `/wp/v2/taxonomies/${taxonomy.slug}`,
      up: parent !== 0 && embeddable(`${base}/${parent}`),
      'wp:post_type': types.map(({ restBase }) => `/wp/v2/${restBase}?${taxonomy.restBase}=${id}`),
    }),
  }
}
