import { plainText } from '../plainText'
import { isSafeAddress } from './inlineHtml'

/** Where the picture of an `<img>` is, `''` where that is no address to load from, and what is said of it. */
export function pictureIn(image: string): { source: string; alt: string } {
  const source = attributeOf(image, 'src')
  return { source: isSafeAddress(source) ? source : '', alt: attributeOf(image, 'alt') }
}

function attributeOf(tag: string, name: string): string {
  return plainText(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}
