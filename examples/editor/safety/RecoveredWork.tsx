import { useRecoveredEdits } from 'copydesk/durable/react'
import { goTo } from '../app/route'
import { DialogButton } from '../ui/Dialog'
import { countOf } from '../ui/texts'
import { RecoveredList } from './RecoveredList'

/** What a page that crashed or was closed has left unsaved: to be looked through, kept or given up. */
export function RecoveredWork() {
  const { recovered, restore, discard, check, isChecking } = useRecoveredEdits()
  if (recovered.length === 0) return null

  return (
    <div className="banner" role="status">
      <span>An earlier page left {countOf(recovered.length, 'change')} unsaved.</span>
      <DialogButton label="Look through them" title="Kept on this device" isWide onOpen={() => check()}>
        {(close) => (
          <div aria-busy={isChecking}>
            <RecoveredList
              items={recovered}
              onDiscard={(item) => discard(item)}
              onKeep={(item) => {
                close()
                void restore(item, { asNew: item.standing === 'gone' })
                if (item.name === 'post') goTo('posts', Number(item.key))
              }}
            />
          </div>
        )}
      </DialogButton>
    </div>
  )
}
