import { embeddable, linkOf, linksTo } from '../http/links'
import {
  contextOf,
  inAnyOrder,
  inContext,
  inOrder,
  pageOf,
  listArgs,
  searchArgs,
  wishesOf,
} from '../http/listing'
import { address, type Args, integer, integers, rawOf, takeSent, text } from '../http/params'
import { forbidden, found, notAllowed, WpError } from '../http/wpError'
import { paragraphs } from '../posts/rendering'
import { resource } from '../http/resource'
import type { Call, Route } from '../http/route'
import { can, canPost, type CommentRow, demand, does, nextId, tick, type UserRow } from '../site/siteState'

const fields: Args = { author_name: text, author_email: text, author_url: address, status: text, date: text }

/** The comments of all posts. */
export const commentRoutes: readonly Route[] = resource<CommentRow>({
  path: '/wp/v2/comments',
  whole: ['content'],
  find: ({ site, params }) =>
    found(site.comments.get(Number(params.id)), 'rest_comment_invalid_id', 'Invalid comment ID.'),
  show: showComment,
  list: {
    args: {
      ...listArgs,
      search: text,
      author: integers,
      ...searchArgs('date_gmt', 'date date_gmt id include post parent type'.split(' '), 'desc'),
      parent: integers,
      post: integers,
      status: { type: 'string', default: 'approve' },
    },
    permit: (call) => {
      const { user, params } = call
      if (contextOf(call) === 'edit') demandModeration(call)
      if (params.status === 'approve' || can(user, 'edit_posts')) return
      throw forbidden(user, 'rest_forbidden_param', 'Query parameter not permitted: status')
    },
    rows: (call) => pageOf(call, listComments(call)),
  },
  create: {
    args: { ...fields, post: integer, parent: integer },
    permit: mayCreate,
    make: createComment,
    context: ({ user }) => (can(user, 'moderate_comments') ? 'edit' : 'view'),
  },
  read: {
    permitRow: (call, comment) => {
      const { user } = call
      const isOwn = user !== null && user.id === comment.author
      const isOpen = comment.status === 'approved' || isOwn || mayEdit(call, comment)
      if (!isOpen) throw notAllowed(user, 'rest_cannot_read', 'read this comment')
      if (contextOf(call) === 'edit') demandModeration(call)
    },
  },
  update: {
    args: fields,
    permitRow: (call, comment) => mayChange(call, comment, 'rest_cannot_edit', 'edit'),
    change: (call, comment) => {
      const content = contentOf(call)
      if (content !== undefined) comment.content = content
      if (call.params.status !== undefined) comment.status = statusOf(String(call.params.status))
      takeSent(comment, call.params, ['authorName', 'authorUrl', 'authorEmail'])
      tick(call.site)
      return comment
    },
  },
  remove: {
    permitRow: (call, comment) => mayChange(call, comment, 'rest_cannot_delete', 'delete'),
    trash: ({ site }, comment) => {
      tick(site)
      if (comment.status === 'trash') {
        throw new WpError(410, 'rest_already_trashed', 'The comment has already been trashed.')
      }
      comment.status = 'trash'
    },
    drop: ({ site }, { id, parent }) => {
      site.comments.delete(id)
      for (const other of site.comments.values()) if (other.parent === id) other.parent = parent
    },
  },
})

function demandModeration({ user }: Call): void {
  demand(user, 'moderate_comments', 'rest_forbidden_context', 'edit comments')
}

function mayChange(call: Call, comment: CommentRow, code: string, verb: string): void {
  if (!mayEdit(call, comment)) throw notAllowed(call.user, code, `${verb} this comment`)
}

// Who may edit the post may edit what is said below it.
function mayEdit({ site, user }: Call, comment: CommentRow): boolean {
  const post = site.posts.get(comment.post)
  return can(user, 'moderate_comments') || (post !== undefined && canPost(site, user, 'edit', post))
}

function mayCreate(call: Call): void {
  const { site, user, params } = call
  if (!user) throw forbidden(user, 'rest_comment_login_required', 'Sorry, you must be logged in to comment.')
  const post = site.posts.get(Number(params.post))
  if (!post) {
    const message = 'Sorry, you are not allowed to create this comment without a post.'
    throw new WpError(403, 'rest_comment_invalid_post_id', message)
  }
  if (post.commentStatus !== 'open') {
    throw new WpError(403, 'rest_comment_closed', 'Sorry, comments are closed for this item.')
  }
}

