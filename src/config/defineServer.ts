import { EntityStoreError, show } from '../core/errors'
import type { ResponseHeaders } from '../core/fetchContract'
import type { EntityId } from '../core/keys'
import { isRecord, type RecordData } from '../core/plain'

/** What the answer to a list says. */
export interface ListAnswer {
  /** The records of the asked page, in order. */
  readonly rows: readonly unknown[]
  /** Rows in all pages; absent or null where the server does not say. */
  readonly totalItems?: number | null | undefined
  /** Pages of the asked size; absent or null where the server does not say. */
  readonly totalPages?: number | null | undefined
}

/** What a server calls the parameters of a query; `false` for what it does not have. Names that are left out are WordPress's. */
export interface ParameterNames {
  /** Number of the page, from 1. `false`: pages are asked for by `offset`. Default `page`. */
  readonly page?: string | false
  /** Rows a page. Default `per_page`. */
  readonly perPage?: string
  /** Rows before the first one. `false`: an offset is asked for as a page. Default `offset`. */
  readonly offset?: string | false
  /** Ids of the records that are wanted, as a text with commas. Default `include`. */
  readonly include?: string | false
  /** Fields that are wanted, as a text with commas. `false`: records come whole. Default `_fields`. */
  readonly fields?: string | false
  /** Which copy of the records is wanted. `false`: there is but one. Default `context`. */
  readonly context?: string | false
}

/** A write that is about to be sent. */
export interface ServerWrite {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly kind: string
  readonly name: string
  /** The id; undefined for a create, and for an entity without ids. */
  readonly id: EntityId | undefined
  /** The record as the server gave it last; undefined for a create, and while it is not known whole. */
  readonly record: RecordData | undefined
}

/** What went wrong, out of the body of an answer with an error status. */
export interface ServerErrorText {
  /** The server's own word for it; `unknown_error` where it has none. */
  readonly code?: string | undefined
  /** What happened, for people; a sentence with the status where it is left out. */
  readonly message?: string | undefined
  /** What it has against each field, by name: `error.data.params`, for `fieldErrors` and `useEntityField`. Default none. */
  readonly fields?: { readonly [field: string]: string } | undefined
}

/**
 * How a server speaks, where it does not speak as WordPress does. Entities that live on the same server share it as
 * their `server`; what an entity says itself wins.
 */
