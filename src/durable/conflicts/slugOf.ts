/**
 * Whether a slug can be what WordPress has made of a text: in small letters and without accents, words joined, cut off
 * where it is too long, with a number behind where it was taken; of an empty one what it has made of the title.
 */
export function isSlugOf(sent: string, slug: string): boolean {
  if (sent.trim() === '') return slug !== ''
  const text = withoutMarkup(readable(sent))
  const given = readable(slug)
  const isCut = encodeURIComponent(given).length > longest - 10
  const wanted = lettersOf(text)
  return [given, given.replace(/-\d+$/, '')].some((one) => isMade(wanted, lettersOf(one).join(''), isCut))
}

/** The most that a slug has, as it stands in an address. */
const longest = 200

function readable(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that is one.
    return text
  }
}

/** A text without its tags and without what stands for a character; it is gone through once, whatever it is. */
function withoutMarkup(text: string): string {
  const lastTag = text.lastIndexOf('>')
  const sign = /[<&]/g
  const stop = /[\s;]|$/g
  let result = ''
  let from = 0
  for (let found = sign.exec(text); found; found = sign.exec(text)) {
    const { index } = found
    let end = -1
    if (found[0] === '<') end = index < lastTag ? text.indexOf('>', index) : -1
    else {
      if (stop.lastIndex <= index) stop.lastIndex = index + 1
      const at = (stop.exec(text) as RegExpExecArray).index
      // From here on it is looked for again only behind it.
      stop.lastIndex = at
      if (text[at] === ';' && at > index + 1) end = at
    }
    if (end < 0) continue
    result += text.slice(from, index)
    from = end + 1
    sign.lastIndex = from
  }
  return result + text.slice(from)
}

function lettersOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]/gu) ?? []
  )
}

/** Whether letters can have become others, all of them or, where it is cut off, the first. */
function isMade(letters: readonly string[], given: string, isCut: boolean): boolean {
  let ends: ReadonlySet<number> = new Set([0])
  for (const letter of letters) {
    if (isCut && ends.has(given.length)) return true
    ends = new Set([...ends].flatMap((at) => endsOf(letter, given, at)))
  }
  return letters.length > 0 && ends.has(given.length)
}

/** Where a letter may end: languages write accents and letters of their own with one, two or three plain ones. */
function endsOf(letter: string, given: string, at: number): readonly number[] {
  const [plain = ''] = letter.normalize('NFKD')
  const isSame = given.startsWith(letter, at) ? [at + letter.length] : []
  if (/[a-z0-9]/.test(letter) || !/\p{Script=Latin}/u.test(letter)) return isSame
  const hasPlain = /[a-z]/.test(plain)
  if (hasPlain && given[at] !== plain) return isSame
  const [written = ''] = /^[a-z]*/.exec(given.slice(at, at + (hasPlain ? 2 : 3))) ?? []
  return [...isSame, ...Array.from(written, (_, more) => at + more + 1)]
}
