import { useMemo } from 'react'
import { deleteEntityRecord, saveEntityRecord, type PostStatus } from 'copydesk'
import { useEntityDispatch } from 'copydesk/react'
import { ArchiveRestore, FilePen, Send, Trash2 } from 'lucide-react'
import { countOf, useBulkWork, type BulkAction } from '../list/bulk'
import type { PostType } from '../route'
import { useMay, useSession } from '../session/SessionContext'
import type { DocumentRow } from './useDocumentList'

/** What can be done with several documents at once. */
export function useDocumentBulk(type: PostType, many: string): readonly BulkAction<DocumentRow>[] {
  const dispatch = useEntityDispatch()
  const work = useBulkWork()
  const mayPublish = useMay(type === 'page' ? 'publish_pages' : 'publish_posts')
  const { user } = useSession()
  return useMemo(() => {
    const isTheirs = ({ author }: DocumentRow) => user.editsOthers || author === user.id
    const become = (status: PostStatus) => (row: DocumentRow) =>
      dispatch(saveEntityRecord('postType', type, { id: row.id, status }, { throwOnError: true }))
    const back = (row: DocumentRow) => become(row.status)(row)
    const trash = ({ id }: DocumentRow) =>
      dispatch(deleteEntityRecord('postType', type, id, undefined, { throwOnError: true }))
    const change = (
      label: string,
      icon: BulkAction<DocumentRow>['icon'],
      status: PostStatus,
      done: string,
    ): BulkAction<DocumentRow> => ({
      label,
      icon,
      isFor: (row) => row.status !== status && row.status !== 'trash' && isTheirs(row),
      run: (rows) =>
        work(rows, {
          done: (count) => `${countOf(count, many)} ${done}`,
          write: become(status),
          undo: back,
        }),
    })
    return [
      ...(mayPublish ? [change('Publish', Send, 'publish', 'published')] : []),
      change('Switch to draft', FilePen, 'draft', 'switched to draft'),
      {
        label: 'Move to trash',
        icon: Trash2,
        isFor: (row) => row.status !== 'trash' && isTheirs(row),
        quick: { needs: 'delete' },
        run: (rows) =>
          work(rows, {
            done: (count) => `${countOf(count, many)} moved to trash`,
            write: trash,
            undo: back,
          }),
      },
      {
        label: 'Restore',
        icon: ArchiveRestore,
        isFor: (row) => row.status === 'trash' && isTheirs(row),
        quick: { needs: 'update' },
        run: (rows) =>
          work(rows, {
            done: (count) => `${countOf(count, many)} restored`,
            write: become('draft'),
            undo: trash,
          }),
      },
    ]
  }, [dispatch, work, mayPublish, type, many, user])
}
