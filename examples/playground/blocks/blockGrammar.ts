/** One block as it stands in a text, with the blocks inside it. Offsets count from the start of that text. */
export interface BlockSpan {
  /** With its namespace: `core/paragraph`. */
  name: string
  /** The settings in its opening comment; empty where it has none. */
  settings: Record<string, unknown>
  start: number
  /** Where its opening comment ends. */
  contentStart: number
  /** Where its closing comment begins; as `contentStart` for a block without content. */
  contentEnd: number
  end: number
  inner: BlockSpan[]
}

interface Delimiter {
  kind: 'open' | 'close' | 'void'
  name: string
  settings: Record<string, unknown>
  start: number
  end: number
}

/**
 * The outermost blocks of a text. What is not well formed, such as an end without a beginning, is no block: it
 * belongs to the text around it, and a block that is never closed is as if it had no opening comment.
 */
export function findBlocks(text: string): BlockSpan[] {
  const found: BlockSpan[] = []
  const open: BlockSpan[] = []
  for (const { kind, name, settings, start, end } of delimitersOf(text)) {
    if (kind === 'close') {
      const at = open.map((block) => block.name).lastIndexOf(name)
      if (at < 0) continue
      // Blocks that were opened inside and not closed leave what they hold to this one.
      const [block, ...unclosed] = open.splice(at) as [BlockSpan, ...BlockSpan[]]
      block.inner.push(...unclosed.flatMap(({ inner }) => inner))
      block.contentEnd = start
      block.end = end
      ;(open.at(-1)?.inner ?? found).push(block)
      continue
    }
    const block = { name, settings, start, contentStart: end, contentEnd: end, end, inner: [] }
    if (kind === 'open') open.push(block)
    else (open.at(-1)?.inner ?? found).push(block)
  }
  return [...found, ...open.flatMap(({ inner }) => inner)].sort((one, other) => one.start - other.start)
}

/** The opening comment of a block. */
export function openingComment(name: string, settings: Record<string, unknown>): string {
  const json = Object.keys(settings).length > 0 ? `${settingsText(settings)} ` : ''
  return `<!-- wp:${name.replace(/^core\//, '')} ${json}-->`
}

/** The closing comment of a block. */
export function closingComment(name: string): string {
  return `<!-- /wp:${name.replace(/^core\//, '')} -->`
}

/** A text that begins with the opening comment of a block, with other settings in it. */
export function withSettings(
  text: string,
  change: (settings: Record<string, unknown>) => Record<string, unknown>,
): string {
  const [opening] = delimitersOf(text)
  if (opening?.start !== 0 || opening.kind === 'close') return text
  return openingComment(opening.name, change(opening.settings)) + text.slice(opening.end)
}

// No JSON that an editor writes has `-->` in it: see settingsText.
const beginningOfComment = /<!--\s+(\/)?wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)\s+/g

/** The delimiters of a text, which is gone through once, whatever is in it. */
function* delimitersOf(text: string): Generator<Delimiter> {
  /** Where the comment ends, and where what stands in it does, with a slash and blanks behind it. */
  let end = { at: -1, slash: -1, inside: -1 }
  // Behind the last end of a comment none begins that has one.
  const last = text.lastIndexOf('-->')
  const beginning = new RegExp(beginningOfComment)
  for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
    const [all, closes, given = ''] = match
    const inside = match.index + all.length
    if (inside > last) return
    if (end.at < inside) end = endOfComment(text, inside)
    const isEmpty = inside === end.slash
    const hasJson = text[inside] === '{' && end.inside > inside + 1 && end.inside < end.slash
    if (!isEmpty && !(hasJson && text[end.inside - 1] === '}')) continue
    beginning.lastIndex = end.at
    const settings = isEmpty ? {} : readSettings(text.slice(inside, end.inside))
    if (settings === null) continue
    const name = given.includes('/') ? given : `core/${given}`
    const kind = closes ? 'close' : end.slash < end.at ? 'void' : 'open'
    yield { kind, name, settings, start: match.index, end: end.at + '-->'.length }
  }
}

function endOfComment(text: string, from: number) {
  const at = text.indexOf('-->', from)
  const slash = at > from && text[at - 1] === '/' ? at - 1 : at
  return { at, slash, inside: from + text.slice(from, slash).trimEnd().length }
}

function readSettings(json: string): Record<string, unknown> | null {
  try {
    return JSON.parse(json) as Record<string, unknown>
  } catch {
    return null
  }
}

/** JSON that can't end the comment it stands in, nor look like HTML. */
function settingsText(settings: Record<string, unknown>): string {
  return JSON.stringify(settings)
    .replaceAll('--', '\\u002d\\u002d')
    .replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
    .replaceAll('\\"', '\\u0022')
}
