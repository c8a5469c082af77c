import { describe, expect, it } from 'vitest'
import { decodeEntities } from '../../src/rest/decodeEntities'

describe('decodeEntities', () => {
  it.each([
    ['Tips &amp; Tricks', 'Tips & Tricks'],
    ['Tips &#038; Tricks', 'Tips & Tricks'],
    ['It&#8217;s &#x1F600;', 'It’s 😀'],
    ['&#X41;', 'A'],
    ['&laquo;a&nbsp;b&raquo; &hellip; &ndash; &mdash;', '«a\u00a0b» … – —'],
    ['&lsquo;a&rsquo; &ldquo;b&rdquo; &quot;c&quot; &apos;d&apos;', '‘a’ “b” "c" \'d\''],
    ['&copy; &reg; &trade; &lt;b&gt;', '© ® ™ <b>'],
  ])('reads %s', (html, text) => {
    expect(decodeEntities(html)).toBe(text)
  })

  it('decodes each entity once', () => {
    expect(decodeEntities('&amp;lt;b&amp;gt; &#38;#60;')).toBe('&lt;b&gt; &#60;')
  })

  it.each([
    'R&D',
    'a & b; c',
    '&unknown;',
    '&constructor;',
    '&__proto__;',
    '&AMP',
    '&#;',
    '&#x;',
    '&#abc;',
    '&#b1;',
    '&#1e3;',
    '&toString;',
    '&#0;',
    '&#55296;',
    '&#xDFFF;',
    '&#1114112;',
    '&#99999999999999999999;',
  ])('leaves %s as it is', (text) => {
    expect(decodeEntities(text)).toBe(text)
  })
})
