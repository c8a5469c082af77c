import { type Context, contextArg } from './listing'
import type { Args } from './params'
import { type Call, type Endpoint, Reply, type Route } from './route'
import { tick } from '../site/siteState'
import { WpError } from './wpError'

interface Method {
  /** Its parameters, besides those that the method has of every resource. */
  args?: Args
  permit?: Endpoint['permit']
}

/** A method of single records. */
interface SingleMethod<Row> extends Method {
  /** As `permit`, about the record of the call; asked after it. */
  permitRow?: (call: Call, row: Row) => void
}

/** What one kind of records has of its own. `resource` makes the routes of it. */
export interface Resource<Row> {
  /** Path of the list. */
  path: string
  /** Path of one record. Default `path/:id`. */
  single?: string
  /** Whether a batch may write to it. Default false. */
  batch?: boolean
  whole?: Route['whole']
  schema?: Route['schema']
  /** The record of a call; refuses one that is not there. */
  find: (call: Call) => Row
  /** A record as the site answers it, with `_links.self`. The context is that of the call where none is given. */
  show: (call: Call, row: Row, context?: Context) => object
  /** `rows` gives those that are answered: a page of them, or all. With `nameOf` they are answered by their names. */
  list?: Method & { rows: (call: Call) => readonly Row[]; nameOf?: (row: Row) => string }
  /** `make` puts a new row in its table. */
  create?: Method & { make: (call: Call) => Row; context?: (call: Call) => Context }
  read?: SingleMethod<Row>
  /** `change` gives the row as it is then. */
  update?: SingleMethod<Row> & { change: (call: Call, row: Row) => Row; find?: (call: Call) => Row }
  remove?: Removal<Row>
}

/** A resource that is listed, made, read, changed and deleted: others may be as it is but for some of that. */
export type WholeResource<Row> = Resource<Row> &
  Required<Pick<Resource<Row>, 'list' | 'create' | 'read' | 'update' | 'remove'>>

interface Removal<Row> extends SingleMethod<Row> {
  /** Takes a row out of its table, with what hangs on it. */
  drop: (call: Call, row: Row) => void
  /**
   * What is done without `force`: moves the row to the trash, or the refusal of records that have none. Absent where there
   * is no `force`, and all are deleted for good.
   */
  trash?: ((call: Call, row: Row) => object | void) | string
  /** Context of `previous`. Default edit. */
  context?: Context
  /** Whether the answer to a deletion has the links of the record. Default false. */
  keepsLinks?: boolean
}

/** The routes of a kind of records: those of the list, and those of one record. */
export function resource<Row>(kind: Resource<Row>): [list: Route, single: Route] {
  const { path, single = `${path}/:id`, find, show, list, create, read, update, remove } = kind
  const permitOf = (method: SingleMethod<Row>) => (call: Call) => {
    method.permit?.(call)
    method.permitRow?.(call, find(call))
  }
  const common = {
    ...(kind.batch && { batch: true }),
    ...(kind.whole && { whole: kind.whole }),
    ...(kind.schema && { schema: kind.schema }),
  }
  return [
    {
      path,
      ...common,
      ...(list && { GET: { ...list, run: (call) => showAll(kind, list, call) } }),
      ...(create && {
        POST: {
          ...create,
          run: (call) => created(call, show(call, create.make(call), create.context?.(call) ?? 'edit')),
        },
      }),
    },
    {
      path: single,
      ...common,
      ...(read && {
        GET: {
          permit: permitOf(read),
          args: { ...contextArg, ...read.args },
          run: (call) => show(call, find(call)),
        },
      }),
      ...(update && {
        update: {
          ...update,
          permit: permitOf(update),
          run: (call) => show(call, update.change(call, (update.find ?? find)(call)), 'edit'),
        },
      }),
      ...(remove && {
        DELETE: {
          ...remove,
          permit: permitOf(remove),
          args: {
            ...(remove.trash !== undefined && { force: { type: 'boolean', default: false } }),
            ...remove.args,
          },
          run: (call) => removeRow(show, remove, call, find(call)),
        },
      }),
    },
  ]
}

function showAll<Row>(
  { show }: Resource<Row>,
  { rows, nameOf }: NonNullable<Resource<Row>['list']>,
  call: Call,
): object {
  return nameOf
    ? Object.fromEntries(rows(call).map((row) => [nameOf(row), show(call, row)]))
    : rows(call).map((row) => show(call, row))
}

/** The answer to what has made a record, with its address. */
export function created(call: Call, shown: object): Reply {
  const { _links } = shown as { _links: { self: readonly [{ href: string }] } }
  call.headers.Location = _links.self[0].href
  return new Reply(201, shown)
}

/** Deletes a record for good where `force` is set; moves it to the trash otherwise. */
function removeRow<Row>(
  show: Resource<Row>['show'],
  { drop, trash, context = 'edit', keepsLinks = false }: Removal<Row>,
  call: Call,
  row: Row,
): object {
  if (trash === undefined || call.params.force) {
    const { _links, ...previous } = show(call, row, context) as Record<string, unknown>
    drop(call, row)
    tick(call.site)
    return { deleted: true, previous, ...(keepsLinks && { _links }) }
  }
  if (typeof trash === 'string') {
    throw new WpError(501, 'rest_trash_not_supported', `${trash} Set 'force=true' to delete.`)
  }
  return trash(call, row) ?? show(call, row, 'edit')
}