function createComment(call: Call): CommentRow {
  const { site, user, params } = call
  const content = contentOf(call) ?? ''
  if (content.trim() === '') {
    throw new WpError(400, 'rest_comment_content_invalid', 'Invalid comment content.')
  }
  const comment: CommentRow = {
    id: nextId(site, 'comments'),
    post: Number(params.post),
    parent: Number(params.parent ?? 0),
    ...authorOf(user),
    content,
    date: tick(site),
    status: can(user, 'moderate_comments') ? 'approved' : 'hold',
  }
  site.comments.set(comment.id, comment)
  return comment
}

function authorOf(user: UserRow | null) {
  const { id = 0, name = '', email = '', url = '' } = user ?? {}
  return { author: id, authorName: name, authorEmail: email, authorUrl: url }
}

function contentOf({ params }: Call): string | undefined {
  const given = rawOf(params.content)
  return typeof given === 'string' ? given : undefined
}

function statusOf(word: string): string {
  if (word === 'approve' || word === '1') return 'approved'
  return word === '0' || word === 'unapproved' ? 'hold' : word
}

// Lists know other words for it than writes do.
function askedStatus(word: string): string {
  if (word === 'approve' || word === '1') return 'approved'
  if (word === '0') return 'hold'
  return word === 'any' ? 'all' : word === 'approved' || word === 'unapproved' ? 'nothing' : word
}

function listComments(call: Call): CommentRow[] {
  const { site, user, params } = call
  const { among, takes, hasPhrase } = wishesOf(call)
  const status = askedStatus(String(params.status))
  const rows = [...site.comments.values()].filter((comment) => {
    const post = site.posts.get(comment.post)
    return (
      (status === 'all' ? ['approved', 'hold'].includes(comment.status) : comment.status === status) &&
      (can(user, 'moderate_comments') || (post !== undefined && canPost(site, user, 'read', post))) &&
      takes(comment.id) &&
      among('post', comment.post) &&
      among('parent', comment.parent) &&
      among('author', comment.author) &&
      hasPhrase(`${comment.content}\n${comment.authorName}`)
    )
  })
  const keys: Record<string, (comment: CommentRow) => number> = {
    post: ({ post }) => post,
    parent: ({ parent }) => parent,
  }
  return inOrder(call, inAnyOrder(site, rows), keys, ({ date }) => Date.parse(date), ['include'])
}

function showComment(call: Call, comment: CommentRow, context = contextOf(call)): object {
  const { site } = call
  const { id, post, parent, author, content, date, status } = comment
  const row = site.posts.get(post)
  const base = row && site.postTypes.get(row.type)?.restBase
  const hasChildren = [...site.comments.values()].some(
    (other) => other.parent === id && other.status === 'approved',
  )
  const rendered = paragraphs(content)
  return {
    ...inContext(context, {
      all: {
        id,
        parent,
        author,
        author_name: comment.authorName,
        author_url: comment.authorUrl,
        date,
        content: context === 'edit' ? { raw: content, rendered } : { rendered },
        link: `${row ? linkOf(site, row) : site.url}#comment-${id}`,
        type: 'comment',
        author_avatar_urls: {},
      },
      notEmbed: {
        post,
        date_gmt: date,
        status,
        meta: does(site, 'noteStatus') ? { _wp_note_status: null } : [],
      },
      edit: { author_email: comment.authorEmail, author_ip: '', author_user_agent: '' },
    }),
    _links: linksTo(call, {
      self: `/wp/v2/comments/${id}`,
      collection: '/wp/v2/comments',
      author: author !== 0 && embeddable(`/wp/v2/users/${author}`),
      up: row && embeddable(`/wp/v2/${base}/${post}`, { post_type: row.type }),
      'in-reply-to': parent !== 0 && embeddable(`/wp/v2/comments/${parent}`),
      children: hasChildren && embeddable(`/wp/v2/comments?parent=${id}`),
    }),
  }
}
