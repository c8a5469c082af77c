import { deleteEntityRecord, saveEntityRecord, type PostStatus } from 'copydesk'
import { useEntityDispatch } from 'copydesk/react'
import { ArchiveRestore, FilePen, Send, Trash2 } from 'lucide-react'
import { countOf, useBulkWork, type BulkAction } from '../list/bulk'
import type { PostType } from '../route'
import { useMay } from '../session/SessionContext'
import type { DocumentRow } from './useDocumentList'

/** What can be done with several documents at once. */
export function useDocumentBulk(type: PostType, many: string): readonly BulkAction<DocumentRow>[] {
  const dispatch = useEntityDispatch()
  const work = useBulkWork()
  const mayPublish = useMay(type === 'page' ? 'publish_pages' : 'publish_posts')
  const become = (status: PostStatus) => (row: DocumentRow) =>
    dispatch(saveEntityRecord('postType', type, { id: row.id, status }, { throwOnError: true }))
  const back = (row: DocumentRow) => become(row.status)(row)
  const change = (
    label: string,
    icon: BulkAction<DocumentRow>['icon'],
    status: PostStatus,
    done: string,
  ) => ({
    label,
    icon,
    run: (rows: readonly DocumentRow[]) =>
      work(
        rows.filter((row) => row.status !== status),
        { done: (count) => `${countOf(count, many)} ${done}`, write: become(status), undo: back },
      ),
  })
  return [
    ...(mayPublish ? [change('Publish', Send, 'publish', 'published')] : []),
    change('Switch to draft', FilePen, 'draft', 'switched to draft'),
    {
      label: 'Move to trash',
      icon: Trash2,
      run: (rows) =>
        work(
          rows.filter(({ status }) => status !== 'trash'),
          {
            done: (count) => `${countOf(count, many)} moved to trash`,
            write: ({ id }) =>
              dispatch(deleteEntityRecord('postType', type, id, undefined, { throwOnError: true })),
            undo: back,
          },
        ),
    },
    {
      label: 'Restore',
      icon: ArchiveRestore,
      run: (rows) =>
        work(
          rows.filter(({ status }) => status === 'trash'),
          { done: (count) => `${countOf(count, many)} restored`, write: become('draft') },
        ),
    },
  ]
}
