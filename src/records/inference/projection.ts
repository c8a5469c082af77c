/**
 * A record of which the server was asked for some `_fields` only: those that are named in the code stay as they
 * are, all others are optional at every depth. Where the names are not known to the compiler, all are optional.
 */
export type Projection<Fields, Requested> = Fields extends unknown
  ? string extends keyof Fields
    ? Fields
    : [keyof Fields & RequestedField<Requested>] extends [never]
      ? DeepPartial<Fields>
      : Projected<Fields, keyof Fields & RequestedField<Requested>>
  : never

/** The fields named `Kept` as they are, all others optional at every depth. */
export type Projected<Fields, Kept extends keyof Fields> = Pick<Fields, Kept> &
  DeepPartial<Omit<Fields, Kept>>

/** The same with every field optional, at every depth; an array is there as a whole or not at all. */
export type DeepPartial<Fields> = { [Field in keyof Fields]?: DeepPartialWithin<Fields[Field]> }

type DeepPartialWithin<Value> = unknown extends Value
  ? Value
  : Value extends WholeValue
    ? Value
    : DeepPartial<Value>

type WholeValue =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | readonly unknown[]
  | ((...parameters: never[]) => unknown)

/** The names in `_fields` that ask for a whole field: `id` and `title` in `'id,title,content.raw'`. */
type RequestedField<Requested> = Requested extends string
  ? WholeField<Requested>
  : Requested extends readonly []
    ? never
    : Requested extends readonly [infer First extends string, ...infer Rest]
      ? WholeField<First> | RequestedField<Rest>
      : never

type WholeField<Names extends string> = string extends Names
  ? never
  : Names extends `${infer First},${infer Rest}`
    ? WholeField<First> | WholeField<Rest>
    : Names extends ` ${infer Name}` | `${infer Name} `
      ? WholeField<Name>
      : Names extends `${string}.${string}`
        ? never
        : Names
