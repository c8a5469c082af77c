import type { PostRow, PostType, RevisionRow, SiteState } from '../site/siteState'
import { now } from '../site/siteState'

/** The revisions and autosaves of a post, newest first. */
export function revisionsOf(site: SiteState, post: number): RevisionRow[] {
  return [...site.revisions.values()].filter(({ parent }) => parent === post).reverse()
}

/** Keeps a post's text as a revision, unless the latest one has the same. */
export function keepRevision(site: SiteState, type: PostType, post: PostRow, author: number): void {
  const latest = revisionsOf(site, post.id).find(({ isAutosave }) => !isAutosave)
  const isSame = latest && textFields.every((field) => latest[field] === post[field])
  if (isSame || post.status === 'auto-draft') return
  addRevision(site, revisionOf(site, type, post, author))
}

/** Puts a new revision in its table. */
export function addRevision(site: SiteState, given: Omit<RevisionRow, 'id'>): RevisionRow {
  const revision = { ...given, id: ++site.lastPostId }
  site.revisions.set(revision.id, revision)
  return revision
}

/** What a revision of a post holds now. */
export function revisionOf(
  site: SiteState,
  type: PostType,
  { id, title, content, excerpt, meta }: PostRow,
  author: number,
): Omit<RevisionRow, 'id'> {
  const kept = Object.entries(meta).filter(([name]) => type.meta[name]?.revisions)
  const date = now(site)
  return {
    parent: id,
    author,
    date,
    title,
    content,
    excerpt,
    meta: Object.fromEntries(kept),
    isAutosave: false,
  }
}

const textFields = ['title', 'content', 'excerpt'] as const
