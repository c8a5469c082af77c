import { fetchAutosaves } from '../../autosaves/fetchAutosaves'
import type { EntityId } from '../../core/keys'
import type { Thunk } from '../../core/thunk'
import { fetchEntityRecord } from '../../entities/fetchEntityRecord'
import { fetchEntityRecords } from '../../queries/fetchEntityRecords'
import type { ReadOptions } from '../../resolution/readOptions'
import type { StoredResolution } from '../../resolution/storedResolution'
import type { EntityQuery } from '../../records/inference/inference'
import { fetchRevision, fetchRevisions } from '../../revisions/fetchRevisions'
import type { EntityState } from '../../store/rootReducer'
import { fetchBlockPatternCategories } from '../../wordpress/fetchBlockPatternCategories'
import { fetchBlockPatterns } from '../../wordpress/fetchBlockPatterns'
import { fetchCurrentUser } from '../../wordpress/fetchCurrentUser'
import { fetchEmbedPreview } from '../../wordpress/fetchEmbedPreview'
import { fetchUrlDetails } from '../../wordpress/fetchUrlDetails'

type Read = Thunk<EntityState, Promise<unknown>>

const reads: Readonly<Record<string, (args: readonly unknown[], options: ReadOptions) => Read>> = {
  fetchEntityRecord: ([kind, name, id, query], options) =>
    fetchEntityRecord(kind as string, name as string, id as EntityId, query as EntityQuery, options),
  fetchEntityRecords: ([kind, name, query], options) =>
    fetchEntityRecords(kind as string, name as string, query as EntityQuery, options),
  fetchRevisions: ([kind, name, parent, query], options) =>
    fetchRevisions(kind as string, name as string, parent as EntityId, query as EntityQuery, options),
  fetchRevision: ([kind, name, parent, id, query], options) =>
    fetchRevision(
      kind as string,
      name as string,
      parent as EntityId,
      id as EntityId,
      query as EntityQuery,
      options,
    ),
  fetchAutosaves: ([type, id], options) => fetchAutosaves(type as string, id as EntityId, options),
  fetchEmbedPreview: ([url], options) => fetchEmbedPreview(url as string, options),
  fetchUrlDetails: ([url], options) => fetchUrlDetails(url as string, options),
  fetchBlockPatterns: (args, options) => fetchBlockPatterns(options),
  fetchBlockPatternCategories: (args, options) => fetchBlockPatternCategories(options),
  fetchCurrentUser: (args, options) => fetchCurrentUser(options),
}

/** The thunk that asks a question once more, whatever is known; null for one that is part of other reads. */
export function retryRead({ operation, args }: Pick<StoredResolution, 'operation' | 'args'>): Read | null {
  const given = args.map((arg) => arg ?? undefined)
  return reads[operation]?.(given, { force: true }) ?? null
}
