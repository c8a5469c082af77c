import { plainText } from '../plainText'
import { isSafeAddress } from './inlineHtml'

/** Where the picture of an `<img>` is, `''` where that is no address to load from, and what is said of it. */
export function pictureIn(image: string): { source: string; alt: string } {
  const source = attributeOf(image, 'src')
  return { source: isSafeAddress(source) || isOwnFile(source) ? source : '', alt: attributeOf(image, 'alt') }
}

/** Whether an address is that of a file of this page, which is not uploaded yet. */
export function isOwnFile(address: string): boolean {
  return /^blob:https?:\/\//.test(address)
}

function attributeOf(tag: string, name: string): string {
  return plainText(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}
