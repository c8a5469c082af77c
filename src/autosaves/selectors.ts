import { addresses } from '../core/address'
import { isLocalId } from '../core/localId'
import { currentId } from '../entities/aliases'
import type { ReadFacts } from '../resolution/readFacts'
import { questionOf } from '../resolution/question'
import type { StateWithEntities } from '../entities/reducer'
import { selectRow, selectWrittenSeq } from '../entities/selectors'
import {
  entityKey,
  keylessRecord,
  recordKey,
  type EntityId,
  type RecordKey,
  type ResolutionKey,
} from '../core/keys'
import type { StateWithLookups, StoredAnswer } from '../wordpress/lookups/reducer'
import type { PostRevision } from '../records/postRevision'
import { getRow } from '../core/recordTable'
import { sliceOf } from '../core/sliceOf'

/** The server's safety copy of what an author was writing, as it is read to be edited. */
export type Autosave = PostRevision<'edit'>

/**
 * The autosaves of a post, one for each author; undefined while none are known.
 * @param postType - The name of the post type, such as `post`.
 * @param postId - The id of the post.
 */
export function selectAutosaves(
  state: StateWithLookups,
  postType: string,
  postId: EntityId | undefined,
): readonly Autosave[] | undefined {
  return selectStoredAutosaves(state, postType, postId)?.value as readonly Autosave[] | undefined
}

/**
 * The autosave that one author has of a post; undefined when none is known, or no author is given.
 * @param postType - The name of the post type, such as `post`.
 * @param postId - The id of the post.
 * @param authorId - The id of the user who typed it.
 */
export function selectAutosave(
  state: StateWithLookups,
  postType: string,
  postId: EntityId | undefined,
  authorId: EntityId | undefined,
): Autosave | undefined {
  return selectAutosaves(state, postType, postId)?.find(({ author }) => author === authorId)
}

/** Autosaves as they are kept; none of a post that was removed after they came. */
function selectStoredAutosaves(
  state: StateWithLookups,
  postType: string,
  postId: EntityId | undefined,
): StoredAnswer | undefined {
  const key = recordKey(postId)
  if (key === undefined) return undefined
  const lookups = sliceOf(state?.lookups, state)
  const ofType = getRow(lookups, autosavesKey(postType, key))
  const ofAny = getRow(lookups, autosavesKey('', key))
  const stored = (ofAny?.seq ?? 0) > (ofType?.seq ?? 0) ? ofAny : ofType
  const entity = entityKey('postType', postType)
  const isGone =
    stored !== undefined &&
    selectWrittenSeq(state, entity, key) > stored.seq &&
    selectRow(state, entity, key, 'default') === undefined
  return isGone ? undefined : stored
}

/** What can be said of the read of the autosaves of a post. */
export interface AutosavesFacts extends ReadFacts<StateWithLookups> {
  /** The post. */
  readonly post: RecordKey
}

/** The read of the autosaves of a post; a save of the post makes them stale. */
export function autosavesFacts(state: StateWithEntities, postType: string, postId: EntityId): AutosavesFacts {
  const key = recordKey(currentId(state, postId)) ?? keylessRecord
  const address = addresses.record(entityKey('postType', String(postType)), key)
  return {
    post: key,
    asksNothing: key === keylessRecord || isLocalId(key),
    question: questionOf('fetchAutosaves', postType, key),
    about: addresses.answer('autosaves', address),
    isSuperseded: (now, seq) => (selectStoredAutosaves(now, postType, key)?.seq ?? 0) > seq,
  }
}

/** Names the autosaves of a post; those received for a post of any type have the type `''`. */
export function autosavesKey(postType: string, postId: EntityId): ResolutionKey {
  return questionOf('fetchAutosaves', postType, postId).key
}
