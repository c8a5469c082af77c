import { selectEntityRecord } from 'copydesk'
import { useEntityRecord, useEntitySelector, useEntityStore } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { isPublic, PublishButtons as Buttons } from '../../editor/post/PublishButtons'
import { ScheduleDialog, type ScheduleDialogProps } from '../../editor/post/ScheduleDialog'
import { longDate } from '../dates'
import { isAhead, mayBeAhead, siteDate, tomorrowMorning } from '../siteClock'
import { typeNoun } from '../typeNouns'
import { useNotify } from '../ui/Notices'
import { useSiteClock } from '../useSiteClock'
import type { DocumentProps } from './DocumentView'
import { useDocumentField } from './useDocumentField'
import { useDocumentRights } from './useDocumentRights'

interface PublishButtonsProps extends DocumentProps {
  canUpdate: boolean
  hasEdits: boolean
  isBusy: boolean
  /** Saves what is edited; fulfilled when that is done, or was not to be done. */
  onSave: () => Promise<void>
}

/** What can be done with a document now, by the clock of the site; in passing it is told what became of it. */
export function PublishButtons({ type, id, canUpdate, hasEdits, isBusy, onSave }: PublishButtonsProps) {
  useRenders('PublishButtons')
  const store = useEntityStore()
  const notify = useNotify()
  const { edit } = useEntityRecord('postType', type, id)
  const { value: edited = 'draft' } = useDocumentField(type, id, 'status')
  const { value: date } = useDocumentField(type, id, 'date')
  const saved =
    useEntitySelector((state) => selectEntityRecord(state, 'postType', type, id)?.status) ?? edited
  const may = useDocumentRights(type, id)
  const clock = useSiteClock(mayBeAhead(date))

  async function become(status: string, at?: string) {
    edit({ status, ...(at !== undefined && { date: `${at}:00` }) })
    await onSave()
    const after = selectEntityRecord(store.getState(), 'postType', type, id)
    if (!after || after.status === saved) return
    const view = {
      label: `View ${typeNoun(type)}`,
      onSelect: () => void window.open(after.link, '_blank', 'noreferrer'),
    }
    if (after.status === 'publish' || after.status === 'private')
      notify({ text: after.status === 'private' ? 'Published privately.' : 'Published.', actions: [view] })
    else if (after.status === 'future') notify({ text: `Scheduled for ${longDate(after.date ?? '')}.` })
    else if (after.status === 'pending') notify({ text: 'Submitted for review.' })
  }

  return (
    <div className="editor">
      <Buttons
        {...{ saved, edited, isAhead: isAhead(clock, date), mayPublish: may('publish') }}
        canSave={canUpdate && hasEdits}
        isBusy={isBusy || !canUpdate}
        onSave={() => (isPublic(edited) && !isPublic(saved) ? become(edited) : onSave())}
        onBecome={become}
        ask={(props) => <ScheduleBySite {...props} date={date} />}
      />
    </div>
  )
}

/** Asks for a date by the clock of the site, which is read once somebody wants to schedule. */
function ScheduleBySite({ date, ...props }: ScheduleDialogProps & { date: string | null | undefined }) {
  const clock = useSiteClock(true)
  if (!clock) return null
  const now = () => siteDate(clock, Date.now()).slice(0, 16)
  const tomorrow = () => (date && isAhead(clock, date) ? date : tomorrowMorning(clock)).slice(0, 16)
  return <ScheduleDialog {...props} clock={{ now, tomorrow, hint: 'By the clock of the site.' }} />
}
