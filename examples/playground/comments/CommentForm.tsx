import { Check, OctagonAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { saveEntityRecord } from 'copydesk'
import { useEntityDispatch, useEntityRecord } from 'copydesk/react'
import { RecordTextArea } from '../form/fields'
import { RecordForm } from '../form/RecordForm'
import { useRenders } from 'copydesk/devtools'
import { plainText } from '../plainText'
import { readField } from '../readField'
import { addresses, asPostType, linkTo } from '../route'
import { Badge } from '../ui/Badge'
import { Button } from '../ui/Button'
import { ErrorState } from '../ui/ErrorState'
import { commentStatuses } from './commentStatuses'
import { CommentReply } from './CommentReply'
import { TrashComment } from './TrashComment'

/** A comment to be corrected and moderated. */
export function CommentForm({ id }: { id: number }) {
  return (
    <RecordForm
      kind="root"
      name="comment"
      id={id}
      title={{ field: 'author_name' }}
      noun="this comment"
      back={{ address: addresses.comments(), label: 'All comments' }}
      actions={<TrashComment id={id} />}
    >
      <Moderation id={id} />
      <RecordTextArea field="content" label="Comment" rows={8} />
      <Reply id={id} />
    </RecordForm>
  )
}

function Reply({ id }: { id: number }) {
  const { record } = useEntityRecord('root', 'comment', id)
  if (!record || record.status === 'trash' || record.status === 'spam') return null
  return <CommentReply id={id} post={record.post} isApproved={record.status === 'approved'} />
}

/** Moderating is done at once, and leaves what is being written alone. */
function Moderation({ id }: { id: number }) {
  useRenders('Moderation')
  const { record } = useEntityRecord('root', 'comment', id)
  const dispatch = useEntityDispatch()
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  if (!record) return null
  const { status, post, author_email: email } = record
  const shown = commentStatuses[status]

  async function become(next: 'approved' | 'hold' | 'spam') {
    setIsPending(true)
    setError(null)
    await dispatch(saveEntityRecord('root', 'comment', { id, status: next }, { throwOnError: true })).catch(
      setError,
    )
    setIsPending(false)
  }

  return (
    <>
      <dl className="facts">
        <dt>Status</dt>
        <dd>
          <Badge tone={shown?.tone}>{shown?.label ?? status}</Badge>
        </dd>
        <dt>On</dt>
        <dd>
          <CommentedDocument id={post} type={typeCommentedOn(record)} />
        </dd>
        <dt>Email</dt>
        <dd>{email || 'none'}</dd>
      </dl>
      <div className="row-of">
        {status !== 'approved' && (
          <Button disabled={isPending} onClick={() => void become('approved')}>
            <Check aria-hidden />
            Approve
          </Button>
        )}
        {status !== 'hold' && (
          <Button disabled={isPending} onClick={() => void become('hold')}>
            <Undo2 aria-hidden />
            {status === 'approved' ? 'Unapprove' : 'Not spam'}
          </Button>
        )}
        {status !== 'spam' && (
          <Button disabled={isPending} onClick={() => void become('spam')}>
            <OctagonAlert aria-hidden />
            Spam
          </Button>
        )}
      </div>
      <ErrorState error={error} />
    </>
  )
}

/** What was commented on, by its title as soon as that is known. */
function CommentedDocument({ id, type }: { id: number; type: string }) {
  useRenders('CommentedDocument')
  const { record } = useEntityRecord('postType', asPostType(type), id, { context: 'view' })
  const title = plainText(record?.title.rendered ?? '')
  return <a href={linkTo(asPostType(type), id)}>{title || `${type} ${id}`}</a>
}

/** The slug of the type of what a comment stands below: only its links tell. */
function typeCommentedOn(comment: object): string {
  const links = readField(comment, '_links') as { up?: readonly { post_type?: string }[] } | undefined
  return links?.up?.[0]?.post_type ?? 'post'
}
