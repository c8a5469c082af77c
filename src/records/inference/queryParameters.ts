import type { EntityNames } from '../entityTypes'
import type { DidYouMean, EntityId, EntityQuery } from './inference'

/**
 * Further parameters of lists, by kind, such as those that a plugin adds or of a custom taxonomy: extend it by declaration
 * merging, also by another type of one that WordPress has. They count where names are closed by {@link EntityNames}.
 * @example
 * declare module 'copydesk' {
 *   interface EntityParameters { postType: { mood?: string } }
 * }
 */
// empty on purpose: it is the application's to extend
export interface EntityParameters {}

type Ids = EntityId | readonly EntityId[]
type Named<Name extends string> = Name | `${Name},${string}` | readonly Name[]

interface ListParameters<OrderedBy extends string> extends Known {
  readonly exclude?: Ids | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly orderby?: OrderedBy | 'id' | 'include' | 'slug' | 'include_slugs' | undefined
  readonly slug?: string | readonly string[] | undefined
}

/** What every list takes. */
type Known = {
  readonly [
    Parameter in keyof EntityQuery as string extends Parameter ? never : Parameter
  ]: EntityQuery[Parameter]
} & { readonly _embed?: boolean | string | readonly string[] | undefined }

interface DateParameters {
  readonly after?: string | undefined
  readonly before?: string | undefined
}

/** Those that every site has. */
type KnownStatus =
  | 'publish'
  | 'future'
  | 'draft'
  | 'pending'
  | 'private'
  | 'auto-draft'
  | 'inherit'
  | 'trash'
  | 'any'

interface PostParameters
  extends
    ListParameters<'author' | 'date' | 'menu_order' | 'modified' | 'parent' | 'relevance' | 'title'>,
    DateParameters {
  readonly author?: Ids | undefined
  readonly author_exclude?: Ids | undefined
  readonly categories?: Ids | { readonly [setting: string]: unknown } | undefined
  readonly categories_exclude?: Ids | { readonly [setting: string]: unknown } | undefined
  readonly tags?: Ids | { readonly [setting: string]: unknown } | undefined
  readonly tags_exclude?: Ids | { readonly [setting: string]: unknown } | undefined
  readonly tax_relation?: 'AND' | 'OR' | undefined
  readonly format?: string | readonly string[] | undefined
  readonly menu_order?: number | undefined
  readonly modified_after?: string | undefined
  readonly modified_before?: string | undefined
  readonly parent?: Ids | undefined
  readonly parent_exclude?: Ids | undefined
  readonly search_columns?: readonly string[] | string | undefined
  readonly status?: Named<KnownStatus> | undefined
  readonly sticky?: boolean | undefined
  readonly ignore_sticky?: boolean | undefined
  readonly media_type?: string | readonly string[] | undefined
  readonly mime_type?: string | readonly string[] | undefined
}

interface TermParameters extends ListParameters<'name' | 'term_group' | 'description' | 'count'> {
  readonly hide_empty?: boolean | undefined
  readonly parent?: EntityId | undefined
  readonly post?: EntityId | undefined
}

interface UserParameters extends ListParameters<'name' | 'registered_date' | 'email' | 'url'> {
  readonly roles?: string | readonly string[] | undefined
  readonly capabilities?: string | readonly string[] | undefined
  readonly has_published_posts?: boolean | string | readonly string[] | undefined
  readonly who?: 'authors' | undefined
}

interface CommentParameters
  extends ListParameters<'date' | 'date_gmt' | 'post' | 'parent' | 'type'>, DateParameters {
  readonly author?: Ids | undefined
  readonly author_email?: string | undefined
  readonly author_exclude?: Ids | undefined
  readonly parent?: Ids | undefined
  readonly parent_exclude?: Ids | undefined
  readonly post?: Ids | undefined
  readonly status?: 'all' | 'approve' | 'hold' | 'spam' | 'trash' | undefined
  readonly type?: string | undefined
}

/** The parameters of an entity's lists, where WordPress names them. */
type ParametersOf<K extends string, N extends string> = K extends 'postType'
  ? PostParameters
  : K extends 'taxonomy'
    ? TermParameters
    : `${K}/${N}` extends 'root/user'
      ? UserParameters
      : `${K}/${N}` extends 'root/comment'
        ? CommentParameters
        : unknown

type AddedTo<K extends string> = K extends keyof EntityParameters ? EntityParameters[K] : unknown

/**
 * What a query has to satisfy besides being an {@link EntityQuery}: where names are closed, each of its parameters is one
 * that WordPress knows, or that {@link EntityParameters} adds, with a value of its type. Anything, where they are not.
 */
export type CheckedQuery<K extends string, N extends string, Q, Names = EntityNames> = Names extends {
  readonly closed: true
}
  ? unknown extends ParametersOf<K, N>
    ? unknown
    : { readonly [Parameter in keyof Q]: ParameterAt<AddedTo<K>, ParametersOf<K, N>, Parameter> }
  : unknown

type ParameterAt<Added, All, Parameter> = Parameter extends keyof Added
  ? Added[Parameter]
  : Parameter extends keyof All
    ? All[Parameter]
    : Parameter extends string
      ? Misspelt<keyof Added | keyof All, Parameter>
      : NoParameter<Parameter>

type Misspelt<All, Parameter extends string> =
  Snake<Parameter> extends All
    ? DidYouMean<Snake<Parameter>>
    : Lowercase<Parameter> extends All
      ? DidYouMean<Lowercase<Parameter>>
      : NoParameter<Parameter>

/** A name in camel case as WordPress spells it: `per_page` of `perPage`. */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : Name

/** No value is of this type, whose text names the parameter. */
interface NoParameter<Name> {
  readonly isNoParameterOfThisList: Name & symbol
}
