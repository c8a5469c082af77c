import { useState } from 'react'
import { selectEntityRecord, type PostStatus } from 'copydesk'
import { useEntityRecord, useEntitySelector, useEntityStore } from 'copydesk/react'
import { CalendarClock, ChevronDown, Lock, Send } from 'lucide-react'
import { ScheduleDialog } from '../../../editor/post/ScheduleDialog'
import { longDate } from '../../dates'
import { useRenders } from 'copydesk/devtools'
import { keyText } from '../../keyNames'
import { isPublic } from '../../statuses'
import { Button } from '../../ui/Button'
import { Menu, MenuItem } from '../../ui/Menu'
import { useNotify } from '../../ui/Notices'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'
import { useDocumentRights } from '../useDocumentRights'
import { nextStep, saveLabel } from './publication'
import { typeNoun } from '../../typeNouns'
import { isAhead, mayBeAhead, siteDate, tomorrowMorning } from '../../siteClock'
import { useSiteClock } from '../../useSiteClock'

interface PublishButtonsProps extends DocumentProps {
  canUpdate: boolean
  hasEdits: boolean
  isBusy: boolean
  /** Saves what is edited; fulfilled when that is done, or was not to be done. */
  onSave: () => Promise<void>
}

/** What can be done with a document now, in buttons that say it: save, publish, schedule, update, submit for review. */
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
  const [isScheduling, setIsScheduling] = useState(false)
  const canPublish = may('publish')
  const clock = useSiteClock(isScheduling || mayBeAhead(date))
  const known = { saved, edited, date, canPublish, clock }
  const step = canUpdate ? nextStep(known) : null

  async function go(status: PostStatus, at?: string) {
    edit({ status, ...(at !== undefined && { date: at }) })
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

  const isSaveDisabled = !canUpdate || !hasEdits || isBusy
  const label = saveLabel(known)
  return (
    <>
      <Button
        variant={step ? undefined : 'primary'}
        disabled={isSaveDisabled}
        aria-describedby="document-hint"
        title={keyText('Mod+S')}
        onClick={() => void (isPublic(edited) && !isPublic(saved) ? go(edited) : onSave())}
      >
        {label}
      </Button>
      {step && (
        <div className="split-button">
          <Button variant="primary" disabled={isBusy} onClick={() => void go(step.status)}>
            {step.label}
          </Button>
          {canPublish && (
            <Menu label="More ways to publish" button={<ChevronDown aria-hidden />}>
              <MenuItem icon={CalendarClock} onSelect={() => setIsScheduling(true)}>
                Schedule …
              </MenuItem>
              {edited !== 'pending' && (
                <MenuItem icon={Send} onSelect={() => void go('pending')}>
                  Submit for review
                </MenuItem>
              )}
              <MenuItem icon={Lock} onSelect={() => void go('private')}>
                Publish privately
              </MenuItem>
            </Menu>
          )}
        </div>
      )}
      {isScheduling && clock && (
        <div className="editor">
          <ScheduleDialog
            clock={{
              now: () => siteDate(clock, Date.now()).slice(0, 16),
              tomorrow: () => (date && isAhead(clock, date) ? date : tomorrowMorning(clock)).slice(0, 16),
              hint: 'By the clock of the site.',
            }}
            onClose={() => setIsScheduling(false)}
            onSchedule={(at) => {
              setIsScheduling(false)
              void go('publish', `${at}:00`)
            }}
          />
        </div>
      )}
    </>
  )
}
