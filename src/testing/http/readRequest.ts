import { isRecord } from '../../core/plain'
import type { MockRequest, UploadedFile } from './message'

/** The path and the query of a target such as `/wp/v2/posts?include[]=1`. */
export function readQuery(target: string): Pick<MockRequest, 'path' | 'query'> {
  const [path = '/', text = ''] = target.split(/\?(.*)/s)
  const query: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [, first = name, rest = ''] = /^([^[]+)((?:\[[^\]]*\])+)$/.exec(name) ?? []
    put(query, [first, ...rest.slice(1, -1).split('][')].slice(0, rest === '' ? 1 : undefined), value)
  }
  return { path: decode(path).replace(/(.)\/+$/, '$1'), query }
}

/** Puts a value where a name such as `a`, `a[]`, `a[0]` or `a[b][]` says. */
function put(
  fields: Record<string, unknown>,
  [name = '', ...places]: readonly string[],
  value: string,
): void {
  const [place, ...more] = places
  const known = fields[name]
  if (place === undefined) fields[name] = value
  else if (more.length === 0 && /^\d*$/.test(place))
    fields[name] = [...(Array.isArray(known) ? (known as unknown[]) : []), value]
  else {
    const inner: Record<string, unknown> = isRecord(known) ? { ...known } : {}
    put(inner, places, value)
    fields[name] = inner
  }
}

/** What an address of the interface asks for: its path below the root, with the query. */
export function targetOf(href: string): string {
  return href.split(/\/wp-json(?=\/)(.*)/s)[1] ?? '/'
}

/** A text without its percent signs; as it is where they are none. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * A request as the site takes it, its body read to the end: an object, a form, or the text of JSON, whose fields are null
 * where it can't be read.
 */
export async function readRequest(
  method: string,
  target: string,
  content: unknown,
  sent: Headers,
): Promise<MockRequest> {
  const request = { method, ...readQuery(target), headers: Object.fromEntries(sent), body: {} }
  if (content === undefined || content === null || content === '') return request
  if (typeof content === 'string') {
    try {
      return { ...request, body: asFields(JSON.parse(content)) }
    } catch {
      return { ...request, body: null }
    }
  }
  if (content instanceof Blob) return { ...request, file: await readFile(content, 'upload') }
  if (!isForm(content)) return { ...request, body: asFields(JSON.parse(JSON.stringify(content))) }
  const body: Record<string, unknown> = {}
  let file: UploadedFile | undefined
  for (const [name, value] of content.entries()) {
    if (typeof value === 'string') body[name] = value
    else file = await readFile(value, value.name)
  }
  return { ...request, body, file }
}

function asFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

// By its shape: a form may come from another window.
function isForm(value: unknown): value is FormData {
  return typeof value === 'object' && value !== null && 'append' in value && 'entries' in value
}

async function readFile(blob: Blob, name: string): Promise<UploadedFile> {
  return { name, type: blob.type, bytes: new Uint8Array(await blob.arrayBuffer()) }
}
