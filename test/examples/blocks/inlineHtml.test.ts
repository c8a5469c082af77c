import { describe, expect, it } from 'vitest'
import { isInlineHtml } from '../../../examples/playground/blocks/inlineHtml'

const span = (style: string) => `<span style="${style}">text</span>`

describe('The style of a text that somebody else wrote', () => {
  it.each([
    'color:#ff0000',
    'background-color:rgba(0, 0, 0, 0);color: var(--wp--preset--color--accent)',
    'font-size:clamp(1rem, 2vw + 1rem, 3rem);',
    "font-family: 'Open Sans', serif; font-weight: 600; text-decoration: underline dotted",
    '',
  ])('may colour and size it: %s', (style) => {
    expect(isInlineHtml(span(style))).toBe(true)
  })

  it.each([
    "background-image:image-set('http://evil.example/pixel' 1x)",
    "background-color:image-set('http://evil.example/pixel' 1x)",
    'background:url(http://evil.example/)',
    'color:u\\72l(http://evil.example)',
    'color:&#117;rl(x)',
    'list-style:cross-fade(x)',
  ])('loads nothing: %s', (style) => {
    expect(isInlineHtml(span(style))).toBe(false)
  })

  it.each([
    'position:fixed;inset:0;z-index:9999',
    'display:block;width:100vw;height:100vh',
    'margin-top:-500px',
    'transform:scale(50)',
    '--x:1',
    'color:red;position:fixed',
  ])('covers nothing of the page: %s', (style) => {
    expect(isInlineHtml(span(style))).toBe(false)
  })
})

it('a link that was chosen in WordPress, which names its page, may be typed into', () => {
  const link = (more: string) => `See <a href="https://site.test/harbour/" ${more}>the harbour</a>.`
  expect(isInlineHtml(link('data-type="page" data-id="12"'))).toBe(true)
  expect(isInlineHtml(link('data-run="12"'))).toBe(false)
  expect(isInlineHtml(link('onclick="run()"'))).toBe(false)
})
