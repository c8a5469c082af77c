import { useRenders } from 'copydesk/devtools'
import { isLocalId, type QueueEntry, type QueueStatus } from 'copydesk/durable'
import { useQueue } from 'copydesk/durable/react'
import { useEntityStore } from 'copydesk/react'
import { CircleCheck, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { WaitingList } from '../../editor/safety/WaitingList'
import { fieldName } from '../../editor/safety/fieldNames'
import { errorText } from '../errorText'
import { Button } from '../ui/Button'
import { ConfirmDialog } from '../ui/ConfirmDialog'
import { useNotify } from '../ui/Notices'
import { EmptyState } from '../ui/EmptyState'
import { kindLabel, recordTitle, selectTitle } from '../unsaved/recordName'
import { useShowConflict } from './ConflictContext'
import { Settle } from './Settle'
import { useListFocus } from './useListFocus'

/** What was saved and is not on the site yet, in the order in which it is sent, and what can be done about it. */
export function WaitingPanel() {
  useRenders('WaitingPanel')
  const { state, entries: queued, held, waiting, nextAt, pause, resume, retry, discard, settle } = useQueue()
  const { getState } = useEntityStore()
  // Files have no title among what every entity has.
  const entries = queued.map((entry) => ({
    ...entry,
    title:
      entry.title ||
      selectTitle(getState(), entry.kind, entry.name, entry.key) ||
      (isLocalId(entry.key ?? 0)
        ? `New ${kindLabel(entry.kind, entry.name).toLowerCase()}`
        : recordTitle(entry.kind, entry.name, entry.key, '')),
  }))
  const [asked, setAsked] = useState<QueueEntry | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const notify = useNotify()
  const showConflict = useShowConflict()
  useListFocus(entries.length)
  const attempt = (work: Promise<void>) => {
    setProblem(null)
    void work.catch(setProblem)
  }

  if (entries.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title="Nothing waits">
        <p>
          {state === 'off'
            ? 'This browser can keep no saves for later: without a network they fail, and what you wrote stays here.'
            : 'What you save without a network waits here, and is sent once when there is one.'}
        </p>
      </EmptyState>
    )
  }
  return (
    <section className="panel waiting" aria-labelledby="waiting-heading">
      <header>
        <h2 id="waiting-heading">
          Waiting to be sent <span className="count">{entries.length}</span>
        </h2>
        {state === 'paused' ? (
          <Button size="small" onClick={resume}>
            <Play aria-hidden /> Go on
          </Button>
        ) : (
          <Button size="small" variant="plain" onClick={pause}>
            <Pause aria-hidden /> Pause
          </Button>
        )}
        {(waiting > 0 || held > 0) && (
          <Button
            size="small"
            disabled={state === 'sending' || state === 'paused'}
            onClick={() => attempt(retry())}
          >
            Send now
          </Button>
        )}
      </header>
      <p className="hint">{words(state, nextAt)}</p>
      {problem !== null && (
        <p className="error" role="alert">
          {errorText(problem)}
        </p>
      )}
      <div className="editor">
        <WaitingList
          entries={entries}
          onDiscard={setAsked}
          actions={({ id, kind, name, key, state: stands, conflict }) =>
            stands === 'uncertain' ? (
              <Settle onSettle={(how) => attempt(settle(id, how))} />
            ) : conflict ? (
              <Button size="small" onClick={() => showConflict({ kind, name, key })}>
                Choose …
              </Button>
            ) : (
              <Button size="small" onClick={() => attempt(retry(id))}>
                Send again
              </Button>
            )
          }
        />
      </div>
      {asked && (
        <ConfirmDialog
          title={`Do not send ${entryName(asked)}?`}
          action="Do not send it"
          pendingAction="Taking it out …"
          onConfirm={async () => {
            await discard(asked.id)
            setAsked(null)
            notify({ text: `It is not sent: ${entryName(asked)}.` })
          }}
          onCancel={() => setAsked(null)}
        >
          {asked.what === 'delete'
            ? 'It stays on the site as it is.'
            : `What you changed (${asked.fields.map(fieldName).join(', ').toLowerCase() || 'nothing'}) stays here as unsaved changes.`}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** How sending goes, for people. */
function words(state: QueueStatus['state'], nextAt: string | undefined): string {
  const again = nextAt === undefined ? '' : ` The next try is at ${timeOf(nextAt)}.`
  switch (state) {
    case 'offline':
      return 'There is no network. All of it is sent, in this order, as soon as there is one.'
    case 'sending':
      return 'It is being sent.'
    case 'paused':
      return 'Paused: nothing is sent before you go on.'
    case 'signedOut':
      return 'You are signed out. Sign in again in another tab, and it goes on.'
    case 'otherUser':
      return 'Somebody else is signed in on this device now. It is sent when you are signed in again.'
    default:
      return `What you saved is kept on this device until the site has it.${again}`
  }
}

function timeOf(date: string): string {
  return new Date(date).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
}

/** What a write that waits is about: "the post “Fog on the quay”". */
function entryName({ kind, name, title }: QueueEntry): string {
  return `the ${name === 'attachment' ? 'file' : kindLabel(kind, name).toLowerCase()} “${title}”`
}
