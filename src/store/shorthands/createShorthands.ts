import { loadEntityConfigs } from '../../config/loadEntityConfigs'
import type { ConfigState } from '../../config/reducer'
import { shorthandName } from '../../config/shorthandName'
import { deleteEntityRecord } from '../../deleting/deleteEntityRecord'
import { requireKey } from '../../edits/requireKey'
import { fetchEntityRecord } from '../../entities/fetchEntityRecord'
import { fetchEntityRecords, type ListReadOptions } from '../../queries/fetchEntityRecords'
import { own } from '../../core/plain'
import type { QueryInput } from '../../core/query'
import type { EntityTypes } from '../../records/entityTypes'
import type {
  DefaultContext,
  EntityId,
  EntityQuery,
  KnownKind,
  KnownName,
  RecordFor,
  RecordOf,
  SavePayloadOf,
} from '../../records/inference/inference'
import type { ReadOptions } from '../../resolution/readOptions'
import { saveEntityRecord, type SaveOptions } from '../../saving/saveEntityRecord'
import type { WriteOptions } from '../../saving/writeLock'
import type { Thunk } from '../../core/thunk'
import type { EntityStore } from '../createEntityStore'
import type { EntityState } from '../rootReducer'

/** Every entity that has a type and exists on all sites, as `[kind, name]`. */
type Pair<Registry> = {
  [K in KnownKind<Registry>]: {
    [N in Exclude<KnownName<K, Registry>, 'fontCollection' | 'icon' | 'iconCollection'>]: readonly [K, N]
  }[Exclude<KnownName<K, Registry>, 'fontCollection' | 'icon' | 'iconCollection'>]
}[KnownKind<Registry>]

type Pascal<Text extends string> = Text extends `${infer Before}${'_' | '-'}${infer After}`
  ? `${Pascal<Before>}${Pascal<After>}`
  : Capitalize<Text>

type Word<K extends string, Name extends string> = K extends 'root'
  ? Pascal<Name>
  : `${Pascal<K>}${Pascal<Name>}`

/** Plurals that follow no rule; there are no lists of what there is only one of. */
interface Plurals {
  site: never
  media: 'mediaItems'
  globalStyles: 'globalStylesVariations'
  status: 'statuses'
}

type Plural<Name extends string> = Name extends keyof Plurals
  ? Plurals[Name]
  : Name extends `${infer Stem}y`
    ? Stem extends `${string}${'a' | 'e' | 'o' | 'u'}`
      ? `${Name}s`
      : `${Stem}ies`
    : `${Name}s`

/** Global styles can be changed, but not created. */
type Needed<N extends string> = N extends 'globalStyles' ? { readonly id: EntityId } : unknown

/**
 * A function for everything that is done with each entity; see {@link createShorthands}.
 */
export type Shorthands<Registry = EntityTypes> = {
  readonly [P in Pair<Registry> as `get${Word<P[0], P[1]>}`]: <
    const Q extends EntityQuery | undefined = undefined,
  >(
    id?: EntityId,
    query?: Q,
    options?: ReadOptions,
  ) => Promise<RecordFor<P[0], P[1], Q, Registry> | undefined>
} & {
  readonly [P in Pair<Registry> as `get${Word<P[0], Plural<P[1]>>}`]: <
    const Q extends EntityQuery | undefined = undefined,
  >(
    query?: Q,
    options?: ListReadOptions,
  ) => Promise<readonly RecordFor<P[0], P[1], Q, Registry>[] | null>
} & {
  readonly [P in Pair<Registry> as `save${Word<P[0], P[1]>}`]: (
    record: SavePayloadOf<P[0], P[1], Registry> & Needed<P[1]>,
    options?: SaveOptions,
  ) => Promise<RecordOf<P[0], P[1], DefaultContext<P[0], P[1]>, Registry> | undefined>
} & {
  readonly [P in Pair<Registry> as `delete${Word<P[0], P[1]>}`]: (
    id?: EntityId,
    query?: QueryInput,
    options?: WriteOptions,
  ) => Promise<unknown>
}

/**
 * Short names for what is done with entities: `getPostType(id, query)`, `getPostTypes(query)`, `savePostType(record)`,
 * `deletePostType(id, query)`, and so on for all root entities and the site; `getPostTypeBook` for those of other kinds.
 * They do what `fetchEntityRecord` and its like do: what one has read, the other knows.
 * @throws EntityStoreError (each function, as a rejection) `unknown_entity` when no entity goes by the name;
 * `missing_id` from `saveGlobalStyles`, as global styles can't be created.
 * @example
 * const { getUser, saveMedia } = createShorthands(store)
 * const user = await getUser(1)
 */
export function createShorthands<Registry = EntityTypes>(store: EntityStore): Shorthands<Registry> {
  return new Proxy<{ [shorthand: string | symbol]: unknown }>(
    {},
    {
      get: (made, shorthand) => {
        const [, verb, word] = /^(get|save|delete)(.+)/.exec(String(shorthand)) ?? []
        return verb && word && (made[shorthand] ??= makeShorthand(store, verb, word))
      },
    },
  ) as unknown as Shorthands<Registry>
}

type ShorthandThunk = (kind: string, name: string, ...rest: never[]) => Thunk<EntityState, unknown>

/** What the functions do; all of them take kind and name first. */
const thunks: {
  readonly [verb: string]: (kind: string, name: string, ...rest: never[]) => Thunk<EntityState, unknown>
} = {
  get: fetchEntityRecord,
  save: saveEntityRecord,
  delete: deleteEntityRecord,
  list: fetchEntityRecords,
}

function makeShorthand({ dispatch, getState }: EntityStore, verb: string, word: string) {
  return async (...rest: never[]): Promise<unknown> => {
    const find = () => findEntity(getState().config, verb, word)
    const rootName = word[0]?.toLowerCase() + word.slice(1)
    const [, kindToLoad] = /^(postType|taxonomy)./.exec(rootName) ?? []
    // Entities of these kinds are known when the server was asked.
    if (kindToLoad && !find()) await dispatch(loadEntityConfigs(kindToLoad))
    const { kind, name, does } = find() ?? { kind: 'root', name: rootName, does: verb }
    const config = { kind, name, baseURL: '' }
    // Global styles can be changed, but not created.
    if (name === 'globalStyles' && verb === 'save') requireKey(getState(), config, own(rest[0], 'id'))
    return dispatch((thunks[does] as ShorthandThunk)(kind, name, ...rest))
  }
}

/** The other name of attachments, by which `getMedia` and `getMediaItems` name them. */
const media = { kind: 'root', name: 'media', plural: 'mediaItems' }

/** The entity that a word names: in the singular, or in the plural to get a list. */
function findEntity({ entities }: ConfigState, verb: string, word: string) {
  let list
  for (const { kind, name, plural } of [...Object.values(entities), media]) {
    const isNamed = (one: unknown) => shorthandName(kind, String(one), '') === word
    if (isNamed(name)) return { kind, name, does: verb }
    if (verb === 'get' && (isNamed(plural) || isNamed(pluralOf(name)))) list ??= { kind, name, does: 'list' }
  }
  return list
}

function pluralOf(name: string): string {
  return `${name.replace(/([^aeou])y$/, '$1ie')}s`
}
