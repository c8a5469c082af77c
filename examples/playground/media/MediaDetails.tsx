import { useMemo } from 'react'
import { fetchPermissions, selectHasEdits, selectResolution } from 'copydesk'
import { useEntityDispatch, useEntityRecord, useEntitySelector, useResourcePermissions } from 'copydesk/react'
import { X } from 'lucide-react'
import { useRenders } from 'copydesk/devtools'
import { plainText } from '../plainText'
import { addresses, goToAddress } from '../route'
import { withArticle } from '../session/roles'
import { IconButton } from '../ui/IconButton'
import { ReadFailure } from '../ui/ReadFailure'
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
  const dispatch = useEntityDispatch()
  const resource = useMemo(() => ({ kind: 'postType', name: 'attachment', id }), [id])
  const permissions = useResourcePermissions(resource)
  const failure = useEntitySelector((state) => selectResolution(state, 'fetchPermissions', resource).error)
  const hasEdits = useEntitySelector((state) => selectHasEdits(state, 'postType', 'attachment', id))
  return (
    <section className="media-details" aria-label="Details">
      <header>
        <h2>Details</h2>
        <IconButton label="Close details" icon={X} onClick={() => goToAddress(addresses.media())} />
      </header>
      {!permissions.hasResolved ? (
        <DetailsSkeleton />
      ) : failure !== undefined && !permissions.canUpdate && !hasEdits ? (
        <ReadFailure
          error={failure}
          what="this file"
          onRetry={() => dispatch(fetchPermissions(resource, undefined, { force: true }))}
        />
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
  const { record, error, refetch } = useEntityRecord('postType', 'attachment', id, { context: 'view' })
  if (error != null && record === undefined)
    return <ReadFailure error={error} onRetry={refetch} what="this file" />
  if (record === undefined) return <DetailsSkeleton />
  return (
    <div className="stack">
      <FileFacts file={record} />
      <Refusal>You see this file, but {withArticle(role)} may change only their own.</Refusal>
      <dl className="facts">
        <dt>Title</dt>
        <dd>{plainText(record.title.rendered)}</dd>
        <dt>Alt text</dt>
        <dd>{record.alt_text || '–'}</dd>
        <dt>Caption</dt>
        <dd>{plainText(record.caption.rendered) || '–'}</dd>
      </dl>
    </div>
  )
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
