import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { readableHtml } from '../../../examples/playground/document/readableHtml'

// React asks for pictures ahead, which is none of it.
const shown = (html: string) =>
  renderToStaticMarkup(readableHtml(html)).replace(/<link rel="preload"[^>]*>/g, '')

it('keeps what a text is made of: headings, lists, quotes, tables, emphasis', () => {
  const html =
    '<h2>Two <em>minutes</em></h2><ul><li>One</li><li>Two<br/>lines</li></ul><blockquote><p>Said</p></blockquote>' +
    '<table><tbody><tr><td>1</td></tr></tbody></table>'
  expect(shown(html)).toBe(html)
})

it('keeps pictures and links to places, and the text alone of links that run something', () => {
  expect(
    shown('<p><img src="/a.png" alt="A" onerror="x()"> <a href="https://example.org/">there</a></p>'),
  ).toBe(
    '<p><img src="/a.png" alt="A"/> <a href="https://example.org/" target="_blank" rel="noreferrer">there</a></p>',
  )
  expect(shown('<a href="javascript:x()">here</a>')).toBe('<a target="_blank" rel="noreferrer">here</a>')
  expect(shown('<img src="javascript:x()">')).toBe('')
})

it('keeps nothing that runs or looks otherwise, and of what it does not know the text', () => {
  expect(shown('<p style="position:fixed" onclick="x()">A</p><script>x()</script><style>p{}</style>')).toBe(
    '<p>A</p>',
  )
  expect(shown('<marquee><b>B</b></marquee><iframe></iframe>')).toBe('<span><b>B</b></span>')
})
