/**
 * Finds what a browser may run in what people write. It is a list of what is known to be harmless: anything else, and
 * what can't be read as well-formed, counts as a risk. It decides what is asked about, and cleans nothing.
 */

const tags = new Set(
  (
    'a abbr acronym address article aside audio b bdi bdo big blockquote br caption cite code col colgroup dd del ' +
    'details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark ' +
    'nav ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td ' +
    'tfoot th thead time tr track tt u ul var video wbr'
  ).split(' '),
)
const attributes = new Set(
  (
    'abbr align alt autoplay border cellpadding cellspacing char charoff class colspan controls datetime decoding dir ' +
    'download fetchpriority headers height hreflang id kind label lang loading loop media muted name open playsinline ' +
    'preload rel reversed role rowspan rules scope sizes span srclang start style summary tabindex target title type ' +
    'valign value width'
  ).split(' '),
)
const addresses = new Set(['cite', 'href', 'longdesc', 'poster', 'src', 'usemap'])
const schemes = new Set(['ftp', 'http', 'https', 'mailto', 'sms', 'tel'])

/**
 * Everything that begins with `<` and may be more than text: what is read by other rules, with all that is in it, a
 * comment, an end, a beginning, or what is none of them.
 */
const markup =
  /<(script|style|iframe|noembed|noframes|noscript|object|template|textarea|title|svg|math|xmp)(?![a-z0-9-])[^]*?(?:<\/\1\s*>|$)|<!--[^<>]*-->|<\/[a-z][^<>]*>|<[a-z!?/](?:[^<>"']|"[^"]*"|'[^']*')*>?/gi
const beginning =
  /^<([a-z][a-z0-9-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*\/?>$/i
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g
/** A text that is an address by itself, as blocks have them among their attributes. */
const runnable = /^(?:javascript|vbscript|data:(?:text\/html|image\/svg))/i
const unsafeStyle = /url\s*\(|image-set|expression|@import|\\|&|\/\*|position\s*:\s*(?:fixed|absolute)/i
/** The attributes of a block as they stand in a text, in the comment that it begins with. */
const blockComment = /^<!--\s+\/?wp:[^\s{]*\s+(\{[^]*)-->$/i

/**
 * Whether a value holds something a browser may run that it did not hold before.
 * @param after - The value as it is now.
 */
export function addsScript(before: unknown, after: unknown): boolean {
  const risks = risksIn(after)
  if (risks.length === 0) return false
  const known = new Set(risksIn(before))
  return risks.some((risk) => !known.has(risk))
}

const nothing: readonly string[] = []
/** What was found in objects: blocks stay the same while others change. */
const found = new WeakMap<object, readonly string[]>()

function risksIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return risksInText(value)
  if (typeof value !== 'object' || value === null) return nothing
  const known = found.get(value)
  if (known) return known
  const risks = Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([name, each]) => [
    ...risksInText(name),
    ...risksIn(each),
    ...(overlays(name, each) ? [JSON.stringify({ [name]: each })] : []),
  ])
  found.set(value, risks)
  return risks
}

/** Whether an attribute of a block lays it over the page, or its style is one that is not harmless. */
function overlays(name: string, value: unknown): boolean {
  if (/(?:style|css)$/i.test(name) && typeof value === 'string') return unsafeStyle.test(value)
  if (name !== 'position') return false
  const { type = value } = Object(value) as { readonly type?: unknown }
  return type === 'fixed' || type === 'absolute'
}

function risksInText(text: string): readonly string[] {
  if (runnable.test(withoutBlanks(withCharacters(text)))) return [text]
  if (!text.includes('<')) return nothing
  const blocks = blockCommentsIn(text).filter((each) => !areHarmlessAttributes(each))
  return [...blocks, ...(text.match(markup) ?? []).filter((each) => !isHarmless(each))]
}

/** Where blocks begin and end: WordPress finds them by their comments alone, also in an attribute of an element, or in quotes. */
function blockCommentsIn(text: string): readonly string[] {
  const parts = text.split('<!--').slice(1)
  return parts.filter((part) => /^\s+\/?wp:/i.test(part)).map((part) => `<!--${part.split('-->', 1)[0]}-->`)
}

/** The beginning of a text with the characters that entities in it stand for: a block may print it as an address. */
function withCharacters(text: string): string {
  return text.slice(0, 500).replace(entity, (_, hex?: string, decimal?: string, named?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return named ? (named.toLowerCase() === 'colon' ? ':' : ' ') : String.fromCharCode(code)
  })
}

const entity = /&(?:#x([0-9a-f]+)|#(\d+)|(colon|tab|newline));?/gi

function isHarmless(part: string): boolean {
  // What a comment says of a block is looked at by itself.
  if (/^<(?:!--|\/)/.test(part)) return part.endsWith('>')
  const [, name = '', rest = ''] = beginning.exec(part) ?? []
  if (!tags.has(name.toLowerCase())) return false
  return [...rest.matchAll(attribute)].every(([, field = '', ...values]) =>
    isHarmlessAttribute(field.toLowerCase(), values.find((value) => value !== undefined) ?? ''),
  )
}

/** A block prints its attributes as it likes, and WordPress reads escapes in them. What is no JSON can't be read. */
function areHarmlessAttributes(comment: string): boolean {
  const json = blockComment.exec(comment)?.[1]
  if (json === undefined) return true
  try {
    return risksIn(JSON.parse(json.replace(/\/$/, '')) as unknown).length === 0
  } catch {
    return false
  }
}

function isHarmlessAttribute(name: string, value: string): boolean {
  if (name === 'style') return !unsafeStyle.test(value)
  if (addresses.has(name)) return isHarmlessAddress(value)
  if (name === 'srcset') return value.split(',').every((each) => isHarmlessAddress(each))
  return attributes.has(name) || /^(?:data|aria)-[a-z0-9_-]+$/.test(name)
}

/** What stands before the path of an address decides; an entity there may stand for anything. */
function isHarmlessAddress(address: string): boolean {
  const [start = ''] = withoutBlanks(address).split(/[/?#]/)
  const scheme = /^([^:]*):/.exec(start)?.[1]
  return !start.includes('&') && (scheme === undefined || schemes.has(scheme.toLowerCase()))
}

/** Browsers read an address without its blanks and control characters. */
function withoutBlanks(text: string): string {
  let at = 0
  while (at < text.length && text.charCodeAt(at) <= 32) at++
  return Array.from(text.slice(at, at + 200), (letter) => (letter.charCodeAt(0) <= 32 ? '' : letter)).join('')
}
