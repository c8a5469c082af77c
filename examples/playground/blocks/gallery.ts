import type { ContentBlock } from 'copydesk'
import { closingComment, openingComment } from './blockGrammar'
import { makeBlock, withPicture, type Picture } from './editableBlock'

/** A gallery of pictures of the library. */
export function makeGallery(pictures: readonly Picture[]): ContentBlock {
  const name = 'core/gallery'
  return {
    clientId: crypto.randomUUID(),
    name,
    attributes: {
      before: `${openingComment(name, { linkTo: 'none' })}\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped">`,
      content: '',
      after: `</figure>\n${closingComment(name)}`,
    },
    innerBlocks: picturesOf(pictures),
  }
}

/** An image block for each picture. */
function picturesOf(pictures: readonly Picture[]): ContentBlock[] {
  return pictures.map((picture) => withPicture(makeBlock('core/image'), picture))
}
