import type { Context } from '../../records/inference/context'
import type { ContextIn } from '../../records/inference/inference'
import type { DeepPartial } from '../../records/inference/projection'
import type { Attachment, Block, GlobalStyles, Icon, IconCollection, Navigation, Page, Post } from './records'

/** The records of kind `root`, by name; declaration merging can add to them. */
export interface RootEntityRecordTypes<C extends Context> {
  globalStyles: GlobalStyles<C>
  icon: Icon<C>
  iconCollection: IconCollection<C>
}

/** The records of kind `postType`, by name; declaration merging can add to them. */
export interface PostTypeEntityRecordTypes<C extends Context> {
  attachment: Attachment<C>
  page: Page<C>
  post: Post<C>
  wp_block: Block<C>
  wp_navigation: Navigation<C>
}

/** The records of kind `taxonomy`, by name; declaration merging can add to them. */
// empty on purpose: what is declared here could not be declared by users any more
export interface TaxonomyEntityRecordTypes<C extends Context> {}

/** The records by kind and name; declaration merging can add a kind. */
export interface EntityRecordTypes<C extends Context> {
  root: RootEntityRecordTypes<C>
  postType: PostTypeEntityRecordTypes<C>
  taxonomy: TaxonomyEntityRecordTypes<C>
}

/** A kind that has typed records. */
export type EntityKind = keyof EntityRecordTypes<'edit'>

/** A name of a kind that has a typed record. */
export type EntityNameOf<Kind extends EntityKind> = keyof EntityRecordTypes<'edit'>[Kind] & string

/** The record of a kind and a name, in `edit` unless said otherwise. */
export type EntityRecordOf<
  Kind extends EntityKind,
  Name extends EntityNameOf<Kind>,
  C extends Context = 'edit',
> = EntityRecordTypes<C>[Kind][Name & keyof EntityRecordTypes<C>[Kind]]

/** The context in which entities of kind `root` are asked for, by name; declaration merging can add to them. */
export interface RootEntityContexts {
  globalStyles: 'edit'
  icon: 'view'
  iconCollection: 'view'
}

/** The same of kind `postType`. */
export interface PostTypeEntityContexts {
  attachment: 'edit'
  page: 'edit'
  post: 'edit'
  wp_block: 'edit'
  wp_navigation: 'edit'
}

/** The same of kind `taxonomy`. */
export interface TaxonomyEntityContexts {}

/** The same by kind; declaration merging can add a kind. */
export interface EntityContextDefaults {
  root: RootEntityContexts
  postType: PostTypeEntityContexts
  taxonomy: TaxonomyEntityContexts
}

/** The context in which an entity is asked for; each of the three where that is not known. */
export type DefaultContextOf<Kind, Name> = Kind extends keyof EntityContextDefaults
  ? Name extends keyof EntityContextDefaults[Kind]
    ? Extract<EntityContextDefaults[Kind][Name], Context>
    : Context
  : Context

/**
 * The record that a query is answered with: in its context, and with every field optional where it asks for some only. A
 * query that may be one of several gives the union of their records.
 */
export type EntityRecordOfQuery<
  Kind extends EntityKind,
  Name extends EntityNameOf<Kind>,
  Query,
> = Query extends unknown
  ? '_fields' extends keyof Query
    ? DeepPartial<InContexts<Kind, Name, ContextIn<Query, DefaultContextOf<Kind, Name>>>>
    : InContexts<Kind, Name, ContextIn<Query, DefaultContextOf<Kind, Name>>>
  : never

type InContexts<
  Kind extends EntityKind,
  Name extends EntityNameOf<Kind>,
  C extends Context,
> = C extends Context ? EntityRecordOf<Kind, Name, C> : never
