import type { Draft } from 'immer'
import type { Context, DeepReadonly, EntityContexts, Updatable } from './context'
import type {
  BuiltinEntityTypes,
  DefaultContexts,
  EntityKeys,
  EntityNames,
  EntityTypes,
  InContext,
} from '../entityTypes'
import type { GlobalStylesRevision } from '../globalStylesRevision'
import type { PostRevision } from '../postRevision'
import type { Projection } from './projection'

/**
 * What a record is found by: a number, or text such as a slug; a number may also come as text.
 */
export type EntityId = number | string

/**
 * What to ask the server for: the parameters of its REST interface, of which these are the common ones.
 */
export interface EntityQuery {
  /**
   * The depth of the answer; default: the entity's own, mostly `edit`. On a server of one's own, which copy of the records
   * is meant, such as a locale: see {@link EntityContexts}.
   */
  context?: keyof EntityContexts | undefined
  /** The wanted fields, as a list or joined by commas; a dot reaches inside, as in `title.raw`. Default: all. */
  _fields?: string | readonly string[] | undefined
  /** The ids the list is limited to. */
  include?: EntityId | readonly EntityId[] | undefined
  /** How many records to leave out at the beginning. */
  offset?: number | undefined
  /** Which page, from 1; default 1. */
  page?: number | string | undefined
  /** How many records on a page; default 10, and -1 for all. */
  per_page?: number | string | undefined
  /** @deprecated It is `per_page`. */
  perPage?: DidYouMean<'per_page'>
  /** The words to look for. */
  search?: string | undefined
  [parameter: string]: unknown
}

/** No value is of this type, whose text names the parameter that was meant. */
export interface DidYouMean<Parameter> {
  readonly isSpelt: Parameter & symbol
}

/** A kind that has typed records. */
export type KnownKind<Registry = EntityTypes> = (keyof BuiltinEntityTypes<Context> | keyof Registry) & string

/** Known names, and unless they are closed any other text besides. */
export type OpenTo<Known extends string, Names = EntityNames> = Names extends { readonly closed: true }
  ? Known
  : Known | (string & {})

/** A kind of entity: a known one, which editors suggest, or any other text where names are not closed. */
export type Kind<Registry = EntityTypes> = OpenTo<KnownKind<Registry>>

/** A name of the kind `K` that has a typed record. */
export type KnownName<K extends string, Registry = EntityTypes> = string &
  (
    | (K extends keyof BuiltinEntityTypes<Context> ? keyof BuiltinEntityTypes<Context>[K] : never)
    | (K extends keyof Registry ? keyof Registry[K] : never)
  )

/**
 * A name of an entity of kind `K`: a known one, which editors suggest, or any other text where names are not closed.
 */
export type EntityName<K extends string, Registry = EntityTypes> = OpenTo<KnownName<K, Registry>>

/** The context of an answer to a query that names none; each of the three where it is not known. */
export type DefaultContext<K extends string, N extends string> = `${K}/${N}` extends keyof DefaultContexts
  ? DefaultContexts[`${K}/${N}`]
  : K extends 'postType' | 'taxonomy'
    ? 'edit'
    : Context

/** A record of an entity that has no type: its fields can be read, and are unknown. */
export interface UnknownRecord {
  readonly id?: EntityId
  readonly [field: string]: unknown
}

/**
 * The record of an entity in one context, or the union of them in several.
 *
 * `Registry` is asked first, then the built-in types; a pair that is in neither gives `UnknownRecord`.
 */
export type RecordOf<
  K extends string,
  N extends string,
  C extends Context = DefaultContext<K, N>,
  Registry = EntityTypes,
> = C extends Context
  ? K extends keyof Registry
    ? N extends keyof Registry[K]
      ? DeepReadonly<InContext<Registry[K][N], C>>
      : BuiltinRecordOf<K, N, C>
    : BuiltinRecordOf<K, N, C>
  : never

type BuiltinRecordOf<
  K extends string,
  N extends string,
  C extends Context,
> = K extends keyof BuiltinEntityTypes<C>
  ? N extends keyof BuiltinEntityTypes<C>[K]
    ? DeepReadonly<InContext<BuiltinEntityTypes<C>[K][N], C>>
    : UnknownRecord
  : UnknownRecord

/**
 * The record that a query `Q` is answered with: in the query's context, and with `_fields` only those. A query
 * that may be one of several gives the union of their records.
 */
export type RecordFor<K extends string, N extends string, Q, Registry = EntityTypes> = Q extends object
  ? ForFields<RecordOf<K, N, ContextIn<Q, DefaultContext<K, N>>, Registry>, Q>
  : RecordOf<K, N, DefaultContext<K, N>, Registry>

