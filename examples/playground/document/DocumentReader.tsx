import { useEntityRecord } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { plainText } from '../plainText'
import { withArticle } from '../session/roles'
import { DocumentBar } from './DocumentBar'
import { DocumentError } from './DocumentError'
import { DocumentText } from './DocumentText'
import { DocumentSkeleton } from './DocumentSkeleton'
import type { DocumentProps } from './DocumentView'
import { Button } from '../ui/Button'

/** A document for somebody who may read it and no more. */
export function DocumentReader({ type, id, role }: DocumentProps) {
  useRenders('DocumentReader')
  const { record, error, refetch } = useEntityRecord('postType', type, id, { context: 'view' })
  if (error) return <DocumentError type={type} error={error} refetch={refetch} />
  if (!record) return <DocumentSkeleton />
  const title = plainText(record.title.rendered)
  return (
    <article className="sheet">
      <title>{`${title} · Copydesk`}</title>
      <DocumentBar type={type} state="Read only">
        <Button disabled aria-describedby="document-hint">
          Move to trash
        </Button>
        <Button variant="primary" disabled aria-describedby="document-hint">
          Save
        </Button>
      </DocumentBar>
      <p id="document-hint" className="hint">
        As {withArticle(role)} you can read this {type}, but not change or delete it.
      </p>
      <DocumentText title={title} html={record.content.rendered} />
    </article>
  )
}
