import { type Context, contextArg, listArgs, pageOf } from '../http/listing'
import { resource, type WholeResource } from '../http/resource'
import type { Call, Endpoint, Route } from '../http/route'
import { found, notAllowed, WpError } from '../http/wpError'
import { isAutosave, revisionsOf } from './revisions'
import type { PostRow } from '../site/siteState'

/** What the revisions of one kind of posts have of their own. */
export interface History<Row extends PostRow> {
  /** Path of the post that they belong to. */
  base: string
  /** The post of a call; refuses one that is not there. */
  find: (call: Call) => Row
  /** Name of the post in the refusal. Default `post`. */
  noun?: string
  /** Whether the user may read the revisions of a post. */
  mayRead: (call: Call, post: Row) => boolean
  show: (call: Call, row: PostRow, post: Row, context?: Context) => object
  /** Who may delete a revision, and how that is answered; absent where nobody does. */
  remove?: Pick<WholeResource<PostRow>['remove'], 'permit' | 'context'>
}

/** How safety copies are made, and shown where they differ from revisions. */
interface Autosaves<Row extends PostRow> {
  save: Endpoint
  show?: History<Row>['show']
}

/** The routes of the revisions of one kind of posts. */
export function revisionRoutesOf<Row extends PostRow>(history: History<Row>): Route[] {
  const { base, remove } = history
  const permit = mayReadRevisions(history)
  return resource<PostRow>({
    path: `${base}/revisions`,
    single: `${base}/revisions/:revisionId`,
    find: (call) => findRevision(history, call),
    show: (call, row, context) => history.show(call, row, parentOf(history, call), context),
    list: {
      args: listArgs,
      permit,
      // Safety copies stand among the revisions, too.
      rows: (call) => pageOf(call, rowsOf(history, call), 'rest_revision_invalid_page_number'),
    },
    read: { permit },
    ...(remove && {
      remove: {
        ...remove,
        trash: 'Revisions do not support trashing.',
        drop: ({ site }, { id }) => void site.posts.delete(id),
      },
    }),
  })
}

/** The routes of the safety copies of one kind of posts. */
export function autosaveRoutesOf<Row extends PostRow>(
  history: History<Row>,
  { save, show = history.show }: Autosaves<Row>,
): Route[] {
  const permit = mayReadRevisions(history)
  const [list, single] = resource<PostRow>({
    path: `${history.base}/autosaves`,
    single: `${history.base}/autosaves/:revisionId`,
    find: (call) => {
      const row = rowOf(history, call)
      const autosave = row && isAutosave(row) ? row : undefined
      return found(autosave, 'rest_post_no_autosave', 'There is no autosave revision for this post.')
    },
    show: (call, row, context) => show(call, row, parentOf(history, call), context),
    list: { args: contextArg, permit, rows: (call) => rowsOf(history, call).filter(isAutosave) },
    read: { permit },
  })
  return [{ ...list, POST: save }, single]
}

/** The post whose revisions are asked for; refuses one that is not there. */
export function parentOf<Row extends PostRow>({ find, noun = 'post' }: History<Row>, call: Call): Row {
  try {
    return find(call)
  } catch {
    throw new WpError(404, 'rest_post_invalid_parent', `Invalid ${noun} parent ID.`)
  }
}

/** Refuses who may not read the revisions of a post. */
export function mayReadRevisions<Row extends PostRow>(
  history: History<Row>,
): NonNullable<Endpoint['permit']> {
  return (call) => {
    if (history.mayRead(call, parentOf(history, call))) return
    throw notAllowed(call.user, 'rest_cannot_read', 'view revisions of this post')
  }
}

/** The revision of a call; refuses one that is not there. */
export function findRevision<Row extends PostRow>(history: History<Row>, call: Call): PostRow {
  return found(rowOf(history, call), 'rest_post_invalid_id', 'Invalid revision ID.')
}

function rowOf<Row extends PostRow>(history: History<Row>, call: Call): PostRow | undefined {
  return rowsOf(history, call).find(({ id }) => id === Number(call.params.revisionId))
}

function rowsOf<Row extends PostRow>(history: History<Row>, call: Call): PostRow[] {
  return revisionsOf(call.site, parentOf(history, call).id)
}
