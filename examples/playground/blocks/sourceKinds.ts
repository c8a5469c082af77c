import type { ContentBlock } from 'copydesk'
import { closingComment, findBlocks, openingComment } from './blockGrammar'
import { contentOf, makeSourceBlock } from './editableBlock'
import { escapeAttribute, escapeText } from './inlineHtml'
import { makeTable } from './tableSource'

/** The blocks that are kept as their source and can be added. */
export type SourceKind =
  | 'core/table'
  | 'core/buttons'
  | 'core/gallery'
  | 'core/embed'
  | 'core/file'
  | 'core/audio'
  | 'core/video'
  | 'core/pullquote'
  | 'core/verse'

/** A new block that is kept as its source, still empty. */
export function makeSourceKind(name: SourceKind): ContentBlock {
  if (name === 'core/table')
    return makeTable([
      ['', ''],
      ['', ''],
    ])
  return makeSourceBlock(name, wrapped(name, {}, bodies[name]))
}

const button =
  '<!-- wp:button -->\n<div class="wp-block-button"><a class="wp-block-button__link wp-element-button"></a></div>\n<!-- /wp:button -->'

const bodies: Record<Exclude<SourceKind, 'core/table'>, string> = {
  'core/buttons': `<div class="wp-block-buttons">${button}</div>`,
  'core/gallery': '<figure class="wp-block-gallery has-nested-images columns-default is-cropped"></figure>',
  'core/embed': '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n\n</div></figure>',
  'core/file': '<div class="wp-block-file"></div>',
  'core/audio': '<figure class="wp-block-audio"></figure>',
  'core/video': '<figure class="wp-block-video"></figure>',
  'core/pullquote':
    '<figure class="wp-block-pullquote"><blockquote><p></p><cite></cite></blockquote></figure>',
  'core/verse': '<pre class="wp-block-verse"></pre>',
}

function wrapped(name: string, settings: Record<string, unknown>, body: string): string {
  return `${openingComment(name, settings)}\n${body}\n${closingComment(name)}`
}

/** Another button in a block of them. */
export function withButton(source: string): string {
  const last = source.lastIndexOf('</div>')
  const space = source.slice(0, last).trimEnd().endsWith('-->') ? '\n\n' : ''
  return source.slice(0, last) + space + button + source.slice(last)
}

/** An embed as WordPress keeps it: the site looks for the rest when it shows it. */
export function embedSource(url: string): string {
  const body = `<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${escapeText(url)}\n</div></figure>`
  return wrapped('core/embed', { url }, body)
}

/** A file of the library as a block's source. */
export interface LibraryFile {
  id: number
  url: string
  title: string
}

/** A file for readers to load down. */
export function fileSource({ id, url, title }: LibraryFile): string {
  const address = escapeAttribute(url)
  return wrapped(
    'core/file',
    { id, href: url },
    `<div class="wp-block-file"><a href="${address}">${escapeText(title)}</a>` +
      `<a href="${address}" class="wp-block-file__button wp-element-button" download>Download</a></div>`,
  )
}

/** A sound or a film, with its controls. */
export function playerSource(kind: 'audio' | 'video', { id, url }: LibraryFile): string {
  const player = `<${kind} controls src="${escapeAttribute(url)}"></${kind}>`
  return wrapped(`core/${kind}`, { id }, `<figure class="wp-block-${kind}">${player}</figure>`)
}

/** What the opening comment of a block's source sets. */
export function settingsOf(block: ContentBlock): Record<string, unknown> {
  return findBlocks(contentOf(block))[0]?.settings ?? {}
}
