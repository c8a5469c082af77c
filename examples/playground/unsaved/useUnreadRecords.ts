import { useEffect, useRef } from 'react'
import { fetchEntityRecords, type EntityId, type EntityQuery, type RecordSummary } from 'copydesk'
import { useEntityDispatch } from 'copydesk/react'

/** How many records WordPress gives in one answer. */
const mostAtOnce = 100
/** Of comments and the like there is no title to be read. */
const titled = /^(?:postType|taxonomy|root\/(?:media|menu|menuItem|user))\b/

/** A record, and what it is called as far as that is known. */
export type NamedRecord = Pick<RecordSummary, 'kind' | 'name' | 'key' | 'title'>

/**
 * Reads the records of which nothing but their edits is known, as after a reload, for what they are called and what was
 * there before: one request for all of an entity. Where it fails they stay without a title.
 */
export function useUnreadRecords(records: readonly NamedRecord[]): void {
  const dispatch = useEntityDispatch()
  // One that has no title is not asked for again with every key that is typed into it.
  const asked = useRef(new Set<string>())
  useEffect(() => {
    const unread = new Map<string, { kind: string; name: string; keys: EntityId[] }>()
    for (const { kind, name, key, title } of records) {
      const entity = `${kind}/${name}`
      const isAsked = asked.current.has(`${entity}/${key}`)
      // As long as the record is not known its key may be a text; those of drafts are below zero.
      if (title || isAsked || !(Number(key) > 0) || !titled.test(entity)) continue
      const { keys } = unread.get(entity) ?? { keys: [] }
      if (keys.length === mostAtOnce) continue
      asked.current.add(`${entity}/${key}`)
      unread.set(entity, { kind, name, keys: [...keys, Number(key)] })
    }
    for (const { kind, name, keys } of unread.values())
      void dispatch(fetchEntityRecords(kind, name, questionFor(kind, keys)))
  }, [records, dispatch])
}

function questionFor(kind: string, keys: readonly EntityId[]): EntityQuery {
  return {
    include: keys,
    per_page: keys.length,
    // What is in the trash may have been changed before it was put there.
    ...(kind === 'postType' && { status: ['any', 'trash'] }),
  }
}
