import { useState } from 'react'
import { errorText } from 'copydesk'
import { EntityStoreProvider } from 'copydesk/react'
import { Button, Notice } from '@wordpress/components'
import { PostEditor } from './PostEditor'
import { PostList } from './PostList'
import { knownUsers, signIn, type KnownUser } from './session'
import { store } from './store'

/** Signs somebody in, then shows the list of posts beside the editor of one. */
export function App() {
  const [user, setUser] = useState<KnownUser>()
  const [postId, setPostId] = useState<number>()
  if (!user) return <SignIn onSignIn={setUser} />
  return (
    <EntityStoreProvider store={store}>
      <div className="app">
        <PostList user={user} open={postId} onOpen={setPostId} />
        {postId === undefined ? (
          <p className="app-hint">Choose a post.</p>
        ) : (
          <PostEditor key={postId} id={postId} />
        )}
      </div>
    </EntityStoreProvider>
  )
}

function SignIn({ onSignIn }: { onSignIn: (user: KnownUser) => void }) {
  const [error, setError] = useState<string>()
  const choose = (user: KnownUser) =>
    signIn(user).then(
      () => onSignIn(user),
      (reason: unknown) => setError(errorText(reason)),
    )
  return (
    <main className="sign-in">
      <h1>The block editor on Copydesk</h1>
      <p>WordPress's own blocks, read, edited, undone and saved by a Copydesk store.</p>
      {error && (
        <Notice status="error" isDismissible={false}>
          {error}
        </Notice>
      )}
      {knownUsers.map((user) => (
        <Button key={user.username} variant="secondary" onClick={() => void choose(user)}>
          Continue as {user.name} ({user.role})
        </Button>
      ))}
    </main>
  )
}
