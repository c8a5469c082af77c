import { selectHasEdits } from 'copydesk'
import { useEntityRecord, useEntitySelector, useResourcePermissions } from 'copydesk/react'
import { X } from 'lucide-react'
import { useRenders } from '../hood/useRenders'
import { isMissing } from '../errorText'
import { plainText } from '../plainText'
import { addresses, goToAddress } from '../route'
import { withArticle } from '../session/roles'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { IconButton } from '../ui/IconButton'
import { Refusal } from '../ui/Refusal'
import { Skeleton } from '../ui/Skeleton'
import { FileFacts } from './FileFacts'
import { MediaEditor } from './MediaEditor'

interface MediaDetailsProps {
  id: number
  role: string
}

/** One file of the library: to edit for those who may, to look at for the others. */
export function MediaDetails({ id, role }: MediaDetailsProps) {
  useRenders('MediaDetails')
  const permissions = useResourcePermissions({ kind: 'root', name: 'media', id })
  const hasEdits = useEntitySelector((state) => selectHasEdits(state, 'root', 'media', id))
  return (
    <section className="media-details" aria-label="Details">
      <header>
        <h2>Details</h2>
        <IconButton label="Close details" icon={X} onClick={() => goToAddress(addresses.media())} />
      </header>
      {!permissions.hasResolved ? (
        <DetailsSkeleton />
      ) : permissions.canUpdate || hasEdits ? (
        <MediaEditor id={id} canDelete={permissions.canDelete === true} />
      ) : (
        <MediaReader id={id} role={role} />
      )}
    </section>
  )
}

function MediaReader({ id, role }: MediaDetailsProps) {
  useRenders('MediaReader')
  const { record, error, refetch } = useEntityRecord('root', 'media', id, { context: 'view' })
  if (error != null && record === null) return <MissingFile error={error} onRetry={refetch} />
  if (record === null) return <DetailsSkeleton />
  return (
    <div className="stack">
      <FileFacts file={record} />
      <Refusal>You see this file, but {withArticle(role)} may change only their own.</Refusal>
      <dl className="facts">
        <dt>Title</dt>
        <dd>{plainText(record.title.rendered)}</dd>
        <dt>Alternative text</dt>
        <dd>{record.alt_text || '–'}</dd>
        <dt>Caption</dt>
        <dd>{plainText(record.caption.rendered) || '–'}</dd>
      </dl>
    </div>
  )
}

/** What is shown in place of a file that can't be read. */
export function MissingFile({ error, onRetry }: { error: unknown; onRetry: () => Promise<unknown> }) {
  if (isMissing(error)) return <EmptyState title="This file is gone" />
  return <ErrorState error={error} onRetry={onRetry} />
}

/** The place of the details, in their size. */
export function DetailsSkeleton() {
  return (
    <div className="stack" aria-busy="true" aria-label="Loading">
      <Skeleton height="12rem" />
      <Skeleton height="1rem" width="60%" />
      <Skeleton height="2rem" />
      <Skeleton height="4rem" />
      <Skeleton height="4rem" />
    </div>
  )
}
