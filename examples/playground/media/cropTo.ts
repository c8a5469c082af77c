import type { ImageModifier } from 'copydesk'

/** The largest crop of that ratio of width to height, from the middle of a picture. */
export function cropTo(ratio: number, width: number, height: number): ImageModifier {
  const isTooWide = width / height > ratio
  const wide = isTooWide ? ((height * ratio) / width) * 100 : 100
  const high = isTooWide ? 100 : (width / ratio / height) * 100
  return { type: 'crop', args: { left: (100 - wide) / 2, top: (100 - high) / 2, width: wide, height: high } }
}
