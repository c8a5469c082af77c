import { isOfWordPress } from '../../config/defineServer'
import type { EntityConfig } from '../../config/entityConfig'
import { isMedia } from '../../media/shownOfFile'
import { randomHex } from '../randomHex'

/** Posts of every type, and media, are made under a slug by which they are found again. */
export function isClaimable(config: EntityConfig): boolean {
  const { kind, name, baseURL } = config
  const isPost = kind === 'postType' && !/^wp_(template|font)/.test(name)
  return (isPost || isMedia(config)) && isOfWordPress(baseURL)
}

/** A slug that nobody else gives a record. */
export function makeMarker(): string {
  return `c-${randomHex()}`
}

/**
 * Whether a new record is found again without a slug of its own, by who has made it, when, and what it says: so it takes
 * one request where nothing fails. Of post types other than WordPress's own nobody knows whether they tell of an author.
 */
export function isRecognisable(config: EntityConfig): boolean {
  return isMedia(config) || config.name === 'post' || config.name === 'page'
}
