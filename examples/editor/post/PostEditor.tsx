import { useEffect, type KeyboardEvent } from 'react'
import { useCurrentId } from 'copydesk/durable/react'
import { goTo } from '../app/route'
import { posts } from '../posts/posts'
import { ConflictPanel } from '../safety/ConflictPanel'
import { Problem } from '../ui/Problem'
import { ContentField } from './ContentField'
import { PostBar } from './PostBar'
import { PostDetails } from './PostDetails'
import { TitleField } from './TitleField'

/** One post: its text, its details, and all that happens to what is typed. */
export function PostEditor({ id }: { id: number }) {
  const { editedRecord, save, saveError, error, refetch } = posts.useRecord(id)
  const title = posts.useField(id, 'title')
  const content = posts.useField(id, 'content')
  const { undo, redo } = posts.useUndo(id)
  const state = posts.useRecordState(id)

  // A post that the site did not know yet has another id once it does.
  const current = useCurrentId('postType', 'post', id)
  useEffect(() => {
    if (current !== id) goTo('posts', Number(current), { replace: true })
  }, [current, id])

  if (!editedRecord)
    return error ? <Problem error={error} onRetry={refetch} /> : <p role="status">Loading…</p>

  /** The keys that everybody knows; undo is that of this post, also for what was not typed. */
  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined
    const act = { s: () => save({ with: 'references' }), z: event.shiftKey ? redo : undo, y: redo }[
      event.key.toLowerCase()
    ]
    if (!act) return undefined
    event.preventDefault()
    return act()
  }

  const isReadOnly = title.canEdit === false
  return (
    <article aria-label={editedRecord.title || 'Post'} onKeyDown={onKeyDown}>
      {isReadOnly ? (
        <p className="notice">You may read this post, but not change it.</p>
      ) : (
        <PostBar id={id} />
      )}
      {saveError && state === 'failed' && <Problem error={saveError} />}
      <ConflictPanel kind="postType" name="post" id={id} onChosen={() => save({ with: 'references' })} />
      <div className="document">
        <div className="writing">
          <TitleField field={title} />
          <ContentField field={content} />
        </div>
        <PostDetails id={id} isReadOnly={isReadOnly} />
      </div>
    </article>
  )
}
