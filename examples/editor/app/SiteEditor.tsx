import { EntityStoreProvider, useDirtyEntityRecords, useLeaveGuard, useUploads } from 'copydesk/react'
import { useDurability } from 'copydesk/durable/react'
import { MediaScreen } from '../media/MediaScreen'
import { NewPost } from '../post/NewPost'
import { PostEditor } from '../post/PostEditor'
import { PostList } from '../posts/PostList'
import { RecoveredWork } from '../safety/RecoveredWork'
import { SignInAgain } from '../safety/SignInAgain'
import { Header } from './Header'
import { useRoute } from './route'
import { SessionContext, type Session } from './session'

/** The editor of a site: give it a session, and what to do when the person leaves. */
export function SiteEditor({ session, onSignOut }: { session: Session; onSignOut: () => void }) {
  return (
    <EntityStoreProvider store={session.store}>
      <SessionContext value={session}>
        <Frame onSignOut={onSignOut} />
      </SessionContext>
    </EntityStoreProvider>
  )
}

function Frame({ onSignOut }: { onSignOut: () => void }) {
  const { screen, id } = useRoute()
  const { isDirty } = useDirtyEntityRecords()
  const { storage } = useDurability()
  const { isUploading } = useUploads()
  // What the device keeps is there again when the page is.
  useLeaveGuard({ when: isUploading || (isDirty && storage !== 'on') })
  return (
    <div className="frame" data-open={id !== undefined}>
      <Header screen={screen} onSignOut={onSignOut} />
      <SignInAgain />
      <RecoveredWork />
      {screen === 'media' ? (
        <MediaScreen id={typeof id === 'number' ? id : undefined} />
      ) : (
        <>
          <PostList openId={id} />
          <main tabIndex={-1}>
            {id === undefined && <p className="empty">Choose a post, or begin a new one.</p>}
            {id === 'new' && <NewPost />}
            {typeof id === 'number' && <PostEditor key={id} id={id} />}
          </main>
        </>
      )}
    </div>
  )
}
