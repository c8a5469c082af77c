import { useState } from 'react'
import { useRecoveredEdits } from 'copydesk/durable/react'
import { goTo } from '../app/route'
import { Dialog } from '../ui/Dialog'
import { countOf, showDate } from '../ui/texts'
import { fieldName } from './fieldNames'
import { Side } from './Side'

const standings = {
  unchecked: 'Not compared with the site yet.',
  same: 'Nobody has changed it since.',
  newer: 'Somebody has changed other parts of it since.',
  conflict: 'Somebody has changed the same since: you will be asked when you save.',
  gone: 'It is not on the site any more.',
  forbidden: 'You may not see it any more.',
  unknownEntity: 'The site does not have such things any more.',
}

/** What a page that crashed or was closed has left unsaved: to be looked through, restored or given up. */
export function RecoveredWork() {
  const { recovered, restore, discard, check, isChecking } = useRecoveredEdits()
  const [isOpen, setIsOpen] = useState(false)
  if (recovered.length === 0) return null

  function open() {
    setIsOpen(true)
    void check()
  }

  return (
    <div className="banner" role="status">
      <span>An earlier page left {countOf(recovered.length, 'change')} unsaved.</span>
      <button onClick={open}>Look through them</button>
      {isOpen && (
        <Dialog title="Kept on this device" isWide onClose={() => setIsOpen(false)}>
          <ul className="stack" aria-busy={isChecking}>
            {recovered.map((item) => (
              <li key={item.item} className="card">
                <h3>{item.title || '(no title)'}</h3>
                <p className="quiet">
                  {item.from === 'crashed' ? 'The page crashed' : 'The page was closed'} after{' '}
                  {showDate(item.editedAt)}.{' '}
                  {item.isNew ? 'It is not on the site yet.' : standings[item.standing]}
                </p>
                <dl>
                  {item.fields.map((field) => (
                    <div key={field}>
                      <dt>{fieldName(field)}</dt>
                      <dd>
                        <Side value={item.values[field]} before={item.basis[field]} />
                      </dd>
                    </div>
                  ))}
                </dl>
                <footer>
                  <button onClick={() => void discard(item)}>Delete</button>
                  <button
                    className="primary"
                    onClick={() => {
                      setIsOpen(false)
                      void restore(item, { asNew: item.standing === 'gone' })
                      if (item.name === 'post') goTo('posts', Number(item.key))
                    }}
                  >
                    Restore
                  </button>
                </footer>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  )
}
