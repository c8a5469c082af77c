import { useState } from 'react'
import { useDirtyEntityRecords, useRefetch } from 'copydesk/react'
import { useDurability, useQueue } from 'copydesk/durable/react'
import { WaitingWork } from '../safety/WaitingWork'
import { AskFirst } from '../ui/Dialog'
import { countOf } from '../ui/texts'
import { hrefOf, type Route } from './route'
import { useSession } from './session'

export function Header({ screen, onSignOut }: { screen: Route['screen']; onSignOut: () => void }) {
  const { user } = useSession()
  useRefetch({ onFocus: true, onReconnect: true })
  return (
    <header className="bar">
      <nav className="tools" aria-label="Screens">
        {(['posts', 'media'] as const).map((one) => (
          <a key={one} href={hrefOf(one)} aria-current={one === screen ? 'page' : undefined}>
            {one === 'posts' ? 'Posts' : 'Media'}
          </a>
        ))}
      </nav>
      <Kept />
      <WaitingWork />
      <SaveAll />
      <span className="quiet">{user.name}</span>
      <SignOut onSignOut={onSignOut} />
    </header>
  )
}

/** Whether what is typed would survive a crash of the page. */
function Kept() {
  const { storage, unkept } = useDurability()
  const { isDirty } = useDirtyEntityRecords()
  if (!isDirty || storage === 'opening') return null
  if (storage !== 'on')
    return <span className="badge warn">This device keeps nothing: save before you leave.</span>
  return <span className="quiet">{unkept > 0 ? 'Keeping…' : 'Kept on this device'}</span>
}

function SaveAll() {
  const { dirty, isSaving, save } = useDirtyEntityRecords()
  const [failed, setFailed] = useState(0)
  const saveAll = async () => setFailed((await save()).failed.length)
  if (dirty.length === 0) return null
  return (
    <>
      {failed > 0 && (
        <span role="alert" className="problem">
          {countOf(failed, 'change')} could not be saved.
        </span>
      )}
      <button disabled={isSaving} onClick={saveAll}>
        {isSaving ? 'Saving…' : `Save all (${dirty.length})`}
      </button>
    </>
  )
}

function SignOut({ onSignOut }: { onSignOut: () => void }) {
  const { signOut } = useSession()
  const { dirty } = useDirtyEntityRecords()
  const { entries } = useQueue()
  const lost = Math.max(dirty.length, entries.length)
  const leave = () => void signOut().finally(onSignOut)
  if (lost === 0) return <button onClick={leave}>Sign out</button>
  return (
    <AskFirst label="Sign out" title="Sign out?" yes="Sign out and delete" onYes={leave}>
      {countOf(lost, 'change')} not on the site yet will be deleted from this device.
    </AskFirst>
  )
}
