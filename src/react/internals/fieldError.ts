import { readPath } from '../../core/paths'
import { isRecord, own } from '../../core/plain'

/**
 * What a server said of one field when it refused a save: `data.params` names fields with a text for each; for a part of
 * a field, such as `meta.subtitle`, the text of the whole field counts where it speaks of that part.
 */
export function fieldError(error: unknown, path: string): string | undefined {
  const { value: params } = readPath(error, 'data.params')
  if (!isRecord(params)) return undefined
  const exact = own(params, path)
  if (typeof exact === 'string') return exact
  const [property = path] = path.split('.')
  const whole = own(params, property)
  return property !== path && typeof whole === 'string' && speaksOf(whole, path) ? whole : undefined
}

/** WordPress names parts both ways: `meta.subtitle` and `meta[subtitle]`. */
function speaksOf(text: string, path: string): boolean {
  const [property = '', ...parts] = path.split('.')
  return text.includes(path) || text.includes(`${property}[${parts.join('][')}]`)
}
