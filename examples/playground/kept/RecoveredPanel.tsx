import { useEffect, useEffectEvent, useState } from 'react'
import type { RecoveredEdits } from 'copydesk/durable'
import { useRecoveredEdits } from 'copydesk/durable/react'
import { useRenders } from 'copydesk/devtools'
import { CircleCheck } from 'lucide-react'
import { throwAway } from '../document/thrownAway'
import { RecoveredList } from '../../editor/safety/RecoveredList'
import { FieldDifference } from '../difference/FieldDifference'
import { errorText } from '../errorText'
import { Button } from '../ui/Button'
import { ConfirmDialog } from '../ui/ConfirmDialog'
import { EmptyState } from '../ui/EmptyState'
import { useNotify } from '../ui/Notices'
import { kindLabel, recordTitle } from '../unsaved/recordName'
import { useListFocus } from './useListFocus'

/** What pages that have ended left unsaved: each with what it changes, to be kept or discarded, one by one or all. */
export function RecoveredPanel() {
  useRenders('RecoveredPanel')
  const { recovered, restore, discard, check, isChecking } = useRecoveredEdits()
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const notify = useNotify()
  useListFocus(recovered.length)
  const readable = recovered.filter(({ from }) => from !== 'unreadable')
  const usable = readable.filter(({ standing }) => standing !== 'gone' && standing !== 'unknownEntity')
  const unchecked = readable.filter(({ standing }) => standing === 'unchecked').length
  // What the site says now is asked before anything is put back.
  const look = useEffectEvent(() => {
    if (unchecked > 0) void check().catch(() => null)
  })
  useEffect(() => look(), [unchecked])

  async function keep(items: readonly RecoveredEdits[], asNew = false) {
    setProblem(null)
    const { failed, partly, restored } = await restore(items, { asNew })
    if (restored.length > 0) notify({ text: `${namesOf(items)} back among the unsaved changes.` })
    if (failed.length > 0) setProblem(errorText(failed[0]?.error))
    else if (partly.length > 0) {
      setProblem('Where you have typed since, that stays: what is left of the kept changes is listed still.')
    }
  }

  /** The site's own copy of it is not to be offered in its place. */
  function giveUp(items: readonly RecoveredEdits[]): Promise<void> {
    for (const { kind, name, key } of items)
      if (kind === 'postType' && key !== undefined) throwAway(name, key, undefined)
    return discard(items)
  }

  async function giveUpOne(item: RecoveredEdits): Promise<void> {
    setProblem(null)
    try {
      await giveUp([item])
      notify({ text: `What was left unsaved of “${item.title || 'No title'}” is discarded.` })
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  if (recovered.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title="Nothing is left over">
        <p>If the page or the browser ends before you have saved, what you wrote is offered here.</p>
      </EmptyState>
    )
  }
  return (
    <section className="panel recovered" aria-labelledby="recovered-heading">
      <header>
        <h2 id="recovered-heading">
          Left unsaved <span className="count">{recovered.length}</span>
        </h2>
        {usable.length > 1 && (
          <Button size="small" disabled={isChecking} onClick={() => void keep(usable)}>
            Keep all
          </Button>
        )}
        {readable.length > 1 && (
          <Button size="small" variant="plain" onClick={() => setIsAsking(true)}>
            Discard all
          </Button>
        )}
      </header>
      <p className="hint">
        A page ended before this was saved. “Keep” puts it back as unsaved changes, which you can look at,
        undo and save. {isChecking && 'The site is being asked what has changed there since …'}
      </p>
      {problem !== null && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {readable.length < recovered.length && (
        <p className="hint">
          Something that a newer version of this page has kept, or that is damaged, is left where it is.
        </p>
      )}
      <div className="editor">
        <RecoveredList
          items={readable}
          nameOf={recoveredName}
          Difference={FieldDifference}
          onKeep={(item) => void keep([item], item.standing === 'gone')}
          onDiscard={(item) => void giveUpOne(item)}
        />
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Discard all that was left unsaved?"
          action="Discard all"
          pendingAction="Discarding …"
          onConfirm={async () => {
            await giveUp(readable)
            setIsAsking(false)
          }}
          onCancel={() => setIsAsking(false)}
        >
          Changes to {readable.length} records are gone for good then, on this device and in all its tabs.
        </ConfirmDialog>
      )}
    </section>
  )
}

/** What is put back, as the beginning of a sentence. */
function namesOf(items: readonly RecoveredEdits[]): string {
  const [first] = items
  return items.length === 1 ? `“${first?.title || 'No title'}” is` : `${items.length} records are`
}

/** What people call a record that was left unsaved. */
export function recoveredName({ kind, name, key, title, isNew }: RecoveredEdits): string {
  return title || (isNew ? `New ${kindLabel(kind, name).toLowerCase()}` : recordTitle(kind, name, key, ''))
}
