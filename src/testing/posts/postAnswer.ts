import {
  actionsAt,
  actionsOf,
  embeddable,
  linkOf,
  linksTo,
  permalinkTemplate,
  plainLink,
  type Targets,
} from '../http/links'
import { type Context, contextOf, inContext, sorted } from '../http/listing'
import { mediaFields } from '../media/media'
import { readMeta } from './meta'
import { uniqueSlug } from './postRows'
import { has, hasExcerpt, taxonomiesOf } from './postTypes'
import { curl, renderContent, renderExcerpt, slugOf } from './rendering'
import { historyOf } from './revisions'
import type { Call } from '../http/route'
import { does, type PostRow, type PostType, type SiteState } from '../site/siteState'

/** A post as the site answers it. */
export function showPost(call: Call, post: PostRow, context = contextOf(call)): object {
  const type = call.site.postTypes.get(post.type)
  return type ? { ...fieldsOf(type, call, post, context), _links: linksOf(type, call, post, context) } : {}
}

/** The fields of a post, without its links. */
function fieldsOf(type: PostType, call: Call, post: PostRow, context: Context): Record<string, unknown> {
  const { site, params } = call
  // A navigation that is embedded brings its blocks along: the editor shows it at once.
  const isEdit = context === 'edit' || (context === 'embed' && post.type === 'wp_navigation')
  const raw = (text: string, rendered: string) => (isEdit ? { raw: text, rendered } : { rendered })
  const isProtected = post.password !== ''
  const isHidden = isProtected && !isEdit && params.password !== post.password
  const hide = (html: string) => (isHidden ? '' : html)
  const guid = `${site.url}/?p=${post.id}`
  const privately = post.status === 'private' && !does(site, 'plainPrivateTitles') ? 'Private: ' : ''
  const title = raw(post.title, privately + curl(post.title))
  const isBlock = post.type === 'wp_block'
  const isMedia = post.type === 'attachment'
  const excerpt = {
    ...raw(post.excerpt, hide(renderExcerpt(post.excerpt, post.content))),
    protected: isProtected,
  }
  const content = isBlock
    ? { raw: post.content, protected: isProtected }
    : {
        ...raw(post.content, hide(renderContent(post.content, does(site, 'paragraphClass')))),
        protected: isProtected,
      }
  const version = post.content.includes('<!-- wp:') ? 1 : 0
  const text = has(type, 'editor') && { content: isEdit ? { ...content, block_version: version } : content }
  const hasMeta = has(type, 'custom-fields') || isMedia
  const isOpen = has(type, 'comments')
  const media = post.file && mediaFields(site, post, post.file, isEdit)
  return {
    ...inContext(context, {
      all: {
        id: post.id,
        date: post.date,
        slug: post.slug,
        type: post.type,
        link: linkOf(site, post),
        ...(!isBlock && { title }),
        ...(has(type, 'author') && { author: post.author }),
        ...(hasExcerpt(type) && { excerpt }),
        ...((has(type, 'thumbnail') || isMedia) && { featured_media: post.featuredMedia }),
        ...media?.all,
        ...(post.type === 'wp_navigation' && { ...text, status: post.status }),
      },
      notEmbed: {
        ...media?.notEmbed,
        ...(isBlock && { title: { raw: post.title } }),
        date_gmt: post.date,
        guid: raw(guid, guid),
        modified: post.modified,
        modified_gmt: post.modified,
        status: post.status,
        ...text,
        ...(isOpen && { comment_status: post.commentStatus, ping_status: post.pingStatus }),
        ...(type.slug === 'post' && { sticky: post.sticky }),
        ...(has(type, 'post-formats') && { format: post.format }),
        ...(has(type, 'page-attributes') && { parent: post.parent, menu_order: post.menuOrder }),
        template: post.template,
        ...(hasMeta && { meta: readMeta(type.meta, post.meta) }),
        ...Object.fromEntries(
          taxonomiesOf(type, site).map(({ slug, restBase }) => [restBase, termsOf(site, post, slug)]),
        ),
        ...(isBlock && { wp_pattern_sync_status: '' }),
        ...(type.viewable && { class_list: classesOf(type, call, post) }),
      },
      edit: {
        ...media?.edit,
        ...(!isMedia && { password: post.password }),
        ...(type.viewable && {
          permalink_template:
            isMedia && post.parent === 0 ? plainLink(site, post) : permalinkTemplate(site, post),
          generated_slug: uniqueSlug(site, post, slugOf(post.title)),
        }),
      },
    }),
  }
}

/** A post's terms of a taxonomy, by their names. */
function termsOf(site: SiteState, post: PostRow, taxonomy: string): number[] {
  return sorted(post.terms[taxonomy] ?? [], (id) => site.terms.get(id)?.name ?? '', 'asc')
}

function classesOf(type: PostType, { site }: Call, post: PostRow): string[] {
  const terms = taxonomiesOf(type, site).flatMap(({ slug }) =>
    termsOf(site, post, slug).map((id) => {
      const prefix = slug === 'post_tag' ? 'tag' : slug
      return `${prefix}-${site.terms.get(id)?.slug ?? id}`
    }),
  )
  return [
    `post-${post.id}`,
    post.type,
    `type-${post.type}`,
    `status-${post.status}`,
    ...(has(type, 'post-formats') ? [`format-${post.format}`] : []),
    ...(post.password === '' ? [] : ['post-password-required']),
    ...(post.featuredMedia !== 0 ? ['has-post-thumbnail'] : []),
    'hentry',
    ...terms,
    ...(post.format === 'standard' ? [] : [`post_format-post-format-${post.format}`]),
  ]
}

function linksOf(type: PostType, call: Call, post: PostRow, context: string): object {
  const { site } = call
  const base = `/wp/v2/${type.restBase}`
  const self = `${base}/${post.id}`
  return linksTo(call, {
    self,
    collection: base,
    about: `/wp/v2/types/${type.slug}`,
    author: has(type, 'author') && post.author !== 0 && embeddable(`/wp/v2/users/${post.author}`),
    replies: has(type, 'comments') && embeddable(`/wp/v2/comments?post=${post.id}`),
    ...(has(type, 'revisions') && historyOf(site, post.id, self)),
    up: type.hierarchical && post.parent !== 0 && embeddable(`${base}/${post.parent}`),
    'wp:featuredmedia': post.featuredMedia !== 0 && embeddable(`/wp/v2/media/${post.featuredMedia}`),
    'wp:attached-to': post.file !== null && does(site, 'attachedToLink') && attachedTo(site, post),
    'wp:attachment': type.slug !== 'attachment' && `/wp/v2/media?parent=${post.id}`,
    'wp:term': taxonomiesOf(type, site).map(({ slug, restBase }) =>
      embeddable(`/wp/v2/${restBase}?post=${post.id}`, { taxonomy: slug }),
    ),
    ...(context === 'edit' && actionsAt(self, actionsOf(type, call, post))),
  })
}

function attachedTo(site: SiteState, { parent: id }: PostRow): Targets[string] {
  const post = site.posts.get(id)
  const type = post && site.postTypes.get(post.type)
  return type && embeddable(`/wp/v2/${type.restBase}/${id}`, { post_type: type.slug, id })
}
