/**
 * The three depths in which the server gives a record: `view` for the public, `edit` for those who may change
 * it (with raw values), `embed` for a short form inside another answer.
 */
export type Context = 'view' | 'edit' | 'embed'

/**
 * What a query may name as its context, to be extended where the copies of records on a server of one's own have other
 * names, such as locales.
 * @example
 * declare module 'copydesk' {
 *   interface EntityContexts {
 *     en: true
 *     fr: true
 *   }
 * }
 */
export interface EntityContexts {
  readonly view: true
  readonly edit: true
  readonly embed: true
}

/**
 * A field that exists in some contexts only: its value where `Current` is among the `Available` ones, `never`
 * elsewhere, so that `OmitNever` takes it out of the record.
 *
 * With several contexts at once the field stays only if every one of them has it.
 */
export type ContextField<Value, Available extends Context, Current extends Context> = [Current] extends [
  Available,
]
  ? Value
  : never

/** The same, to be read alone, at every depth: what is mutated by accident does not compile. */
export type DeepReadonly<Value> = unknown extends Value
  ? Value
  : Value extends Leaf
    ? Value
    : { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }

/** A record as the store gives it: without the fields that can hold nothing, and to be read alone. */
export type ReadonlyRecord<Fields> = DeepReadonly<OmitNever<Fields>>

/**
 * The same record without the fields that can hold nothing (`never`), at every depth; a dictionary inside it is
 * left as it is.
 */
export type OmitNever<Fields, Names extends keyof Fields = PresentName<Fields>> = {
  [Name in Names]: OmitNeverWithin<Fields[Name]>
}

/** Mapping over these names, not over `keyof Fields`, lets editors show `Post<'edit'>` and not `OmitNever<…>`. */
type PresentName<Fields> = {
  [Name in keyof Fields]-?: [Exclude<Fields[Name], undefined>] extends [never] ? never : Name
}[keyof Fields]

type OmitNeverWithin<Value> = unknown extends Value
  ? Value
  : Value extends Leaf
    ? Value
    : Value extends readonly unknown[]
      ? { [Index in keyof Value]: OmitNeverWithin<Value[Index]> }
      : string extends keyof Value
        ? Value
        : [NotALeaf<Value>] extends [never]
          ? Value
          : OmitNever<Value>

type Leaf = string | number | boolean | bigint | symbol | null | undefined | AnyFunction

type AnyFunction = (...parameters: never[]) => unknown

/** The names of the fields that can hold nothing, or something that has fields in turn. */
type NotALeaf<Fields> = {
  [Name in keyof Fields]-?: [Exclude<Fields[Name], undefined>] extends [never]
    ? Name
    : [Fields[Name]] extends [Leaf]
      ? never
      : Name
}[keyof Fields]

/** A record whose fields are the same in every context. */
export type InEveryContext<
  Fields,
  C extends Context,
  Names extends keyof Fields = [C] extends [Context] ? keyof Fields : never,
> = { readonly [Name in Names]: DeepReadonly<Fields[Name]> }

/** A record that promises some fields in the `Available` contexts only: elsewhere they are optional. */
export type PromisedIn<
  Available extends Context,
  Names extends keyof Fields,
  Fields,
  Current extends Context,
> = [Current] extends [Available] ? Flat<Fields> : Flat<Omit<Fields, Names> & Partial<Pick<Fields, Names>>>

type Flat<Fields> = { readonly [Name in keyof Fields]: DeepReadonly<Fields[Name]> }

/**
 * Text as the server shows it, `rendered` to HTML; in the `edit` context also `raw`, as it was typed.
 */
export type RenderedText<C extends Context> = [C] extends ['edit']
  ? { raw: string; rendered: string }
  : { rendered: string }

/** Rendered text that a password may keep back: it is empty then, and `protected` is true. */
export type ProtectedText<C extends Context> = [C] extends ['edit']
  ? { raw: string; rendered: string; protected: boolean }
  : { rendered: string; protected: boolean }

/** The main text of a post: protected rendered text, in the `edit` context with the version of its blocks. */
export type PostContent<C extends Context> = [C] extends ['edit']
  ? { raw: string; rendered: string; protected: boolean; block_version: number }
  : { rendered: string; protected: boolean }

/**
 * A record as it is edited and saved: every rendered-text field is one plain string, the raw one.
 *
 * Fields that may be null stay so, and so does `guid`, which never changes; all others keep their type.
 */
export type Updatable<Fields> = Fields extends unknown
  ? { [Field in keyof Fields]: Field extends 'guid' ? Fields[Field] : UpdatableValue<Fields[Field]> }
  : never

type UpdatableValue<Value> = unknown extends Value
  ? Value
  : Value extends { raw: infer Raw }
    ? Raw extends string
      ? string
      : Value
    : Value extends { rendered: string }
      ? string
      : Value

/** One of the known texts, or any other that a plugin registers; editors still suggest the known ones. */
export type OpenText<Known extends string> = Known | (string & {})
