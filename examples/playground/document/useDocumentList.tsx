import { useCallback, useMemo } from 'react'
import { fetchEntityRecord, fetchPermissions, selectCanUser, type EntityId } from 'copydesk'
import { useEntityDispatch, useEntityStore, useResourcePermissions } from 'copydesk/react'
import type { ChoiceRecords, Filter, ListDescription } from '../list/listDescription'
import { plainText } from '../plainText'
import { linkTo, type PostType } from '../route'
import { useMay, useSession } from '../session/SessionContext'
import { statusNames, statusTones } from '../statuses'
import { shortDate } from '../dates'
import { termTree } from '../terms/termTree'
import { Badge } from '../ui/Badge'
import { useDocumentBulk } from './useDocumentBulk'
import { typeNouns } from '../typeNouns'

/** What a row of the list is made from. */
export interface DocumentRow {
  id: number
  title?: { rendered?: string; raw?: string }
  status: string
  date: string | null
  author?: number
  parent?: number
  link?: string
}

const statuses = ['publish', 'draft', 'pending', 'private', 'future', 'trash']

const orders = [
  { value: 'date:desc', label: 'Newest first' },
  { value: 'date:asc', label: 'Oldest first' },
  { value: 'modified:desc', label: 'Changed last' },
  { value: 'title:asc', label: 'Title A–Z' },
  { value: 'title:desc', label: 'Title Z–A' },
]

/** The list of a type's documents: what may be asked for depends on what the user may do. */
export function useDocumentList(type: PostType): ListDescription<DocumentRow> {
  const { user } = useSession()
  const permissions = useResourcePermissions({ kind: 'postType', name: type })
  const isReady = permissions.hasResolved
  // Who can't write this type only gets to see what is published, and may not ask for more.
  const canFilter = permissions.canCreate
  const prefetch = usePrefetchDocument(type)

  const editsOwn = useMay(type === 'page' ? 'edit_published_pages' : 'edit_published_posts')

  const many = typeNouns(type)
  const bulk = useDocumentBulk(type, many)

  return useMemo(() => {
    const status: Filter = {
      name: 'status',
      label: 'Status',
      isPrimary: true,
      isDisabled: !canFilter,
      choices: canFilter
        ? [
            { value: 'any', label: 'Any status' },
            ...statuses.map((value) => ({ value, label: statusNames[value] ?? value })),
          ]
        : [{ value: 'publish', label: 'Published' }],
      toQuery: (value) => (canFilter ? { status: value } : {}),
    }
    const author: Filter = {
      name: 'author',
      label: 'Author',
      choices: [
        { value: 'any', label: 'Everybody' },
        { value: String(user.id), label: 'Only mine' },
      ],
      records: authors,
      // Those who may not touch what others wrote begin with their own.
      initial: user.editsOthers ? 'any' : String(user.id),
      toQuery: (value) =>
        value === 'any'
          ? {}
          : { author: Number(value), ...(editsOwn && value === String(user.id) && { context: undefined }) },
    }
    const category: Filter = {
      name: 'category',
      label: 'Category',
      choices: [{ value: 'any', label: 'Any category' }],
      records: categories,
      toQuery: (value) => (value === 'any' ? {} : { categories: Number(value) }),
    }
    const tag: Filter = {
      name: 'tag',
      label: 'Tag',
      choices: [{ value: 'any', label: 'Any tag' }],
      records: tags,
      toQuery: (value) => (value === 'any' ? {} : { tags: Number(value) }),
    }
    return {
      kind: 'postType',
      name: type,
      many,
      query: {
        // Who may edit what it lists reads it as it is edited: then the answer to a save tells all that a row shows, and
        // the list is put in place by it. Others may not, or would miss rows.
        ...(!user.editsOthers && { context: 'view' }),
        _fields: `id,title,status,date,author,link${type === 'page' ? ',parent' : ''}`,
      },
      orders: type === 'page' ? [{ value: 'tree', label: 'Tree' }, ...orders] : orders,
      ...(type === 'page' && { tree: termTree<DocumentRow> }),
      ...(canFilter && { bulk }),
      filters: [status, ...(canFilter ? [author] : []), ...(type === 'post' ? [category, tag] : [])],
      isPaged: true,
      isEnabled: isReady,
      prefetch,
      describe: (row) => ({
        key: row.id,
        title: titleOf(row),
        address: linkTo(type, row.id),
        link: row.status === 'publish' ? row.link : undefined,
        facts: <DocumentFacts row={row} isMine={row.author === user.id} />,
      }),
    }
  }, [type, user, isReady, canFilter, prefetch, bulk, many, editsOwn])
}

const authors: ChoiceRecords = {
  kind: 'root',
  name: 'user',
  query: { context: 'view', who: 'authors', per_page: 100, _fields: 'id,name' },
  toChoice: ({ id, name }) => ({ value: String(id), label: name }),
}

const categories: ChoiceRecords = {
  kind: 'taxonomy',
  name: 'category',
  query: { context: 'view', per_page: 100, _fields: 'id,name' },
  toChoice: ({ id, name }) => ({ value: String(id), label: plainText(name) }),
}

const tags: ChoiceRecords = {
  kind: 'taxonomy',
  name: 'post_tag',
  query: { context: 'view', per_page: 100, orderby: 'count', order: 'desc', _fields: 'id,name' },
  toChoice: ({ id, name }) => ({ value: String(id), label: plainText(name) }),
}

/** WordPress writes "Private:" and "Protected:" in front, which the status says already. */
function titleOf({ title, status }: DocumentRow): string {
  // Of a pattern WordPress gives the title as it was written alone.
  const shown = plainText(title?.rendered ?? title?.raw ?? '')
  return status === 'private' ? shown.replace(/^Private: /, '') : shown
}

function DocumentFacts({ row: { status, date }, isMine }: { row: DocumentRow; isMine: boolean }) {
  return (
    <>
      <Badge tone={statusTones[status]}>{statusNames[status] ?? status}</Badge>
      {date && <time dateTime={date}>{shortDate(date)}</time>}
      {isMine && <span>Yours</span>}
    </>
  )
}

/** Asks early for what an opened document needs: whether it may be edited, and then the copy to edit or to read. */
function usePrefetchDocument(type: PostType): (key: EntityId) => void {
  const dispatch = useEntityDispatch()
  const { getState } = useEntityStore()
  return useCallback(
    (key) => {
      const resource = { kind: 'postType', name: type, id: key }
      void dispatch(fetchPermissions(resource))
        .then(() => {
          const canUpdate = selectCanUser(getState(), 'update', resource)
          return dispatch(
            canUpdate
              ? fetchEntityRecord('postType', type, key)
              : fetchEntityRecord('postType', type, key, { context: 'view' }),
          )
        })
        // It was only a guess; who opens the document sees what goes wrong.
        .catch(() => undefined)
    },
    [dispatch, getState, type],
  )
}
