import { useEffect } from 'react'
import { goTo } from '../app/route'
import { posts } from '../posts/posts'
import { Button } from '../ui/Button'
import { Problem } from '../ui/Problem'
import { ContentField } from './ContentField'
import { TitleField } from './TitleField'

/** A post that the site does not know yet. From the first key on it is listed, and survives the page like any other. */
export function NewPost() {
  const form = posts.useNew({ status: 'draft' })
  const { id, editedRecord, edit, save, saveError, fieldErrors, isSaving, hasEdits, hasUndo, undo } = form
  const { title, content } = editedRecord

  useEffect(() => {
    if (id !== undefined) goTo('posts', Number(id), { replace: true })
  }, [id])

  return (
    <form aria-label="New post" onSubmit={(event) => (event.preventDefault(), save())}>
      <div className="post-bar">
        <span role="status">{isSaving ? 'Saving…' : hasEdits ? 'Not on the site yet' : 'New post'}</span>
        <Button disabled={!hasUndo} onClick={undo}>
          Undo
        </Button>
        <Button type="submit" className="primary" disabled={isSaving || !hasEdits}>
          Save
        </Button>
      </div>
      {saveError && <Problem error={saveError} />}
      <div className="document">
        <div className="writing">
          <TitleField field={{ value: title, set: (to) => edit({ title: to }), error: fieldErrors.title }} />
          <ContentField field={{ value: content, set: (to) => edit({ content: to }) }} />
        </div>
      </div>
    </form>
  )
}
