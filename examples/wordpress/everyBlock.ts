const picture = '/wp-includes/images/media/default.png'

const paragraph = (text: string) => block('paragraph', `<p>${text}</p>`)

/** A document with every kind of block that writers use, as the editor of WordPress 6.6 writes them. */
export const everyBlock = [
  block(
    'paragraph',
    '<p class="has-drop-cap">Plain, <strong>bold</strong>, <em>slanted</em> &amp; small.</p>',
    {
      dropCap: true,
    },
  ),
  block('heading', '<h2 class="wp-block-heading">Headings</h2>'),
  block('heading', '<h3 class="wp-block-heading" id="smaller">Smaller ones</h3>', { level: 3 }),
  list('ul', item('Points'), item(`With more inside${list('ol', item('First'), item('Second'))}`)),
  block(
    'quote',
    `<blockquote class="wp-block-quote">${paragraph('Say it once.')}<cite>The desk</cite></blockquote>`,
  ),
  block(
    'pullquote',
    '<figure class="wp-block-pullquote"><blockquote><p>Say it large.</p><cite>The desk</cite></blockquote></figure>',
  ),
  block('code', '<pre class="wp-block-code"><code>if (late) &#91;stop]</code></pre>'),
  block('preformatted', '<pre class="wp-block-preformatted">as   it\nstands</pre>'),
  block('verse', '<pre class="wp-block-verse">Two lines\n  of it</pre>'),
  block(
    'table',
    '<figure class="wp-block-table"><table class="has-fixed-layout"><thead><tr><th>Word</th><th>Use</th></tr></thead>' +
      '<tbody><tr><td>quay</td><td>not key</td></tr></tbody></table></figure>',
  ),
  block('separator', '<hr class="wp-block-separator has-alpha-channel-opacity"/>'),
  block('spacer', '<div style="height:40px" aria-hidden="true" class="wp-block-spacer"></div>', {
    height: '40px',
  }),
  block(
    'image',
    `<figure class="wp-block-image size-full"><img src="${picture}" alt="A sheet"/>` +
      '<figcaption class="wp-element-caption">A <em>caption</em></figcaption></figure>',
    { sizeSlug: 'full' },
  ),
  block(
    'gallery',
    `<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${block(
      'image',
      `<figure class="wp-block-image"><img src="${picture}" alt=""/></figure>`,
    )}</figure>`,
    { linkTo: 'none' },
  ),
  block(
    'media-text',
    `<div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media"><img src="${picture}" alt=""/></figure>` +
      `<div class="wp-block-media-text__content">${paragraph('Beside a picture')}</div></div>`,
    { mediaType: 'image' },
  ),
  block(
    'cover',
    '<div class="wp-block-cover is-light"><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span>' +
      `<div class="wp-block-cover__inner-container">${paragraph('On a cover')}</div></div>`,
    { isDark: false },
  ),
  block(
    'columns',
    `<div class="wp-block-columns">${['Left', 'Right']
      .map((text) => block('column', `<div class="wp-block-column">${paragraph(text)}</div>`))
      .join('\n\n')}</div>`,
  ),
  block('group', `<div class="wp-block-group">${paragraph('In a group')}</div>`, {
    layout: { type: 'constrained' },
  }),
  block(
    'buttons',
    `<div class="wp-block-buttons">${block(
      'button',
      '<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/">Home</a></div>',
    )}</div>`,
  ),
  block(
    'details',
    `<details class="wp-block-details"><summary>More</summary>${paragraph('Folded away')}</details>`,
  ),
  block('audio', '<figure class="wp-block-audio"><audio controls src="/missing.mp3"></audio></figure>'),
  block('video', '<figure class="wp-block-video"><video controls src="/missing.mp4"></video></figure>'),
  block('file', '<div class="wp-block-file"><a href="/missing.pdf">A file</a></div>', {
    href: '/missing.pdf',
  }),
  block(
    'embed',
    '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://example.org/clip\n</div></figure>',
    { url: 'https://example.org/clip' },
  ),
  block('html', '<p onclick="">By <b>hand</b></p>'),
  block('shortcode', '[gallery]'),
  block('more', '<!--more-->'),
  block('nextpage', '<!--nextpage-->'),
  '<!-- wp:latest-posts {"postsToShow":3,"displayPostDate":true} /-->',
  '<!-- wp:search {"label":"Search","showLabel":false,"buttonText":"Search"} /-->',
  block(
    'social-links',
    '<ul class="wp-block-social-links"><!-- wp:social-link {"url":"https://example.org","service":"chain"} /--></ul>',
  ),
  '<p>From before there were blocks.</p>',
  '<!-- wp:shop/price {"amount":7,"note":"a \\u002d\\u002d b"} -->\n<div class="price">7</div>\n<!-- /wp:shop/price -->',
].join('\n\n')

function block(name: string, html: string, settings?: object): string {
  const json = settings ? ` ${JSON.stringify(settings)}` : ''
  return `<!-- wp:${name}${json} -->\n${html}\n<!-- /wp:${name} -->`
}

function list(tag: 'ul' | 'ol', ...items: string[]): string {
  const html = `<${tag} class="wp-block-list">${items.join('\n\n')}</${tag}>`
  return tag === 'ol' ? block('list', html, { ordered: true }) : block('list', html)
}

function item(html: string): string {
  return block('list-item', `<li>${html}</li>`)
}
