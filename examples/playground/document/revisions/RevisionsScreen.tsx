import { useEffect, useState } from 'react'
import { fetchAuthors, selectAuthors, selectEntityRecord } from 'copydesk'
import { useEntityDispatch, useEntityRecord, useEntitySelector } from 'copydesk/react'
import { History } from 'lucide-react'
import { useRenders } from 'copydesk/devtools'
import { useSearchParams } from 'wouter'
import { goTo, linkTo, type PostType } from '../../route'
import { useSession } from '../../session/SessionContext'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorState } from '../../ui/ErrorState'
import { ReadFailure } from '../../ui/ReadFailure'
import { useNotify } from '../../ui/Notices'
import { plainText } from '../../plainText'
import { PageSkeleton, Skeleton } from '../../ui/Skeleton'
import { changedFields, editsToward, isCopy, isSame, type SavedFields } from './changedFields'
import { RevisionDifference } from './RevisionDifference'
import { RevisionList } from './RevisionList'
import { useVersion, useVersions } from './useVersions'
import { typeNoun } from '../../typeNouns'
import './revisions.css'

/** The older versions of a document: what each of them changed, and the way back to it. */
export function RevisionsScreen({ type, id }: { type: PostType; id: number }) {
  useRenders('RevisionsScreen')
  const dispatch = useEntityDispatch()
  const notify = useNotify()
  const { record, error, refetch, edit, hasEdits, save, isSaving } = useEntityRecord('postType', type, id)
  const saved = useEntitySelector((state) => selectEntityRecord(state, 'postType', type, id))
  const authors = useEntitySelector((state) => selectAuthors(state))
  const { user } = useSession()
  const [params, setParams] = useSearchParams()
  const chosen = Number(params.get('revision')) || null
  const [isAgainstNow, setIsAgainstNow] = useState(false)
  const { all, total, error: failure, read } = useVersions(type, id, record?.modified)
  const place = Math.max(0, all?.findIndex((revision) => revision.id === chosen) ?? 0)
  const shown = all?.[place]
  // A copy was made of what was saved before it, not of another copy.
  const before = all?.slice(place + 1).find((revision) => !isCopy(revision))
  const newest = all?.find((revision) => !isCopy(revision))
  const shownVersion = useVersion(type, id, shown?.id, shown?.modified)
  const beforeVersion = useVersion(type, id, isAgainstNow ? undefined : before?.id, before?.modified)
  const newestVersion = useVersion(type, id, newest?.id, newest?.modified)
  const isRead = record !== undefined
  useEffect(() => {
    if (isRead) void dispatch(fetchAuthors()).catch(() => null)
  }, [dispatch, isRead])

  if ((error && !record) || (failure && !all)) {
    return (
      <main className="page" tabIndex={-1}>
        <ReadFailure
          error={error ?? failure}
          onRetry={record ? async () => read() : refetch}
          what={`the revisions of this ${typeNoun(type)}`}
        />
      </main>
    )
  }
  if (!record || !all) return <PageSkeleton />
  const title = plainText(record.title.raw) || 'No title'
  const back = (
    <a className="button" data-variant="plain" href={linkTo(type, id)}>
      Back to the {typeNoun(type)}
    </a>
  )
  if (!shown) {
    return (
      <main className="detail" tabIndex={-1}>
        <title>{`Revisions of ${title} · Copydesk`}</title>
        <EmptyState icon={History} title="No older versions yet">
          <p>Every save keeps one from now on.</p>
          {back}
        </EmptyState>
      </main>
    )
  }
  const now = saved as unknown as SavedFields | undefined
  const isCurrent = now && newestVersion.version && isSame(newestVersion.version, now)
  const current = isCurrent ? newest : undefined
  const version = shownVersion.version
  const [from, to] = isAgainstNow ? [version, now ?? version] : [beforeVersion.version, version]
  const isComparable = version && (isAgainstNow || !before || beforeVersion.version)
  const unread = shownVersion.version ? beforeVersion : shownVersion
  const nameOf = (author: number) =>
    author === user.id ? 'You' : (authors.find((one) => one.id === author)?.name ?? `User ${author}`)
  const isAsNow = shown === current

  function restore() {
    if (!version) return
    edit(editsToward(version))
    notify({ text: 'The older version is in the editor. Save to keep it.' })
    goTo(type, id)
  }
  async function restoreAndSave() {
    if (!version) return
    edit(editsToward(version))
    // A failure stands on the record, where the document shows it.
    await save()
    goTo(type, id)
  }
  return (
    <div className="revisions">
      <title>{`Revisions of ${title} · Copydesk`}</title>
      <RevisionList
        {...{ all, total, shown, current, nameOf }}
        onChoose={(revision) => setParams({ revision: String(revision) }, { replace: true })}
      >
        {back}
      </RevisionList>
      <main className="detail" tabIndex={-1}>
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
            <Button disabled={isAsNow || !version} onClick={restore}>
              Restore this version
            </Button>
            <Button
              variant="primary"
              disabled={isAsNow || !version || hasEdits || isSaving}
              title={
                hasEdits ? `The ${typeNoun(type)} has unsaved changes, which would be saved too.` : undefined
              }
              onClick={restoreAndSave}
            >
              Restore and save
            </Button>
          </header>
          <p className="hint">{title}</p>
          {isComparable && to ? (
            <RevisionDifference fields={changedFields(from, to)} isFirst={!from} />
          ) : unread.error ? (
            <ErrorState error={unread.error} onRetry={unread.read} />
          ) : (
            <div className="stack" aria-busy="true" aria-label="Loading">
              <Skeleton height="6rem" />
            </div>
          )}
        </article>
      </main>
    </div>
  )
}
