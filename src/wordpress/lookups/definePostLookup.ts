import { loadEntityConfig } from '../../config/loadEntityConfigs'
import { selectEntityConfig } from '../../config/selectors'
import { readRecords, receivedRecords } from '../../entities/parseRecords'
import { selectHasEntityRecord } from '../../entities/selectors'
import { addresses } from '../../core/address'
import { entityKey, type EntityId } from '../../core/keys'
import { readPath } from '../../core/paths'
import type { RecordData } from '../../core/plain'
import type { ReadDefinition } from '../../resolution/defineRead'
import { defineLookup, type LookupFacts } from './lookup'
import type { StateWithLookups } from './reducer'

/** A question for the id of a post. */
interface PostLookup<Args extends readonly unknown[], Id> extends Pick<
  ReadDefinition<StateWithLookups, Args, LookupFacts<never>, Id>,
  'facts' | 'select'
> {
  readonly path: (...args: Args) => string
  readonly postType: string
  /** The post in the answer, which comes along. */
  readonly postIn: (data: unknown) => unknown
  /** What is kept when there is no such post. */
  readonly none: Id
  /** Whether asking may make the post, so that lists without it are stale. */
  readonly mayMake?: boolean
}

/**
 * Says a read of the id of a post, which receives the post that comes along. It counts as read when it has its raw text, as
 * only then it can be edited. A post that was known already keeps the fields that do not come here, such as its dates.
 */
export function definePostLookup<Args extends readonly unknown[], Id>({
  path,
  postType,
  postIn,
  none,
  mayMake,
  ...rest
}: PostLookup<Args, Id>): ReadDefinition<StateWithLookups, Args, LookupFacts<never>, Id> {
  return defineLookup<StateWithLookups, Args, Id>({
    ...rest,
    path: async ({ args, dispatch }) => {
      await dispatch(loadEntityConfig('postType', postType)).catch(() => undefined)
      return path(...args)
    },
    read: (data) => readPath(data, 'id').value ?? none,
    brings: (data, seq, { getState, services }) => {
      const config = selectEntityConfig(getState(), 'postType', postType)
      const post = postIn(data) as RecordData
      if (!config || !readPath(post, 'content.raw').found) return {}
      const isKnown = selectHasEntityRecord(getState(), 'postType', postType, post.id as EntityId)
      const received = receivedRecords(config, readRecords(config, [post]), {
        context: 'default',
        fields: isKnown ? Object.keys(post) : null,
        seq,
        isRead: true,
      })
      const scopes = [addresses.lists(entityKey('postType', postType))]
      return { received, ...(mayMake && !isKnown && { invalidates: { scopes, seq: services.nextSeq() } }) }
    },
  })
}
