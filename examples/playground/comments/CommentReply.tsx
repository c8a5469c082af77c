import { useState, type FormEvent } from 'react'
import { saveEntityRecord } from 'copydesk'
import { useEntityDispatch } from 'copydesk/react'
import { usePageDraft } from '../pageDrafts'
import { Button } from '../ui/Button'
import { ErrorState } from '../ui/ErrorState'
import { TextArea } from '../ui/Field'
import { useNotify } from '../ui/Notices'

interface CommentReplyProps {
  id: number
  /** What the comment is on. */
  post: number
  /** Whether readers see the comment already; else a reply approves it. */
  isApproved: boolean
}

/** Answers a comment. What is written stays there until it is sent. */
export function CommentReply({ id, post, isApproved }: CommentReplyProps) {
  const dispatch = useEntityDispatch()
  const notify = useNotify()
  const { value: text = '', change } = usePageDraft<string>(`reply to ${id}`)
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return
    setIsPending(true)
    setError(null)
    const options = { throwOnError: true }
    try {
      if (!isApproved)
        await dispatch(saveEntityRecord('root', 'comment', { id, status: 'approved' }, options))
      await dispatch(saveEntityRecord('root', 'comment', { post, parent: id, content: text }, options))
      change(undefined)
      notify({ text: 'The reply was published.' })
    } catch (thrown) {
      setError(thrown)
    }
    setIsPending(false)
  }

  return (
    <form className="stack" onSubmit={(event) => void send(event)}>
      <TextArea
        label="Reply"
        rows={3}
        value={text}
        data-native-undo
        onChange={({ target }) => change(target.value === '' ? undefined : target.value)}
      />
      <ErrorState error={error} />
      <div>
        <Button type="submit" disabled={isPending || text.trim() === ''}>
          {isPending ? 'Sending …' : isApproved ? 'Reply' : 'Approve and reply'}
        </Button>
      </div>
    </form>
  )
}
