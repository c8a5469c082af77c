/**
 * Whether a text can be what a server has made of one that was sent, such as one without the script that was in it: the
 * same words, without some of the markup that came with what was sent. Markup that was there before is somebody's work,
 * and so is any that was not sent.
 * @param before - What the text was made from; undefined where that is not known.
 */
export function isCleanedText(before: unknown, sent: string, theirs: string): boolean {
  const known = new Set(typeof before === 'string' ? partsOf(before).filter(isTag) : [])
  const answer = partsOf(theirs).join('')
  let at = 0
  for (const part of partsOf(sent)) {
    if (answer.startsWith(part, at)) at += part.length
    else if (!isTag(part) || known.has(part)) return false
    else {
      const [reduced = ''] = tagAt(answer.slice(at, at + part.length * 2)) ?? []
      if (isReduced(part, reduced)) at += reduced.length
    }
  }
  return at === answer.length
}

/** The tags of a text and what is between them. Comments, such as the delimiters of blocks, are no tags. */
function partsOf(text: string): readonly string[] {
  return text
    .trim()
    .split(/(<\/?[a-z][^<>]*>)/i)
    .map((part) => part.replace(/&(amp|quot|#0?39);/g, (_, name: string) => written[name] ?? "'"))
}

const written: { readonly [name: string]: string } = { amp: '&', quot: '"' }

function tagAt(text: string): RegExpExecArray | null {
  return /^<\/?[a-z][^<>]*>/i.exec(text)
}

function isTag(part: string): boolean {
  return tagAt(part) !== null
}

/** Whether a tag is another one without some of its attributes. */
function isReduced(tag: string, reduced: string): boolean {
  const [[name, ...attributes], [given, ...kept]] = [wordsOf(tag), wordsOf(reduced)] as [string[], string[]]
  return name === given && kept.every((attribute) => attributes.includes(attribute))
}

/** The name of a tag, with the slash of a closing one, and its attributes. */
function wordsOf(tag: string): readonly string[] {
  return tag.match(/<\/?[a-z][^\s/<>]*|[^\s"'=<>/]+(?:=(?:"[^"]*"|'[^']*'|[^\s>]*))?/gi) ?? []
}
