import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readableMarkup } from '../../../examples/playground/difference/readableText'

const pieces =
  '<!-- |-->|<a |<a href="|href="|"|>|</a>|<img|<img src="| src="|/|x|<h2|<li|<h2>|</p>|<br />|\n'.split('|')
const markup = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((all) => all.join(''))

/** By expressions that take the cube of the length of a text where it is of tags that do not end. */
function slowly(content: string): string {
  return content
    .replace(/<!--[^]*?-->/g, '')
    .replace(/<h([1-6])[^>]*>/g, (all, level) => '#'.repeat(Number(level)) + ' ')
    .replace(/<li[^>]*>/g, '• ')
    .replace(/<\/?(?:strong|b)>/g, '**')
    .replace(/<\/?(?:em|i)>/g, '_')
    .replace(
      /<a [^>]*href="([^"]*)"[^>]*>([^]*?)<\/a>/g,
      (all, url: string, inner: string) => `[${inner}](${url})`,
    )
    .replace(/<img[^>]*src="([^"]*)"[^>]*>/g, (all, url: string) => `[Image: ${url.replace(/^.*\//, '')}]\n`)
    .replace(/<(?:\/(?:p|h[1-6]|li|pre|figcaption|blockquote|cite)|br\s*\/?|hr\s*\/?)>/g, '$&\n')
}

describe('The text that a reader sees', () => {
  it('has its links and pictures, whatever is written', () => {
    expect(
      readableMarkup('<p>To <a class="x" href="/y">the <b>sea</b></a></p><img alt="" src="/a/b.png">'),
    ).toBe('<p>To [the **sea**](/y)</p>\n[Image: b.png]\n')
    fc.assert(
      fc.property(markup, (content) => {
        expect(readableMarkup(content)).toBe(slowly(content))
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['<!-- ', '<h2 ', '<li ', '<a href="', '<a href="x" ', '<img src="', '<img src="x" '])(
    'is there at once where a text is full of %s, which ends nowhere',
    (piece) => {
      expect(readableMarkup(`${piece.repeat(100_000)} word`)).toContain('word')
      expect(readableMarkup(`${piece.repeat(100_000)}> word`)).toBeTypeOf('string')
    },
  )
})
