import { attachCounterpart, counterpartOf } from '../core/counterparts'
import { EntityStoreError, show } from '../core/errors'
import { entityKey, type EntityId, type EntityKey } from '../core/keys'
import { isLocalId } from '../core/localId'
import { isPlain, isRecord, withoutUndefined, type RecordData } from '../core/plain'
import { checkServer, serverFunctions, type ServerSettings } from './defineServer'
import { reportErrors } from '../core/reportErrors'

/**
 * A property that is edited and shown but never saved; of `blocks` also which text they are.
 */
export type TransientEdit = boolean | BlockText

/** The text that blocks are read from and written to. */
export interface BlockText {
  /** Its field, such as `content`. */
  readonly of: string
}

/** What an entity is: where its records live and how they behave. Settings of a server may stand in it, too. */
export interface EntityConfig extends ServerSettings {
  /** How its server speaks, shared by all entities there; see `defineServer`. Default: as WordPress. */
  readonly server?: ServerSettings
  /** Family of the entity, such as `root`, `postType` or your own. */
  readonly kind: string
  /** Name within the kind, such as `post`. */
  readonly name: string
  /** Name for people, in the singular as far as the server says. Default: none. */
  readonly label?: string
  /** Plural of the name, as a config of core-data has it, such as `mediaItems`. Default: undefined. */
  readonly plural?: string
  /** Path of the collection below the REST root, such as `/wp/v2/posts`. */
  readonly baseURL: string
  /**
   * Parameters of every read, such as `{ context: 'edit' }`. A query's own value wins. On servers other than WordPress they
   * go with writes too, unless `writeParameters` says otherwise: which language or version is read is the one that is
   * saved. Default: none.
   */
  readonly baseURLParams?: RecordData
  /** Field that identifies a record; false for an entity with one record and no id. Default `id`. */
  readonly key?: string | false
  /** Whether there is just one record, without an id in its path. Implied by `key: false`. Default false. */
  readonly isSingleton?: boolean
  /** Field that identifies a revision. Default `id`. */
  readonly revisionKey?: string
  /**
   * Whether the server gives lists in pages. `false`: a list comes whole, whatever page is asked for, as WordPress's
   * post types and themes do. Default true. Where the server's answers say otherwise, what came is kept as what it is,
   * and a warning in development says so once.
   */
  readonly supportsPagination?: boolean
  /** Whether ids are numbers, so that one with a slash in it is a mistake. Default false: template ids have slashes. */
  readonly hasNumericIds?: boolean
  /**
   * Properties that are edited but not saved, such as `{ blocks: { of: 'content' }, selection: true }`. Default: none.
   */
  readonly transientEdits?: { readonly [property: string]: TransientEdit }
  /** Properties whose edits are merged into the value they had, one level deep, such as `meta`. Default: none. */
  readonly mergedEdits?: { readonly [property: string]: boolean }
  /**
   * Properties that the server gives as `{ raw, rendered }` and that are edited as their raw text. Default: none.
   */
  readonly rawAttributes?: readonly string[]
  /**
   * How a collaboration plugin reads and writes the record; the store itself does not look into it. Default: none.
   */
  readonly syncConfig?: unknown
  /** Name of the record's type for a collaboration plugin. Default `kind/name`. */
  readonly syncObjectType?: string
  /** Title of a record for people, such as in a list of unsaved changes. Default: none, `''`. */
  readonly getTitle?: (record: RecordData) => string
  /** Path of a record's revisions, or of one of them. Default `{baseURL}/{id}/revisions[/{revisionId}]`. */
  readonly getRevisionsUrl?: (id: EntityId, revisionId?: EntityId) => string
  /** Fields to add to a save, from the record as saved last and the edits about to be sent. Default: none. */
  readonly prePersist?: (
    persisted: RecordData | undefined,
    edits: RecordData,
  ) => RecordData | undefined | Promise<RecordData | undefined>
  /** Whether single reads of one tick become one request with `include`. Default false. */
  readonly batchReads?: boolean
  /**
   * What its server refuses writes by that are out of date, where it surely does: with `copydesk/durable`, a save whose
   * record came with it is sent with `If-Match` or `If-Unmodified-Since`, and not checked before. Default: none.
   */
  readonly precondition?: 'etag' | 'lastModified'
  /**
   * Whether its server does a write with an `Idempotency-Key` once, and answers it again as the first time: with
   * `copydesk/durable`, new records are sent with one. It has to remember a key for a day: what was sent before that and
   * never answered is looked for by `probe` first. Default false; a WordPress with `durable.php` says so itself.
   */
  readonly hasIdempotencyKeys?: boolean
  /**
   * Parameters of a list that has a new record of these fields, the newest first: with `copydesk/durable`, a create whose
   * answer was lost is looked for there before it is sent again. Where the list has none like it, it is; where it has one
   * that says the same, a person is asked, or `createdField` tells. Default: none, so that a person is always asked.
   */
  readonly probe?: (fields: RecordData) => RecordData | undefined
  /**
   * The field that says when the server made a record, in ISO 8601 or in milliseconds: with `copydesk/durable`, what
   * `probe` finds is not taken for a new record that was made before that was sent. Default: none.
   */
  readonly createdField?: string
  /**
   * Gives a new record its id, where the server takes ids from its clients and refuses a second record of one, such as
   * `() => crypto.randomUUID()`: with `copydesk/durable`, a create is sent with it, and found by it where its answer was
   * lost. Default: none, the server gives ids.
   */
  readonly newId?: () => EntityId
  /** Other entities whose lists and records a save or deletion of this one makes stale. Default: none. */
  readonly invalidates?: readonly { readonly kind: string; readonly name: string }[]
  /** Free for the application. For the site: `labels`, the settings' titles by name. Default: none. */
  readonly meta?: RecordData
}

