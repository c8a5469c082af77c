import { readPath } from '../../core/paths'
import { isRecord, own } from '../../core/plain'

/**
 * What a server said of each field when it refused a save: `data.params` has a text for each, or only names those that
 * are missing, of which the message speaks.
 */
export function fieldErrors(error: unknown): { readonly [field: string]: string } {
  const { value: params } = readPath(error, 'data.params')
  const { message } = Object(error) as { readonly message?: unknown }
  const entries = Array.isArray(params)
    ? params.filter((field) => typeof field === 'string').map((field) => [field, message] as const)
    : Object.entries(isRecord(params) ? params : {})
  return Object.fromEntries(
    entries.filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'),
  )
}

/** The same of one field; for a part of one, such as `meta.subtitle`, the whole field's text if it speaks of that part. */
export function fieldError(error: unknown, path: string): string | undefined {
  const texts = fieldErrors(error)
  const [property = path] = path.split('.')
  const whole = own(texts, property)
  return own(texts, path) ?? (whole !== undefined && speaksOf(whole, path) ? whole : undefined)
}

/** WordPress names parts both ways: `meta.subtitle` and `meta[subtitle]`. */
function speaksOf(text: string, path: string): boolean {
  const [property = '', ...parts] = path.split('.')
  return text.includes(path) || text.includes(`${property}[${parts.join('][')}]`)
}
