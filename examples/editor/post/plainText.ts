/**
 * A post of paragraphs as plain text, with an empty line between two of them; undefined for one with anything else in it,
 * such as a picture or a link. `contentOf(plainText(content))` is the content again, and the other way round.
 */
export function plainText(content: string): string | undefined {
  if (content === '') return ''
  const paragraphs = content.split('\n\n').map((block) => paragraph.exec(block)?.[1])
  if (paragraphs.some((html) => html === undefined || /<(?!br>)/.test(html))) return undefined
  return paragraphs.map((html = '') => decoded(html.replaceAll('<br>', '\n'))).join('\n\n')
}

/** The content of a post for a plain text, as WordPress keeps it. */
export function contentOf(text: string): string {
  if (text === '') return ''
  return text
    .split('\n\n')
    .map(
      (part) =>
        `<!-- wp:paragraph -->\n<p>${encoded(part).replaceAll('\n', '<br>')}</p>\n<!-- /wp:paragraph -->`,
    )
    .join('\n\n')
}

const paragraph = /^<!-- wp:paragraph -->\n<p>(.*)<\/p>\n<!-- \/wp:paragraph -->$/

const encoded = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const decoded = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
