import { useEffect, useState } from 'react'
import { fetchRevisions, selectRevisions } from 'copydesk'
import { useEntityDispatch, useEntityRecord, useEntitySelector } from 'copydesk/react'
import { Button, PanelBody } from '@wordpress/components'

/** Older versions of the post; one is put back as an edit, so that it can be looked at and undone before it is saved. */
export function Revisions({ id }: { id: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PanelBody title="Revisions" opened={isOpen} onToggle={() => setIsOpen(!isOpen)}>
      {isOpen && <RevisionList id={id} />}
    </PanelBody>
  )
}

const query = { per_page: 20, context: 'edit', _fields: 'id,date,title,content,excerpt' } as const

function RevisionList({ id }: { id: number }) {
  const dispatch = useEntityDispatch()
  const { record, edit } = useEntityRecord('postType', 'post', id)
  const revisions = useEntitySelector((state) => selectRevisions(state, 'postType', 'post', id, query))
  const modified = record?.modified
  useEffect(() => {
    // A save makes another one.
    void dispatch(fetchRevisions('postType', 'post', id, query, { force: true })).catch(() => {})
  }, [dispatch, id, modified])
  if (!revisions) return <p>Loading …</p>
  if (revisions.length === 0) return <p>None yet.</p>
  return (
    <ul className="revisions">
      {revisions.map(({ id: revision, date, title, content, excerpt }) => (
        <li key={revision}>
          <Button
            variant="link"
            onClick={() => edit({ title: title?.raw, content: content?.raw, excerpt: excerpt?.raw })}
          >
            {new Date(date ?? '').toLocaleString()}
          </Button>
        </li>
      ))}
    </ul>
  )
}
