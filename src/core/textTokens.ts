/** A block of a text, or a paragraph of what is between blocks. */
export interface Token {
  readonly text: string
  /** The white space in front of it. */
  readonly gap: string
  /** Name of the block, such as `core/paragraph` without its namespace where it has none; `''` between blocks. */
  readonly block: string
  /** Whether the text begins with it. */
  readonly isFirst?: boolean
}

/** A text taken apart: its tokens with their gaps and the tail, one after the other, are the text. */
export interface Tokens {
  readonly tokens: readonly Token[]
  /** The white space at the end. */
  readonly tail: string
}

/** What may be written between parts where none of the sides says it. */
const defaultGap = '\n\n'

interface Delimiter {
  readonly start: number
  readonly end: number
  readonly block: string
  readonly kind: 'open' | 'close' | 'void'
}

/** The blocks and paragraphs of a text at its top level; undefined where blocks do not end as they began. */
export function tokenize(text: string): Tokens | undefined {
  const tokens: Token[] = []
  let gap = ''
  const add = (part: string, block: string) => {
    tokens.push({ text: part, gap, block, ...(tokens.length === 0 && { isFirst: true }) })
    gap = ''
  }
  const addLoose = (loose: string) => {
    for (const piece of loose.split(/(\n[^\S\n]*\n\s*)/)) {
      const part = piece.trim()
      const start = part === '' ? piece.length : piece.indexOf(part)
      gap += piece.slice(0, start)
      if (part !== '') add(part, '')
      gap += piece.slice(start + part.length)
    }
  }
  let from = 0
  const open: Delimiter[] = []
  for (const delimiter of delimitersOf(text)) {
    const { start, end, block, kind } = delimiter
    if (open.length === 0 && kind !== 'close') {
      addLoose(text.slice(from, start))
      if (kind === 'void') add(text.slice(start, end), block)
      from = kind === 'void' ? end : start
    }
    if (kind === 'open') open.push(delimiter)
    if (kind !== 'close') continue
    if (open.pop()?.block !== block) return undefined
    if (open.length > 0) continue
    add(text.slice(from, end), block)
    from = end
  }
  if (open.length > 0) return undefined
  addLoose(text.slice(from))
  return { tokens, tail: gap }
}

/** What a token says beside its markup; all of it where it is only markup, such as an image. */
export function saidBy({ text }: Pick<Token, 'text'>): string {
  return text.replace(/<[^>]*>/g, '').trim() || text
}

/**
 * The text that tokens come to.
 * @param lead - The white space at its beginning.
 */
export function joinTokens(tokens: readonly Token[], lead: string, tail: string): string {
  const gapOf = ({ gap, isFirst }: Token, at: number) => (at === 0 ? lead : isFirst ? defaultGap : gap)
  return tokens.map((token, at) => gapOf(token, at) + token.text).join('') + tail
}

/** A block that has others within it, apart from its first and last delimiter; undefined for any other token. */
export function openContainer({ text, block }: Token) {
  if (block === '') return undefined
  const delimiters = [...delimitersOf(text)]
  const [first] = delimiters
  const last = delimiters.at(-1)
  if (first === undefined || last === undefined || delimiters.length < 3) return undefined
  return {
    open: text.slice(0, first.end),
    inner: text.slice(first.end, last.start),
    close: text.slice(last.start),
  }
}

/** The delimiters of blocks: comments such as `<!-- wp:image {"id":4} -->`, in which no other comment can end. */
function* delimitersOf(text: string): Generator<Delimiter> {
  const opening = /<!--\s+(\/?)wp:([a-z][a-z0-9_/-]*)\s/g
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const end = text.indexOf('-->', opening.lastIndex - 1)
    if (end < 0) return
    const kind = match[1] ? 'close' : text[end - 1] === '/' ? 'void' : 'open'
    opening.lastIndex = end + 3
    yield { start: match.index, end: end + 3, block: match[2] ?? '', kind }
  }
}
