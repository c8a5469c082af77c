import type { ContentBlock } from 'copydesk'
import { withSettings } from './blockGrammar'
import { framedOf, withAttributes, type Picture } from './editableBlock'
import { escapeAttribute, isInlineHtml } from './inlineHtml'

const coverPicture = /<img class="wp-block-cover__image-background[^<>]*>/
const coverColor = /<span [^<>]*class="wp-block-cover__background[^<>]*><\/span>/

/**
 * The `<img>` behind a cover; `''` where there is only a colour. Undefined for other blocks and for a cover whose
 * background can't be changed here, such as a film.
 */
export function coverPictureOf(block: ContentBlock): string | undefined {
  if (block.name !== 'core/cover') return undefined
  const before = framedOf(block)?.before ?? ''
  const picture = coverPicture.exec(before)?.[0]
  if (picture !== undefined) return picture
  return coverColor.test(before) &&
    !before.includes('wp-block-cover__image-background') &&
    !isFilm.test(before)
    ? ''
    : undefined
}

const isFilm = /<video |wp-block-cover__video-background/

/** A cover with a picture of the library behind it; all else that its markup says stays. */
export function withCoverPicture(block: ContentBlock, { id, url, alt }: Picture): ContentBlock {
  const before = framedOf(block)?.before ?? ''
  const src = `src="${escapeAttribute(url)}"`
  const told = `alt="${escapeAttribute(alt)}"`
  const replaced = coverPicture.test(before)
    ? before.replace(coverPicture, (image) =>
        image
          .replace(/ (?:wp-image|size)-[\w-]+/g, '')
          .replace(/wp-block-cover__image-background/, (name) => `${name} wp-image-${id}`)
          .replace(/src="[^"]*"/, () => src)
          .replace(/alt="[^"]*"/, () => told),
      )
    : before.replace(
        coverColor,
        (color) =>
          `${color}<img class="wp-block-cover__image-background wp-image-${id}" ${told} ${src} data-object-fit="cover"/>`,
      )
  // The size was that of the picture before.
  return withAttributes(block, {
    before: withSettings(replaced, ({ alt: known, sizeSlug, ...rest }) => ({
      ...rest,
      url,
      id,
      ...(alt !== '' && { alt }),
    })),
  })
}

const summary = /(<summary(?: [^<>]*)?>)([^]*?)(<\/summary>)/

/** What is shown of a details block while it is closed, as HTML; undefined for others, and where it is no plain text. */
export function summaryOf(block: ContentBlock): string | undefined {
  if (block.name !== 'core/details') return undefined
  const html = summary.exec(framedOf(block)?.before ?? '')?.[2]
  return html !== undefined && isInlineHtml(html) ? html : undefined
}

/** A details block with another summary. */
export function withSummary(block: ContentBlock, html: string): ContentBlock {
  const before = framedOf(block)?.before ?? ''
  return withAttributes(block, {
    before: before.replace(
      summary,
      (all, opens: string, old: string, closes: string) => opens + html + closes,
    ),
  })
}
