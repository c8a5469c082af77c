import { useCallback, useMemo } from 'react'
import { fetchEntityRecord, fetchPermissions, selectCanUser, type EntityId } from 'copydesk'
import { useEntityDispatch, useEntityStore, useResourcePermissions } from 'copydesk/react'
import type { ChoiceRecords, Filter, ListDescription } from '../list/listDescription'
import { plainText } from '../plainText'
import { linkTo, type PostType } from '../route'
import { useSession } from '../session/SessionContext'
import { statusNames, statusTones } from '../statuses'
import { Badge } from '../ui/Badge'

/** What a row of the list is made from. */
export interface DocumentRow {
  id: number
  title?: { rendered: string }
  status: string
  date: string | null
  author?: number
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
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
      toQuery: (value) => (value === 'any' ? {} : { author: Number(value) }),
    }
    const category: Filter = {
      name: 'category',
      label: 'Category',
      choices: [{ value: 'any', label: 'Any category' }],
      records: categories,
      toQuery: (value) => (value === 'any' ? {} : { categories: Number(value) }),
    }
    return {
      kind: 'postType',
      name: type,
      many: type === 'post' ? 'posts' : type === 'page' ? 'pages' : 'records',
      query: { context: 'view', _fields: 'id,title,status,date,author' },
      orders,
      filters: [status, ...(canFilter ? [author] : []), ...(type === 'post' ? [category] : [])],
      isPaged: true,
      isEnabled: isReady,
      prefetch,
      describe: (row) => ({
        key: row.id,
        title: plainText(row.title?.rendered ?? ''),
        address: linkTo(type, row.id),
        facts: <DocumentFacts row={row} isMine={row.author === user.id} />,
      }),
    }
  }, [type, user, isReady, canFilter, prefetch])
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

function DocumentFacts({ row: { status, date }, isMine }: { row: DocumentRow; isMine: boolean }) {
  return (
    <>
      <Badge tone={statusTones[status]}>{statusNames[status] ?? status}</Badge>
      {date && <time dateTime={date}>{dates.format(new Date(date))}</time>}
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
