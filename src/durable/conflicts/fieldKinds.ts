import { isOfWordPress } from '../../config/defineServer'
import type { EntityConfig } from '../../config/entityConfig'
import { isRecord, own, type RecordData } from '../../core/plain'
import { blockField } from '../../edits/blockCodec'
import { isMerged } from '../../edits/fields'
import { revisioned } from './revisions'

/** How what others wrote to a field is merged with what was edited here. */
export type FieldKind = 'derived' | 'set' | 'entries' | 'text' | 'object' | 'scalar'

/** What a server makes of other fields: nobody writes to it. */
export const derived = new Set([
  'link',
  'rendered',
  'modified',
  'modified_gmt',
  'generated_slug',
  'permalink_template',
  'class_list',
  '_links',
  '_embedded',
])

/** Whether two values of a kind may come to one in which both are. */
export function isMerging(kind: FieldKind): kind is 'set' | 'text' | 'object' {
  return kind === 'set' || kind === 'text' || kind === 'object'
}

/** Lists of ids or names whose order means nothing, besides the taxonomies of a post. */
const sets = new Set(['categories', 'tags', 'menus', 'roles', 'locations'])

/**
 * How a field of an entity is merged.
 * @param record - The record as it is known; of a post, its links name its taxonomies.
 * @param value - A value of it.
 */
export function fieldKind(
  config: EntityConfig,
  record: RecordData | undefined,
  property: string,
  value: unknown,
): FieldKind {
  if (derived.has(property)) return 'derived'
  if (isMerged(config, property)) return 'entries'
  if (Array.isArray(value)) return isSet(record, property) ? 'set' : 'scalar'
  if (isRecord(value)) return 'object'
  const isText = property === (blockField(config) ?? 'content')
  return isText && typeof value === 'string' ? 'text' : 'scalar'
}

function isSet(record: RecordData | undefined, property: string): boolean {
  if (sets.has(property)) return true
  const links = own(record, '_links')
  const terms = isRecord(links) ? own(links, 'wp:term') : undefined
  if (!Array.isArray(terms)) return false
  return terms.some((link) => {
    const { href } = Object(link) as { readonly href?: unknown }
    const path = typeof href === 'string' ? decodeURIComponent(href).split(/[?&]post=/)[0] : ''
    return path?.split(/[/?]/).filter(Boolean).at(-1) === property
  })
}

/**
 * What is asked of a field that is compared: of the texts of posts, which may be long, the raw ones alone. Others WordPress
 * gives whole or not at all, as those of comments and files.
 */
export function comparedField({ kind, rawAttributes }: EntityConfig, field: string): string {
  const isInPart = kind === 'postType' && revisioned.some((text) => text === field)
  return isInPart && rawAttributes?.includes(field) ? `${field}.raw` : field
}

/** How records of an entity are checked. */
interface CheckedEntity {
  /** Whether several can be asked for at once, by `include`. */
  readonly isListed: boolean
  /** Which statuses a list has to be asked for to have them all. */
  readonly status?: string
  /** The field that says when a record was changed; absent where none does. */
  readonly modified?: 'modified_gmt' | 'modified'
  /** Whether only some fields can be asked for. */
  readonly hasFields: boolean
}

/** How the records of an entity are checked, as WordPress has them; those of other servers by reading each. */
export function checkedEntity({ kind, name, baseURL }: EntityConfig): CheckedEntity {
  const hasFields = kind === 'postType' || kind === 'taxonomy' || isOfWordPress(baseURL)
  const isTemplate = name === 'wp_template' || name === 'wp_template_part'
  if (!hasFields) return { isListed: false, hasFields }
  if (kind === 'postType' && isTemplate) return { isListed: false, hasFields, modified: 'modified' }
  if (name === 'attachment')
    return { isListed: true, hasFields, modified: 'modified_gmt', status: 'inherit,private,trash' }
  if (kind === 'postType') return { isListed: true, hasFields, modified: 'modified_gmt', status: 'any,trash' }
  if (kind === 'taxonomy') return { isListed: true, hasFields }
  const root = kind === 'root' ? name : ''
  if (root === 'comment') return { isListed: true, hasFields, status: 'all' }
  return { isListed: ['user', 'menu'].includes(root), hasFields }
}
