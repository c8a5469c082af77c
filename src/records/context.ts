/**
 * The three depths in which the server tells a record: `view` for the public, `edit` for those who may change
 * it (with raw values), `embed` for a short form inside another answer.
 */
export type Context = 'view' | 'edit' | 'embed'

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

/** The same record without the fields that can hold nothing (`never`), at every depth. */
export type OmitNever<Fields> = {
  [
    Field in keyof Fields as [Exclude<Fields[Field], undefined>] extends [never] ? never : Field
  ]: OmitNeverWithin<Fields[Field]>
}

type OmitNeverWithin<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | bigint | symbol | null | undefined
    ? Value
    : Value extends (...parameters: never[]) => unknown
      ? Value
      : Value extends readonly unknown[]
        ? { [Index in keyof Value]: OmitNeverWithin<Value[Index]> }
        : OmitNever<Value>

/** A record whose fields are the same in every context. */
export type InEveryContext<Fields, C extends Context> = [C] extends [Context] ? Fields : never

/** Text as the server shows it, `rendered` to HTML; in the `edit` context also `raw`, as it was typed. */
export type RenderedText<C extends Context> = [C] extends ['edit']
  ? { raw: string; rendered: string }
  : { rendered: string }

/** Rendered text that a password may keep back: it is empty then, and `protected` is true. */
export type ProtectedText<C extends Context> = RenderedText<C> & { protected: boolean }

/** The main text of a post: protected rendered text, in the `edit` context with the version of its blocks. */
export type PostContent<C extends Context> = [C] extends ['edit']
  ? ProtectedText<C> & { block_version: number }
  : ProtectedText<C>

/**
 * A record as it is edited and saved: every rendered-text field is one plain string, the raw one.
 *
 * Fields that may be null stay so; all others keep their type.
 */
export type Updatable<Fields> = Fields extends unknown
  ? { [Field in keyof Fields]: UpdatableValue<Fields[Field]> }
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
