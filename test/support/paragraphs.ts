import type { BlockCodec, ContentBlock } from 'copydesk'

/** A codec for texts of paragraphs, and of quotes with paragraphs inside, that counts what it is asked. */
export function paragraphCodec(): BlockCodec & { readonly parsed: string[]; readonly written: string[] } {
  const parsed: string[] = []
  const written: string[] = []
  let made = 0

  function read(text: string): ContentBlock[] {
    const blocks: ContentBlock[] = []
    const wanted = /<!-- wp:(quote|paragraph) -->\n([^]*?)\n<!-- \/wp:\1 -->/g
    const rest = text.replace(wanted, (all, name: string, inside: string) => {
      blocks.push(
        name === 'paragraph'
          ? block('paragraph', { content: inside.replace(/^<p>|<\/p>$/g, '') })
          : block(
              'quote',
              { cite: /<cite>([^]*)<\/cite>/.exec(inside)?.[1] ?? '' },
              read(inside.replace(/<cite>[^]*<\/cite>/, '')),
            ),
      )
      return ''
    })
    if (rest.trim() !== '') blocks.push(block('freeform', { content: rest.trim() }))
    return blocks
  }

  function block(name: string, attributes: ContentBlock['attributes'], innerBlocks: ContentBlock[] = []) {
    return { clientId: `block-${++made}`, name: `core/${name}`, attributes, innerBlocks }
  }

  return {
    parsed,
    written,
    parse: (text) => {
      parsed.push(text)
      if (text.includes('<!-- broken')) throw new Error('Unexpected end of a comment')
      return read(text)
    },
    serialize: (blocks) => {
      const text = blocks.map(write).join('\n\n')
      written.push(text)
      return text
    },
  }
}

function write({ name, attributes, innerBlocks }: ContentBlock): string {
  const content = String(attributes.content)
  if (name === 'core/freeform') return content
  const [short, inside] =
    name === 'core/quote'
      ? ['quote', `${innerBlocks.map(write).join('\n')}\n<cite>${String(attributes.cite)}</cite>`]
      : ['paragraph', `<p>${content}</p>`]
  return `<!-- wp:${short} -->\n${inside}\n<!-- /wp:${short} -->`
}

/** A paragraph, as an editor makes one. */
export function paragraph(content: string, clientId = content): ContentBlock {
  return { clientId, name: 'core/paragraph', attributes: { content }, innerBlocks: [] }
}

/** The text of paragraphs. */
export function paragraphs(...contents: readonly string[]): string {
  return contents.map((content) => write(paragraph(content))).join('\n\n')
}

/** A mark that refers to a footnote, as WordPress writes it. */
export function mark(id: string, number: number | string): string {
  return `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">${number}</a></sup>`
}
