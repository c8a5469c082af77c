import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { longDate } from '../../dates'
import { withArticle } from '../../session/roles'
import { isAhead, mayBeAhead, siteDate } from '../../siteClock'
import { useSiteClock } from '../../useSiteClock'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'
import { useDocumentRights } from '../useDocumentRights'

/** When the document was, or is to be, published. */
export function DateField({ type, id, role }: DocumentProps) {
  const { value, set } = useDocumentField(type, id, 'date')
  const { value: status } = useDocumentField(type, id, 'status')
  const may = useDocumentRights(type, id)
  const canPublish = may('publish')
  const clock = useSiteClock(mayBeAhead(value))
  const ahead = clock && value && isAhead(clock, value) ? { clock, date: value } : null
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
            : ahead
              ? hintAhead(status, ahead.date)
              : undefined
        }
        onChange={({ target }) => {
          if (target.value !== '') set(`${target.value}:00`)
        }}
      />
      {canPublish && ahead && (
        <Button size="small" onClick={() => set(siteDate(ahead.clock, Date.now()))}>
          Now
        </Button>
      )}
    </div>
  )
}

function hintAhead(status: string | undefined, date: string): string {
  const when = longDate(date)
  return status === 'publish' || status === 'future'
    ? `Appears on ${when}.`
    : `Once published, it appears on ${when}.`
}
