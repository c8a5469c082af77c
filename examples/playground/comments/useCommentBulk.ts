import { useMemo } from 'react'
import { saveEntityRecord, type CommentStatus } from 'copydesk'
import { useEntityDispatch } from 'copydesk/react'
import { Check, OctagonAlert, Trash2 } from 'lucide-react'
import { countOf, useBulkWork, type BulkAction } from '../list/bulk'

interface ModeratedRow {
  id: number
  status?: string
}

/** What can be done with several comments at once; each can be taken back. */
export function useCommentBulk(): readonly BulkAction<ModeratedRow>[] {
  const dispatch = useEntityDispatch()
  const work = useBulkWork()
  return useMemo(() => {
    const become = (status: CommentStatus) => (row: ModeratedRow) =>
      dispatch(saveEntityRecord('root', 'comment', { id: row.id, status }, { throwOnError: true }))
    const back = (row: ModeratedRow) => become((row.status ?? 'hold') as CommentStatus)(row)
    const change = (
      label: string,
      icon: BulkAction<ModeratedRow>['icon'],
      status: CommentStatus,
      done: string,
    ): BulkAction<ModeratedRow> => ({
      label,
      icon,
      isFor: (row) => row.status !== status,
      run: (rows) =>
        work(rows, {
          done: (count) => `${countOf(count, 'comments')} ${done}`,
          write: become(status),
          undo: back,
        }),
    })
    return [
      { ...change('Approve', Check, 'approved', 'approved'), quick: {} },
      change('Spam', OctagonAlert, 'spam', 'marked as spam'),
      change('Trash', Trash2, 'trash', 'moved to trash'),
    ]
  }, [dispatch, work])
}
