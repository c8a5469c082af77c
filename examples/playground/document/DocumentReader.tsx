import { useEntityRecord } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { plainText } from '../plainText'
import { withArticle } from '../session/roles'
import { DocumentBar } from './DocumentBar'
import { DocumentError } from './DocumentError'
import { DocumentText } from './DocumentText'
import { DocumentSkeleton } from './DocumentSkeleton'
import type { DocumentProps } from './DocumentView'
import { typeNoun } from '../typeNouns'
import { Button } from '../ui/Button'

interface Texts {
  rendered: string
  raw: string
}

/** A document for somebody who may read it and no more. */
export function DocumentReader({ type, id, role }: DocumentProps) {
  useRenders('DocumentReader')
  const { record, error, refetch } = useEntityRecord('postType', type, id, { context: 'view' })
  if (error) return <DocumentError type={type} error={error} refetch={refetch} />
  if (!record) return <DocumentSkeleton />
  // Of a pattern WordPress gives title and text as they were written alone.
  const { title: titles, content }: { title: Partial<Texts>; content: Partial<Texts> } = record
  const title = plainText(titles.rendered ?? titles.raw ?? '')
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
        As {withArticle(role)} you can read this {typeNoun(type)}, but not change or delete it.
      </p>
      <DocumentText title={title} html={content.rendered ?? content.raw ?? ''} />
    </article>
  )
}
