import { useEffect } from 'react'
import {
  fetchRevision,
  fetchRevisions,
  selectResolution,
  selectRevision,
  selectRevisions,
  selectRevisionsTotalItems,
} from 'copydesk'
import { useEntityDispatch, useEntitySelector } from 'copydesk/react'
import type { PostType } from '../../route'
import type { ShownRevision } from './changedFields'

/** The list has no texts: those of a version come when it is shown. */
const listed = {
  context: 'edit',
  per_page: 100,
  _fields: 'id,author,slug,date,date_gmt,modified',
} as const
const whole = { context: 'edit', _fields: 'id,slug,title,content,excerpt,meta' } as const

/**
 * The older versions of a document, newest first, without their texts; null while they are on their way.
 * @param savedAt - When the document was saved last, after which there is another one; undefined while nobody knows.
 */
export function useVersions(type: PostType, id: number, savedAt: string | undefined) {
  const dispatch = useEntityDispatch()
  const all = useEntitySelector((state) => selectRevisions(state, 'postType', type, id, listed))
  const total = useEntitySelector((state) => selectRevisionsTotalItems(state, 'postType', type, id, listed))
  const error = useEntitySelector(
    (state) => selectResolution(state, 'fetchRevisions', 'postType', type, id, listed).error,
  )
  useEffect(() => {
    if (savedAt !== undefined) void dispatch(fetchRevisions('postType', type, id, listed))
  }, [dispatch, type, id, savedAt])
  return {
    all,
    total,
    error,
    read: () => dispatch(fetchRevisions('postType', type, id, listed)),
  }
}

/**
 * One version with its texts, which are read once; undefined while they are on their way.
 * @param revision - Its id; undefined for none.
 * @param modified - When it was changed: a safety copy is written over by the next one.
 */
export function useVersion(
  type: PostType,
  id: number,
  revision: number | undefined,
  modified: string | undefined,
) {
  const dispatch = useEntityDispatch()
  const version = useEntitySelector((state) => selectRevision(state, 'postType', type, id, revision, whole))
  const error = useEntitySelector(
    (state) => selectResolution(state, 'fetchRevision', 'postType', type, id, revision, whole).error,
  )
  const read = () => dispatch(fetchRevision('postType', type, id, revision, whole))
  useEffect(() => {
    void dispatch(fetchRevision('postType', type, id, revision, whole))
  }, [dispatch, type, id, revision, modified])
  return { version: version as unknown as ShownRevision | undefined, error, read }
}
