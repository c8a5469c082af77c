import type { Targets } from '../http/links'
import { emptyPost, putPost, rowsOf } from './postRows'
import { now, type PostRow, type PostType, type SiteState } from '../site/siteState'

/** The texts that revisions keep of a post. */
export const textFields = ['title', 'content', 'excerpt'] as const

/** The revisions and autosaves of a post, newest first. */
export function revisionsOf(site: SiteState, post: number): PostRow[] {
  return rowsOf(site, 'revision')
    .filter(({ parent }) => parent === post)
    .reverse()
}

/** What a post leads to of its history. */
export function historyOf(site: SiteState, post: number, path: string): Targets {
  const revisions = revisionsOf(site, post)
  const [latest] = revisions
  return {
    'version-history': { count: revisions.length, href: `${path}/revisions` },
    'predecessor-version': latest && { id: latest.id, href: `${path}/revisions/${latest.id}` },
  }
}

/** Whether a revision is a safety copy. */
export function isAutosave({ slug, parent }: PostRow): boolean {
  return slug === `${parent}-autosave-v1`
}

/** Keeps a post's text as a revision, unless the latest one has the same. */
export function keepRevision(site: SiteState, type: PostType, post: PostRow, author: number): void {
  const latest = revisionsOf(site, post.id).find((row) => !isAutosave(row))
  const isSame = latest && textFields.every((field) => latest[field] === post[field])
  if (isSame || post.status === 'auto-draft') return
  putPost(site, revisionOf(site, { ...post, meta: keptMeta(type, post) }, author))
}

/** Keeps a safety copy: each user has one of a post. */
export function keepAutosave(site: SiteState, post: PostRow, author: number): PostRow {
  const next = revisionOf(site, post, author, 'autosave')
  const old = revisionsOf(site, post.id).find((row) => isAutosave(row) && row.author === author)
  return old ? Object.assign(old, next, { id: old.id }) : putPost(site, next)
}

/** What a revision of a post holds now; it is not in the table yet. */
export function revisionOf(
  site: SiteState,
  { id, title, content, excerpt, meta }: PostRow,
  author: number,
  kind: 'revision' | 'autosave' = 'revision',
): PostRow {
  const date = now(site)
  const own = { status: 'inherit', parent: id, slug: `${id}-${kind}-v1`, author, date, modified: date }
  return emptyPost('revision', site, { ...own, title, content, excerpt, meta })
}

/** The meta of a post that its revisions keep. */
export function keptMeta(type: PostType, { meta }: PostRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(meta).filter(([name]) => type.meta[name]?.revisions))
}