/** What `RecordFor` gives, for the revisions of a record. */
export type RevisionFor<K extends string, N extends string, Q> = Q extends object
  ? ForFields<RevisionOf<K, N, ContextIn<Q, 'view'>>, Q>
  : RevisionOf<K, N>

/** An older version of a record, in the `view` context unless said otherwise. */
export type RevisionOf<K extends string, N extends string, C extends Context = 'view'> = C extends Context
  ? K extends 'postType'
    ? N extends 'wp_template' | 'wp_template_part'
      ? TemplateRevision<K, N, C>
      : PostRevision<C>
    : `${K}/${N}` extends 'root/globalStyles'
      ? GlobalStylesRevision<C>
      : UnknownRecord
  : never

/** An older version of a template: its `id` is the template's, and its `wp_id` tells it from others. */
type TemplateRevision<K extends string, N extends string, C extends Context> = RecordOf<K, N, C> & {
  /** The `wp_id` of the template. */
  readonly parent: number
}

/** The context that a query asks for, by which the answer is more or less of a record. */
export type ContextIn<Q, Default extends Context> = 'context' extends keyof Q
  ? Q['context'] extends infer Asked
    ? Asked extends Context
      ? Asked
      : Asked extends undefined
        ? Default
        : Context
    : never
  : Default

type ForFields<Found, Q> = '_fields' extends keyof Q
  ? Q['_fields'] extends infer Requested
    ? Requested extends undefined
      ? Found
      : Projection<Found, Requested>
    : never
  : Found

/**
 * The record with the user's unsaved changes in it: plain strings where the server has raw and rendered
 * text.
 */
export type EditedRecordOf<K extends string, N extends string, Registry = EntityTypes> = UpdatableOf<
  K,
  N,
  Registry
> &
  (K extends 'postType' ? EditedBlocks : unknown)

/** Their texts are the author's: nobody edits them, and they stay as the server sends them. */
type Unedited = 'root/theme' | 'root/plugin'

type UpdatableOf<K extends string, N extends string, Registry> = `${K}/${N}` extends Unedited
  ? RecordOf<K, N, EditContext<K, N>, Registry>
  : Updatable<RecordOf<K, N, EditContext<K, N>, Registry>>

/** What only edited posts carry, and no server gets to see. */
export interface EditedBlocks {
  /** The content as blocks. */
  readonly blocks?: readonly unknown[]
  /** Where the caret is. */
  readonly selection?: unknown
}

/**
 * Changes to a record: new values, or functions that make them from the edited record when it is saved.
 */
export type EditsOf<K extends string, N extends string, Registry = EntityTypes> = Edits<
  EditedRecordOf<K, N, Registry>
>

/**
 * Changes a draft of the edited record, which may be written to however deep; what it returns does not count.
 */
export type EditRecipe<K extends string, N extends string, Registry = EntityTypes> = (
  draft: Draft<EditedRecordOf<K, N, Registry>>,
) => void

type Edits<Edited> = Edited extends unknown
  ? {
      -readonly [Field in keyof Edited]?:
        | EditValue<Field, Edited[Field]>
        | ((edited: Edited) => Edited[Field])
    }
  : never

/**
 * What can be saved of a record: any of its fields, with plain strings for rendered text and some of
 * `meta`.
 */
export type SavePayloadOf<K extends string, N extends string, Registry = EntityTypes> = Payload<
  UpdatableOf<K, N, Registry>
>

type Payload<Fields> = Fields extends unknown
  ? { -readonly [Field in keyof Fields]?: EditValue<Field, Fields[Field]> }
  : never

/** Of meta values one edit can name some; of a widget's instance only `raw` is known before the server made it. */
type EditValue<Field, Value> = Field extends 'meta' | 'instance' ? Partial<Value> : Value

/** Records are edited in their `edit` form, except where the server has no such. */
type EditContext<K extends string, N extends string> = [DefaultContext<K, N>] extends ['view']
  ? 'view'
  : 'edit'

/** The name of the field that tells records apart; `null` where there is one record without a key. */
export type KeyOf<K extends string, N extends string> = `${K}/${N}` extends keyof EntityKeys
  ? EntityKeys[`${K}/${N}`]
  : 'id'

/**
 * What the records of an entity are distinguished by: undefined where there is only one, any id if unknown.
 */
export type IdOf<K extends string, N extends string, Registry = EntityTypes> =
  KeyOf<K, N> extends infer Key
    ? Key extends null
      ? undefined
      : RecordOf<K, N, EditContext<K, N>, Registry> extends infer Found
        ? Key extends keyof Found
          ? string extends keyof Found
            ? EntityId
            : Found[Key]
          : EntityId
        : never
    : never
