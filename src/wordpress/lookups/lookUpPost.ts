import type { EntityConfig } from '../../config/entityConfig'
import { loadEntityConfig } from '../../config/loadEntityConfigs'
import type { ConfigSliceState } from '../../config/reducer'
import { readRecords, receivedRecords } from '../../entities/parseRecords'
import type { EntitiesSliceState } from '../../entities/reducer'
import { selectHasEntityRecord } from '../../entities/selectors'
import { addresses } from '../../core/address'
import { entityKey, type EntityId } from '../../core/keys'
import { readPath } from '../../core/paths'
import type { RecordData } from '../../core/plain'
import type { ReadOptions } from '../../resolution/runRead'
import type { ResolutionSliceState } from '../../resolution/reducer'
import type { Thunk } from '../../core/thunk'
import { lookUp, type Lookup, type LookupFacts } from './lookup'
import type { LookupsSliceState } from './reducer'

/** A question for the id of a post. */
export interface PostLookup<Id> {
  readonly facts: LookupFacts
  readonly path: string
  readonly postType: string
  /** The post in the answer, which comes along. */
  readonly postIn: (data: unknown) => unknown
  /** What is kept when there is no such post. */
  readonly none: Id
  /** Whether asking may make the post, so that lists without it are stale. */
  readonly mayMake?: boolean
}

/**
 * Asks for the id of a post and receives the post that comes along. It counts as read when it has its raw text, as only
 * then it can be edited. A post that was known already keeps the fields that do not come here, such as its dates.
 */
export function lookUpPost<Id>(
  { facts, path, postType, postIn, none, mayMake }: PostLookup<Id>,
  options?: ReadOptions,
): Thunk<
  ConfigSliceState & EntitiesSliceState & LookupsSliceState & ResolutionSliceState,
  Promise<Id | undefined>
> {
  return async (dispatch, getState, { nextSeq }) => {
    const entity = entityKey('postType', postType)
    let config: EntityConfig | undefined
    const lookup: Lookup<Id> = {
      facts,
      ask: async () => {
        config = await dispatch(loadEntityConfig('postType', postType)).catch(() => undefined)
        return path
      },
      read: (data) => (readPath(data, 'id').value ?? none) as Id,
      brings: (data, seq) => {
        const post = postIn(data) as RecordData
        if (!config || !readPath(post, 'content.raw').found) return {}
        const isKnown = selectHasEntityRecord(getState(), 'postType', postType, post.id as EntityId)
        const received = receivedRecords(config, readRecords(config, [post]), {
          context: 'default',
          fields: isKnown ? Object.keys(post) : null,
          seq,
          isRead: true,
        })
        const invalidates = { scopes: [addresses.lists(entity)], seq: nextSeq() }
        return { received, ...(mayMake && !isKnown && { invalidates }) }
      },
    }
    return dispatch(lookUp(lookup, options))
  }
}
