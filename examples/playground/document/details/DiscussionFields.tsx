import { Checkbox } from '../../ui/Field'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'

/** Whether others may answer. */
export function DiscussionFields({ type, id }: DocumentProps) {
  const comments = useDocumentField(type, id, 'comment_status')
  const pings = useDocumentField(type, id, 'ping_status')
  return (
    <>
      <Checkbox
        label="Allow comments"
        checked={comments.value === 'open'}
        onChange={({ target }) => comments.set(target.checked ? 'open' : 'closed')}
      />
      <Checkbox
        label="Allow pingbacks and trackbacks"
        checked={pings.value === 'open'}
        onChange={({ target }) => pings.set(target.checked ? 'open' : 'closed')}
      />
    </>
  )
}
