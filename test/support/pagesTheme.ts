import type { MockAppearance } from 'copydesk/testing'

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const group = (...blocks: string[]) =>
  `<!-- wp:group {"tagName":"main"} -->\n<main class="wp-block-group">${blocks.join('\n\n')}</main>\n<!-- /wp:group -->`
const header = '<!-- wp:template-part {"slug":"header","tagName":"header"} /-->'
const footer = '<!-- wp:template-part {"slug":"footer","tagName":"footer"} /-->'
const page = (...blocks: string[]) => [header, group(...blocks), footer].join('\n\n')

const color = (slug: string, name: string, value: string) => ({ slug, name, color: value })

/** A theme of blocks with something to choose of each sort that the page shows. */
export const pagesTheme: MockAppearance = {
  themes: [
    {
      stylesheet: 'low-quay',
      name: 'Low Quay',
      settings: {
        color: {
          palette: {
            theme: [
              color('paper', 'Paper', '#fdfcf8'),
              color('ink', 'Ink', '#1b2430'),
              color('tide', 'Tide', '#2f5d7c'),
              color('sand', 'Sand', '#e9dcc3'),
              color('buoy', 'Buoy', '#b2473e'),
              color('kelp', 'Kelp', '#2f6b46'),
            ],
          },
        },
        typography: {
          fontFamilies: {
            theme: [
              { slug: 'body', name: 'Body', fontFamily: 'Georgia, serif' },
              { slug: 'heading', name: 'Heading', fontFamily: 'system-ui, sans-serif' },
            ],
          },
          fontSizes: {
            theme: [
              { slug: 'small', name: 'Small', size: '0.9rem' },
              { slug: 'medium', name: 'Medium', size: '1.1rem' },
            ],
          },
        },
      },
      styles: {
        color: { background: 'var(--wp--preset--color--paper)', text: 'var(--wp--preset--color--ink)' },
        typography: { fontFamily: 'var(--wp--preset--font-family--body)', lineHeight: '1.6' },
      },
    },
  ],
  templates: [
    { slug: '404', title: 'Page: 404', content: page(paragraph('Nothing is here.')) },
    { slug: 'archive', title: 'All Archives', content: page('<!-- wp:query-title {"type":"archive"} /-->') },
    { slug: 'home', title: 'Blog Home', content: page(paragraph('What happened')) },
    { slug: 'index', title: 'Index', content: page('<!-- wp:post-content /-->') },
    { slug: 'page', title: 'Pages', content: page('<!-- wp:post-title /-->', '<!-- wp:post-content /-->') },
    { slug: 'search', title: 'Search Results', content: page('<!-- wp:search /-->') },
    { slug: 'single', title: 'Single Posts', content: page('<!-- wp:post-title /-->') },
    { slug: 'no-title', title: 'Page without a title', isCustom: true, content: page(paragraph('Below')) },
  ],
  templateParts: [
    { slug: 'footer', title: 'Footer', area: 'footer', content: group(paragraph('Printed at Low Quay')) },
    { slug: 'header', title: 'Header', area: 'header', content: group('<!-- wp:site-title /-->') },
  ],
}