/** The context in which the records of an entity are read unless a query names another one; undefined where none is. */
export function contextOf({ baseURLParams }: Pick<EntityConfig, 'baseURLParams'>): string | undefined {
  const context = baseURLParams?.context
  return typeof context === 'string' ? context : undefined
}

/** An entity config as the state holds it: what is a function stands there as `true`. */
export type StoredEntityConfig = RecordData & Pick<EntityConfig, 'kind' | 'name'>

/**
 * Declares an entity of your own, for any REST server, and checks it.
 * @param config - What the entity is: its kind, its name and its address at least.
 * @throws EntityStoreError `invalid_config` when a field is missing or of the wrong kind.
 * @example
 * const book = defineEntity({ kind: 'shop', name: 'book', baseURL: '/shop/v1/books', key: 'isbn' })
 */
export function defineEntity<const Config extends EntityConfig>(config: Config): Config {
  checkConfig(config)
  return config
}

/** The plain form of a config, with the whole of it attached. */
export function storeConfig(config: EntityConfig): StoredEntityConfig {
  checkConfig(config)
  const whole: EntityConfig = {
    ...config,
    key: config.key ?? 'id',
    revisionKey: config.revisionKey ?? 'id',
    supportsPagination: config.supportsPagination ?? true,
    syncObjectType: config.syncObjectType ?? `${config.kind}/${config.name}`,
  }
  const stored = plainConfig(whole)
  attachCounterpart(stored, Object.freeze(whole))
  return stored
}

/** The same for another store, which shares no object of a config with others, with fields of its own. */
export function copyConfig(stored: StoredEntityConfig, fields: Partial<EntityConfig>): StoredEntityConfig {
  const copy = { ...stored, ...fields }
  attachCounterpart(copy, Object.freeze({ ...(counterpartOf(stored) as EntityConfig), ...fields }))
  return copy
}

/** What of a config is JSON; what is a function stands there as `true`. */
export function plainConfig(whole: EntityConfig): StoredEntityConfig {
  return plainOf(whole) as StoredEntityConfig
}

/** By hand what goes by hand: every store begins with a dozen configs, and a way through JSON is half of what it takes. */
function plainOf(value: unknown, field = ''): unknown {
  // A plugin's own configuration may be anything, cyclic too.
  if (typeof value === 'function' || field === 'syncConfig') return true
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((one) => plainOf(one) ?? null)
  if (!isPlain(value)) return (JSON.parse(JSON.stringify({ value })) as { value?: unknown }).value
  const fields = Object.keys(value).map((name): [string, unknown] => [name, plainOf(value[name], name)])
  return withoutUndefined(Object.fromEntries(fields))
}

/** A config made from another one, whose records have a key of their own to stand under. */
export interface DerivedConfig extends EntityConfig {
  readonly entity?: EntityKey
  /** Where its records are, from their path below the collection, such as `/12`. Default: below `baseURL`. */
  readonly addressOf?: (below: string) => string
}

/** The key that the records of an entity stand under. */
export function entityOf({ entity, kind, name }: DerivedConfig): EntityKey {
  return entity ?? entityKey(kind, name)
}

/** Whether the entity has one record, addressed without an id. */
export function isKeyless(config: EntityConfig): boolean {
  return config.key === false || config.isSingleton === true
}

/** The field that identifies a record; undefined for a keyless entity. */
export function keyField(config: EntityConfig): string | undefined {
  return isKeyless(config) ? undefined : config.key || 'id'
}

/**
 * The title of a record for people: a local id is none. None where `getTitle` fails, which is no reason for anything else
 * to fail.
 */
export function titleOf({ getTitle }: EntityConfig, record: RecordData): string {
  try {
    const title = getTitle?.(record) ?? ''
    return isLocalId(title) ? '' : title
  } catch (error) {
    reportErrors([error])
    return ''
  }
}

/** Fields of a config that are functions. */
export const functionFields = [
  'getTitle',
  'getRevisionsUrl',
  'prePersist',
  'probe',
  'newId',
  ...serverFunctions,
] as const

/** What a field of a config has to be; others are functions. */
const wanted: { readonly [Field in keyof EntityConfig]?: string } = {
  kind: "a text such as 'postType'",
  name: "a text such as 'post'",
  baseURL: "the path of its collection, such as '/wp/v2/posts'",
  key: 'the field that identifies a record, or false for just one',
  precondition: "'etag' or 'lastModified'",
  createdField: "the field that says when a record was made, such as 'created_at'",
}

function checkConfig(config: EntityConfig): void {
  if (!isRecord(config)) {
    throw new EntityStoreError(
      'invalid_config',
      `An entity config is an object with kind, name and baseURL, but got ${show(config)}.`,
    )
  }
  const { key } = config
  const check = (field: keyof EntityConfig, isRight: boolean) => {
    if (isRight) return
    throw new EntityStoreError(
      'invalid_config',
      `The entity (${show(config.kind)}, ${show(config.name)}) has the ${field} ${show(config[field])}. Give ${wanted[field] ?? 'a function'}.`,
    )
  }
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  check('kind', isText(config.kind))
  check('name', isText(config.name))
  check('baseURL', isText(config.baseURL))
  check('key', key === undefined || key === false || isText(key))
  check('precondition', [undefined, 'etag', 'lastModified'].includes(config.precondition))
  check('createdField', config.createdField === undefined || isText(config.createdField))
  for (const field of functionFields) check(field, ['function', 'undefined'].includes(typeof config[field]))
  checkServer(config, config)
  if (config.server !== undefined) checkServer(config.server, config)
}