export interface ServerSettings {
  /**
   * Takes the answer to a list apart, for servers that put the rows into an envelope or the totals elsewhere. Default:
   * the rows are the answer, the totals are in headers.
   */
  readonly readList?: (body: unknown, headers: ResponseHeaders) => ListAnswer
  /**
   * The record in the answer to a single read or a write, for servers that put it into an envelope. Default: the
   * answer is the record.
   */
  readonly readRecord?: (body: unknown, headers: ResponseHeaders) => unknown
  /** What the parameters of a query are called. Default: as WordPress calls them. */
  readonly parameters?: ParameterNames
  /**
   * The path that answers how many rows a list has, for servers that say so elsewhere: a number, or an object with it as
   * `count` or `total`. It is asked for with a list whose answer has no total. Default: none.
   * @example
   * totalPath: ({ where }) => `/notes/count${where ? `?where=${where}` : ''}`
   */
  readonly totalPath?: (query: RecordData) => string
  /** Headers with the count of all rows and of all pages. Default `X-WP-Total` and `X-WP-TotalPages`. */
  readonly totals?: { readonly items?: string; readonly pages?: string }
  /**
   * The most rows that one answer has, whatever it is asked for: longer pages and whole lists are read in parts of this
   * size. Default: whole lists in parts of 100, the most that WordPress gives; where the server gives fewer than it is
   * asked for, though it counts more, it is asked in parts of that many from then on.
   */
  readonly mostRows?: number
  /**
   * Whether the server may leave out rows of a page that the user may not see, though it counts them: a page that is
   * shorter than asked for then says nothing of how long its pages are. Default: what WordPress has (below `/wp/`, and
   * post types and taxonomies that it lists) does.
   */
  readonly keepsRowsBack?: boolean
  /**
   * Whether an error is the answer to a page behind the end of a list, which then is an empty page. Default: none is.
   * @example
   * isBehindEnd: (status, body) => status === 404 && body.detail === 'Invalid page.'
   */
  readonly isBehindEnd?: (status: number, body: unknown) => boolean
  /**
   * Whether an error says that there is no such record, besides 404 and 410: a save of it is held then as `gone`, and what
   * was edited stays. Default: no other does.
   * @example
   * isMissing: (status, body) => status === 403 && body.errors[0].extensions.code === 'FORBIDDEN'
   */
  readonly isMissing?: (status: number, body: unknown) => boolean
  /**
   * What an update without a body in its answer means: `done`, or that the record has to be read to know, for servers that
   * answer so for a record that is not there, too. Default `done`.
   */
  readonly emptyAnswer?: 'done' | 'readBack'
  /**
   * The method that updates a record, which is also the one that counts in an `Allow` header. Default: `PUT` for what
   * WordPress has (below `/wp/`, and post types and taxonomies that it lists), `POST` for its settings, else `PATCH`.
   */
  readonly updateMethod?: 'PUT' | 'PATCH' | 'POST'
  /**
   * What an update sends: the fields that were edited, or the whole record with them, for servers that replace a record
   * by what they are sent; a record that is not known whole is read first. Default `edits`.
   */
  readonly updateBody?: 'edits' | 'record'
  /**
   * The body of a create or an update, for servers that want the record in an envelope: made of the fields that are to be
   * sent, as JSON. Default: the fields themselves.
   * @example
   * writeBody: (attributes, { id }) => ({ data: { type: 'notes', ...(id !== undefined && { id }), attributes } })
   */
  readonly writeBody?: (fields: RecordData, write: ServerWrite) => unknown
  /**
   * The code, the message and what is wrong with which field, in the body of an answer with an error status. Without it
   * these are read: WordPress's `{ code, message }`, problem details (`title`, `detail`), JSON:API's `errors` and
   * `{ error }`.
   */
  readonly readError?: (body: unknown, status: number) => ServerErrorText | undefined
  /**
   * Headers for a write, such as `If-Match` with the version that the record has: a server that refuses with 409 or
   * 412 leaves the edits as they are. Default: none.
   */
  readonly writeHeaders?: (write: ServerWrite) => Readonly<Record<string, string>> | undefined
  /**
   * Parameters of every save and deletion, in place of `baseURLParams`; false for none. A deletion's own query wins.
   * Default: `baseURLParams`; none for what WordPress has (below `/wp/`, and post types and taxonomies that it lists).
   */
  readonly writeParameters?: RecordData | false
  /** Whether writes may be sent as one batch in `POST /batch/v1`. Default: what lies below `/wp/v2/`. */
  readonly isBatchable?: boolean
  /** Whether every path ends with a slash, as Django wants it. Default false. */
  readonly trailingSlash?: boolean
}

/**
 * Declares how a server speaks, for entities on any REST server to share, and checks it.
 * @param settings - How the server speaks where it differs from WordPress; what is left out is as WordPress has it.
 * @throws EntityStoreError `invalid_config` for a setting of the wrong kind.
 * @example
 * const jsonServer = defineServer({
 *   parameters: { page: '_page', perPage: '_limit', offset: '_start', include: false, fields: false },
 *   totals: { items: 'X-Total-Count' },
 * })
 * const note = defineEntity({ kind: 'notes', name: 'note', baseURL: '/notes', server: jsonServer })
 */
export function defineServer<const Settings extends ServerSettings>(settings: Settings): Settings {
  checkServer(settings)
  return settings
}

/** Settings that are functions. */
export const serverFunctions = [
  'readList',
  'readRecord',
  'writeBody',
  'readError',
  'writeHeaders',
  'isBehindEnd',
  'isMissing',
  'totalPath',
] as const

/** What a setting has to be. */
const wanted = {
  function: 'a function',
  parameters: 'an object of parameters, or false for none',
  method: "'PUT', 'PATCH' or 'POST'",
  body: "'edits' or 'record'",
  emptyAnswer: "'done' or 'readBack'",
  names: 'an object of names',
  name: 'a name',
  nameOrNone: 'a name, or false where there is none',
  page: 'a name for page or for offset, so that pages can be asked for',
  count: 'a whole number from 1 up',
}

