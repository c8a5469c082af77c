import { format, isFuture, isValid } from 'date-fns'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { withArticle } from '../../session/roles'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'
import { useDocumentRights } from '../useDocumentRights'

/** When the document was, or is to be, published. */
export function DateField({ type, id, role }: DocumentProps) {
  const { value, change } = useDocumentField(type, id, 'date')
  const { value: status } = useDocumentField(type, id, 'status')
  const may = useDocumentRights(type, id)
  const canPublish = may('publish')
  const time = value ? new Date(value) : null
  const isAhead = time !== null && isValid(time) && isFuture(time)
  return (
    <div className="row-of date-row">
      <TextField
        label="Date"
        type="datetime-local"
        value={value?.slice(0, 16) ?? ''}
        disabled={!canPublish}
        hint={
          !canPublish
            ? `As ${withArticle(role)} you can’t choose when it appears.`
            : isAhead && time
              ? hintAhead(status, time)
              : undefined
        }
        onChange={({ target }) => {
          if (target.value !== '') change(`${target.value}:00`)
        }}
      />
      {canPublish && isAhead && (
        <Button size="small" onClick={() => change(format(new Date(), "yyyy-MM-dd'T'HH:mm:ss"))}>
          Now
        </Button>
      )}
    </div>
  )
}

function hintAhead(status: string | undefined, time: Date): string {
  const when = format(time, 'd MMMM yyyy, HH:mm')
  return status === 'publish' || status === 'future'
    ? `Appears on ${when}.`
    : `Once published, it appears on ${when}.`
}
