import { useEntityRecord } from 'copydesk/react'
import { BackLink } from '../frame/BackLink'
import { useRenders } from 'copydesk/devtools'
import { plainText } from '../plainText'
import { addresses } from '../route'
import { ReadFailure } from '../ui/ReadFailure'
import { PageSkeleton } from '../ui/Skeleton'

/** A comment for those who may read it and no more. */
export function CommentReader({ id }: { id: number }) {
  useRenders('CommentReader')
  const { record, error, refetch } = useEntityRecord('root', 'comment', id, { context: 'view' })
  if (!record && !error) return <PageSkeleton />
  return (
    <article className="page">
      <BackLink address={addresses.comments()} label="All comments" />
      <ReadFailure error={error} onRetry={refetch} what="this comment" />
      {record && (
        <>
          <title>{`Comment of ${record.author_name} · Copydesk`}</title>
          <h2>{record.author_name}</h2>
          <p>{plainText(record.content.rendered)}</p>
        </>
      )}
    </article>
  )
}
