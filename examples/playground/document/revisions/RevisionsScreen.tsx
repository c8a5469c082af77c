import { useEffect, useState } from 'react'
import {
  fetchAuthors,
  fetchRevisions,
  selectAuthors,
  selectEntityRecord,
  selectResolution,
  selectRevisions,
  selectRevisionsTotalItems,
} from 'copydesk'
import { useEntityDispatch, useEntityRecord, useEntitySelector } from 'copydesk/react'
import { formatDistanceToNow } from 'date-fns'
import { longDate } from '../../dates'
import { History } from 'lucide-react'
import { useRenders } from 'copydesk/devtools'
import { useSearchParams } from 'wouter'
import { goTo, linkTo, type PostType } from '../../route'
import { useSession } from '../../session/SessionContext'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { useNotify } from '../../ui/Notices'
import { plainText } from '../../plainText'
import { PageSkeleton } from '../../ui/Skeleton'
import {
  changedFields,
  currentOf,
  editsToward,
  isCopy,
  type SavedFields,
  type ShownRevision,
} from './changedFields'
import { RevisionDifference } from './RevisionDifference'
import './revisions.css'

const query = {
  context: 'edit',
  per_page: 30,
  _fields: 'id,author,slug,date,modified,title,content,excerpt,meta',
} as const

/** The older versions of a document: what each of them changed, and the way back to it. */
export function RevisionsScreen({ type, id }: { type: PostType; id: number }) {
  useRenders('RevisionsScreen')
  const dispatch = useEntityDispatch()
  const notify = useNotify()
  const { record, error, refetch, edit } = useEntityRecord('postType', type, id)
  const revisions = useEntitySelector((state) => selectRevisions(state, 'postType', type, id, query))
  const total = useEntitySelector((state) => selectRevisionsTotalItems(state, 'postType', type, id, query))
  const failure = useEntitySelector(
    (state) => selectResolution(state, 'fetchRevisions', 'postType', type, id, query).error,
  )
  const saved = useEntitySelector((state) => selectEntityRecord(state, 'postType', type, id))
  const authors = useEntitySelector((state) => selectAuthors(state))
  const [params, setParams] = useSearchParams()
  const chosen = Number(params.get('revision')) || null
  const choose = (revision: number) => setParams({ revision: String(revision) }, { replace: true })
  const [isAgainstNow, setIsAgainstNow] = useState(false)
  const read = () => dispatch(fetchRevisions('postType', type, id, query))

  const savedAt = record?.modified
  useEffect(() => {
    if (savedAt === undefined) return
    void dispatch(fetchRevisions('postType', type, id, query))
    void dispatch(fetchAuthors()).catch(() => null)
  }, [dispatch, type, id, savedAt])
  const { user } = useSession()

  if ((error && !record) || (failure && !revisions)) {
    return (
      <main className="page">
        <ErrorState error={error ?? failure} onRetry={record ? read : refetch} />
      </main>
    )
  }
  if (!record || !revisions) return <PageSkeleton />
  const savedNow = saved as unknown as SavedFields | undefined
  const all = revisions as unknown as readonly ShownRevision[]
  const back = (
    <a className="button" data-variant="plain" href={linkTo(type, id)}>
      Back to the {type}
    </a>
  )
  if (all.length === 0) {
    return (
      <main className="page">
        <EmptyState icon={History} title="No older versions yet">
          <p>Every save keeps one from now on.</p>
          {back}
        </EmptyState>
      </main>
    )
  }
  const place = Math.max(
    0,
    all.findIndex((revision) => revision.id === chosen),
  )
  const shown = all[place] as ShownRevision
  const now = savedNow ?? shown
  const current = savedNow && currentOf(all, savedNow)
  // A copy was made of what was saved before it, not of another copy.
  const before = all.slice(place + 1).find((revision) => !isCopy(revision))
  const [from, to] = isAgainstNow ? [shown, now] : [before, shown]
  const nameOf = (author: number) =>
    author === user.id ? 'You' : (authors.find((one) => one.id === author)?.name ?? `User ${author}`)
  const restore = () => {
    edit(editsToward(shown))
    notify({ text: 'The older version is in the editor. Save to keep it.' })
    goTo(type, id)
  }
  return (
    <div className="revisions">
      <title>{`Revisions of ${now.title.raw || 'No title'} · Copydesk`}</title>
      <nav className="list revision-list" aria-label="Revisions">
        <header className="revision-head">
          <h2>Revisions</h2>
          {back}
        </header>
        <ol>
          {all.map((revision, at) => (
            <li key={revision.id}>
              <button
                type="button"
                className="revision"
                aria-current={at === place ? 'true' : undefined}
                onClick={() => choose(revision.id)}
              >
                <span>
                  {longDate(revision.date)}
                  {revision === current && <span className="badge">now</span>}
                  {isCopy(revision) && <span className="badge">autosave</span>}
                </span>
                <span className="hint">
                  {nameOf(revision.author)},{' '}
                  {formatDistanceToNow(new Date(revision.date), { addSuffix: true })}
                </span>
              </button>
            </li>
          ))}
        </ol>
        {total !== null && total > all.length && (
          <p className="hint">
            The newest {all.length} of {total}.
          </p>
        )}
      </nav>
      <main className="detail">
        <article className="sheet">
          <header className="bar">
            <h2 className="state">{isAgainstNow ? 'What has changed since' : 'What this version changed'}</h2>
            <div className="segments" role="group" aria-label="Compare with">
              <button
                type="button"
                className="segment"
                aria-pressed={!isAgainstNow}
                onClick={() => setIsAgainstNow(false)}
              >
                The one before
              </button>
              <button
                type="button"
                className="segment"
                aria-pressed={isAgainstNow}
                onClick={() => setIsAgainstNow(true)}
              >
                Now
              </button>
            </div>
            <Button variant="primary" disabled={shown === current} onClick={restore}>
              Restore this version
            </Button>
          </header>
          <p className="hint">{plainText(now.title.raw) || 'No title'}</p>
          <RevisionDifference fields={changedFields(from, to)} isFirst={!from} />
        </article>
      </main>
    </div>
  )
}
