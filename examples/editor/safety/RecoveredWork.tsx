import { useState } from 'react'
import { useRecoveredEdits } from 'copydesk/durable/react'
import { goTo } from '../app/route'
import { Dialog } from '../ui/Dialog'
import { countOf } from '../ui/texts'
import { RecoveredList } from './RecoveredList'

/** What a page that crashed or was closed has left unsaved: to be looked through, kept or given up. */
export function RecoveredWork() {
  const { recovered, restore, discard, check, isChecking } = useRecoveredEdits()
  const [isOpen, setIsOpen] = useState(false)
  if (recovered.length === 0) return null

  return (
    <div className="banner" role="status">
      <span>An earlier page left {countOf(recovered.length, 'change')} unsaved.</span>
      <button onClick={() => (setIsOpen(true), check())}>Look through them</button>
      {isOpen && (
        <Dialog title="Kept on this device" isWide onClose={() => setIsOpen(false)}>
          <div aria-busy={isChecking}>
            <RecoveredList
              items={recovered}
              onDiscard={(item) => discard(item)}
              onKeep={(item) => {
                setIsOpen(false)
                void restore(item, { asNew: item.standing === 'gone' })
                if (item.name === 'post') goTo('posts', Number(item.key))
              }}
            />
          </div>
        </Dialog>
      )}
    </div>
  )
}
