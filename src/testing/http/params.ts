import { isRecord } from '../../core/plain'
import { WpError } from './wpError'
import type { UserRow } from '../site/siteState'

/** What one parameter of a request may be. */
export interface Arg {
  type?: 'string' | 'integer' | 'boolean' | 'array' | 'any'
  /** The same for each of an array's items. */
  items?: Arg
  enum?: readonly string[]
  minimum?: number
  maximum?: number
  /** What an object has that may stand for a list. */
  fields?: Args
  /** The most items that a list may have. */
  maxItems?: number
  default?: unknown
  required?: boolean
  /** Makes another value of a right one; what could not be read stays as it was sent. */
  convert?: (value: string) => string
  /** The message and code of a value that the type alone does not exclude. */
  check?: (value: unknown, name: string, user: UserRow | null) => ParamError | undefined
}

/** The parameters of one method of a route; the order is that of the messages. */
export type Args = Readonly<Record<string, Arg>>

export const text: Arg = { type: 'string' }
/** An address, which a site completes and cleans of blanks. */
export const address: Arg = { type: 'string', convert: asAddress }
export const texts: Arg = { type: 'array', items: text }
export const integer: Arg = { type: 'integer' }
export const integers: Arg = { type: 'array', items: integer }

/** The parameters as their types, with defaults. Throws the error that names every wrong one. */
export function readParams(
  given: Record<string, unknown>,
  args: Args,
  user: UserRow | null,
): Record<string, unknown> {
  const missing = Object.keys(args).filter(
    (name) => args[name]?.required && args[name].default === undefined && given[name] === undefined,
  )
  if (missing.length > 0) {
    throw new WpError(400, 'rest_missing_callback_param', `Missing parameter(s): ${missing.join(', ')}`, {
      params: missing,
    })
  }
  const params: Record<string, unknown> = { ...given }
  const wrong: Record<string, ParamError> = {}
  for (const [name, arg] of Object.entries(args)) {
    if (given[name] === undefined) {
      if (arg.default !== undefined) params[name] = arg.default
      continue
    }
    const error = findParamError(given[name], arg, name) ?? arg.check?.(given[name], name, user)
    if (error) wrong[name] = error
    else params[name] = convert(given[name], arg)
  }
  const all = Object.keys(wrong)
  if (all.length === 0) return params
  // What is wrong with these a site says before it looks at the others.
  const first = all.filter((name) => ['context', 'page', 'per_page', 'search'].includes(name))
  const names = first.length > 0 ? first : all
  const messages = Object.fromEntries(names.map((name) => [name, wrong[name]?.message]))
  const detailed = names.filter((name) => wrong[name]?.code !== undefined)
  const details = Object.fromEntries(detailed.map((name) => [name, { data: null, ...wrong[name] }]))
  throw new WpError(400, 'rest_invalid_param', `Invalid parameter(s): ${names.join(', ')}`, {
    params: messages,
    // PHP writes an empty table as an empty list.
    details: detailed.length > 0 ? details : [],
  })
}

/** A value of the query or the body as a list. */
export function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? value.split(/[\s,]+/).filter((part) => part !== '') : [value]
}

/** The text of a field, which is sent as it is or as `{ raw }`. */
export function rawOf(value: unknown): unknown {
  return isRecord(value) ? value.raw : value
}

/**
 * Takes what was sent into a row, texts and numbers as what the field is. A text may be sent as `{ raw }`; what is null was
 * not sent.
 *
 * @param fields - Fields whose parameters are named like them: `menu_order` for `menuOrder`.
 * @param others - The names of the parameters of others.
 */
export function takeSent<Row extends object>(
  row: Row,
  params: Readonly<Record<string, unknown>>,
  fields: readonly (keyof Row & string)[],
  others: { readonly [Field in keyof Row]?: string } = {},
): void {
  const named = fields.map((field) => [
    field,
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ])
  for (const [field, name] of [...named, ...Object.entries(others)] as [keyof Row, string][]) {
    const value = rawOf(params[name])
    if (value === undefined || value === null) continue
    const type = typeof row[field]
    const read = type === 'string' ? String(value) : type === 'number' ? Number(value) : value
    row[field] = read as Row[keyof Row]
  }
}

/** What is wrong with one parameter. */
export interface ParamError {
  /** Absent where a site answers nothing but the message. */
  code?: string
  message: string
  data?: unknown
}

/** What is wrong with a value of a parameter, by its type. */
export function findParamError(value: unknown, arg: Arg, name: string): ParamError | undefined {
  const wrongType = () => ({
    code: 'rest_invalid_type',
    message: `${name} is not of type ${arg.type}.`,
    data: { param: name },
  })
  if (arg.fields && isRecord(value)) {
    for (const [field, inner] of Object.entries(arg.fields)) {
      const error =
        value[field] === undefined ? undefined : findParamError(value[field], inner, `${name}[${field}]`)
      if (error) return error
    }
    return undefined
  }
  if (arg.type === 'array') {
    for (const [index, item] of toList(value).entries()) {
      const error = arg.items && findParamError(item, arg.items, `${name}[${index}]`)
      if (error) return error
    }
    return undefined
  }
  if (
    arg.type === 'boolean' &&
    !['true', 'false', '1', '0', 1, 0, true, false, ''].includes(value as string)
  ) {
    return wrongType()
  }
  if (arg.type === 'string' && typeof value !== 'string') return wrongType()
  if (arg.enum && !arg.enum.includes(String(value))) {
    const among = arg.enum.length > 1 ? `one of ${listed(arg.enum)}` : arg.enum[0]
    return { code: 'rest_not_in_enum', message: `${name} is not ${among}.` }
  }
  if (arg.type !== 'integer') return undefined
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (!Number.isInteger(number)) return wrongType()
  const { minimum = -Infinity, maximum = Infinity } = arg
  if (Number(number) >= minimum && Number(number) <= maximum) return undefined
  const bounds =
    maximum === Infinity
      ? `${name} must be greater than or equal to ${minimum}`
      : `${name} must be between ${minimum} (inclusive) and ${maximum} (inclusive)`
  return { code: 'rest_out_of_bounds', message: bounds }
}

function convert(value: unknown, { type, items, fields, convert: own }: Arg): unknown {
  if (own) return own(String(value))
  if (fields && isRecord(value)) {
    const read = Object.entries(fields).map(([field, arg]) => {
      const given = value[field]
      return [field, given === undefined ? arg.default : convert(given, arg)] as const
    })
    return Object.fromEntries(read)
  }
  if (type === 'array') return toList(value).map((item) => (items ? convert(item, items) : item))
  if (type === 'integer') return Number(value)
  return type === 'boolean' ? ['true', '1', 1, true].includes(value as string) : value
}

function listed(words: readonly string[]): string {
  if (words.length < 3) return words.join(' and ')
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`
}

function asAddress(text: string): string {
  const encoded = text.trimStart().replaceAll(' ', '%20')
  return encoded === '' || /^[/#?]|:/.test(encoded) ? encoded : `http://${encoded}`
}
