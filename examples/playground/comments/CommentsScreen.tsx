import { MessageSquare } from 'lucide-react'
import { useMemo } from 'react'
import { Split } from '../frame/Split'
import type { Filter, ListDescription } from '../list/listDescription'
import { RecordList } from '../list/RecordList'
import { plainText } from '../plainText'
import { shortDate } from '../dates'
import { addresses } from '../route'
import { withArticle } from '../session/roles'
import { useMay, useSession } from '../session/SessionContext'
import { Badge } from '../ui/Badge'
import { EmptyState } from '../ui/EmptyState'
import { Refusal } from '../ui/Refusal'
import { CommentForm } from './CommentForm'
import { CommentReader } from './CommentReader'
import { commentStatuses } from './commentStatuses'
import { useCommentBulk } from './useCommentBulk'

interface CommentRow {
  id: number
  author_name: string
  content: { rendered: string }
  date: string
  status?: string
}

const status: Filter = {
  name: 'status',
  label: 'Status',
  isPrimary: true,
  choices: [
    { value: 'all', label: 'Any status' },
    { value: 'approve', label: 'Approved' },
    { value: 'hold', label: 'Pending' },
    { value: 'spam', label: 'Spam' },
    { value: 'trash', label: 'Trash' },
  ],
  toQuery: (value) => ({ status: value }),
}

/** What readers wrote beside the comment that is open. */
export function CommentsScreen({ id }: { id: string | undefined }) {
  const { user } = useSession()
  const canModerate = useMay('moderate_comments')
  const bulk = useCommentBulk()
  const list = useMemo(
    (): ListDescription<CommentRow> => ({
      kind: 'root',
      name: 'comment',
      many: 'comments',
      query: {
        context: canModerate ? 'edit' : 'view',
        _fields: 'id,author_name,content,date,status',
      },
      orders: [
        { value: 'date:desc', label: 'Newest first' },
        { value: 'date:asc', label: 'Oldest first' },
      ],
      filters: canModerate ? [status] : [],
      isPaged: true,
      ...(canModerate && { bulk }),
      describe: ({ id: key, author_name: author, content, date, status: state }) => ({
        key,
        title: plainText(content.rendered).trim(),
        address: addresses.comments(key),
        facts: (
          <>
            {state !== undefined && (
              <Badge tone={commentStatuses[state]?.tone}>{commentStatuses[state]?.label ?? state}</Badge>
            )}
            <span>{author}</span>
            <time dateTime={date}>{shortDate(date)}</time>
          </>
        ),
      }),
    }),
    [canModerate, bulk],
  )
  return (
    <Split
      label="Comments"
      list={
        <RecordList
          title="Comments"
          list={list}
          openKey={id}
          action={
            !canModerate && (
              <Refusal>As {withArticle(user.role)} you see what is approved, and can’t moderate.</Refusal>
            )
          }
        />
      }
      detail={
        id !== undefined &&
        (canModerate ? <CommentForm key={id} id={Number(id)} /> : <CommentReader key={id} id={Number(id)} />)
      }
      empty={
        <EmptyState icon={MessageSquare} title="No comment selected">
          <p>Select one to read{canModerate ? ', edit, answer or moderate' : ''} it.</p>
        </EmptyState>
      }
    />
  )
}