/** An entity, as errors name it. */
interface Named {
  readonly kind: string
  readonly name: string
}

/**
 * Says what is wrong with the settings of a server; the same settings of an entity are checked alike.
 * @param entity - Whose they are; undefined where several share them.
 */
export function checkServer(settings: ServerSettings, entity?: Named): void {
  const fail = (setting: string, value: unknown, kind: keyof typeof wanted) => {
    throw new EntityStoreError(
      'invalid_config',
      `${ownerOf(settings, entity)} has the ${setting} ${show(value)}. Give ${wanted[kind]}.`,
    )
  }
  const given: unknown = settings
  if (!isRecord(given)) {
    throw new EntityStoreError(
      'invalid_config',
      `${ownerOf(settings, entity)} is ${show(settings)}. Give an object of settings.`,
    )
  }
  for (const name of serverFunctions)
    if (!['function', 'undefined'].includes(typeof settings[name])) fail(name, settings[name], 'function')
  const {
    parameters,
    totals,
    mostRows,
    updateMethod = 'PUT',
    updateBody = 'edits',
    writeParameters = false,
  } = settings
  if (writeParameters !== false && !isRecord(writeParameters))
    fail('writeParameters', writeParameters, 'parameters')
  if (!['PUT', 'PATCH', 'POST'].includes(updateMethod)) fail('updateMethod', updateMethod, 'method')
  if (!['edits', 'record'].includes(updateBody)) fail('updateBody', updateBody, 'body')
  const { emptyAnswer = 'done' } = settings
  if (!['done', 'readBack'].includes(emptyAnswer)) fail('emptyAnswer', emptyAnswer, 'emptyAnswer')
  for (const [setting, names] of Object.entries({ parameters, totals })) {
    if (names !== undefined && !isRecord(names)) fail(setting, names, 'names')
    for (const [name, value] of Object.entries(names ?? {})) {
      const mayBeAbsent = setting === 'parameters' && name !== 'perPage'
      const isName = typeof value === 'string' && value !== ''
      if (value === undefined || isName || (value === false && mayBeAbsent)) continue
      fail(`${setting}.${name}`, value, mayBeAbsent ? 'nameOrNone' : 'name')
    }
  }
  if (parameters?.page === false && parameters.offset === false) fail('parameters', parameters, 'page')
  if (mostRows !== undefined && !(Number.isInteger(mostRows) && mostRows > 0))
    fail('mostRows', mostRows, 'count')
}

function ownerOf(settings: ServerSettings, entity: Named | undefined): string {
  if (entity === undefined) return 'The server'
  return `The ${settings === entity ? 'entity' : 'server of'} (${show(entity.kind)}, ${show(entity.name)})`
}

/** Whose settings are asked for: an entity's own win over those that it shares. */
type Configured = ServerSettings & { readonly server?: ServerSettings }

/** One setting of an entity or of its server; undefined where neither has it. */
export function serverSetting<Name extends keyof ServerSettings>(
  config: Configured,
  name: Name,
): ServerSettings[Name] | undefined {
  return config[name] ?? config.server?.[name]
}

/** The settings of a server that went through JSON, without those that were functions. */
export function reviveServer(server: ServerSettings | undefined): ServerSettings | undefined {
  const isLost = (name: string) => (serverFunctions as readonly string[]).includes(name)
  return server && Object.fromEntries(Object.entries(server).filter(([name]) => !isLost(name)))
}

/** The method that updates the records of an entity; of an unknown one, WordPress's. */
export function updateMethodOf(
  config: (Configured & { readonly baseURL: string }) | undefined,
): 'PUT' | 'PATCH' | 'POST' {
  if (config === undefined) return 'PUT'
  return serverSetting(config, 'updateMethod') ?? (isOfWordPress(config.baseURL) ? 'PUT' : 'PATCH')
}

/** Whether a page of an entity's list may be short because rows were kept back. */
export function keepsRowsBack(config: Configured & { readonly baseURL: string }): boolean {
  return serverSetting(config, 'keepsRowsBack') ?? isOfWordPress(config.baseURL)
}

/** Whether a path is one of WordPress's own. */
export function isOfWordPress(baseURL: string): boolean {
  return /^\/?(wp\/|$)/.test(baseURL)
}
