import type { RecordData } from '../../core/plain'

/** How a parameter of lists chooses rows. */
export interface FilterRule {
  /** The fields that it depends on, as dotted paths. */
  readonly looksAt: readonly string[]
  /**
   * Whether a record passes; undefined where that can't be decided. Without it nothing can be decided, but for records whose
   * fields in `looksAt` stay the same.
   */
  readonly test?: (record: RecordData, value: unknown, parameters: RecordData) => boolean | undefined
}

/** How lists are put in order. */
export interface OrderRule {
  /** The field that it goes by, and others that it depends on. */
  readonly looksAt: readonly string[]
  /** `given`: the place in the parameter of the same name, such as `include`. */
  readonly by: 'number' | 'time' | 'text' | 'given'
}

/** How the lists of an entity follow from their parameters, so that they can be patched when a record is written. */
export interface ListRules {
  /** Parameters that count where a list does not name them, such as `orderby` and `order`. */
  readonly defaults?: RecordData
  readonly filters: { readonly [parameter: string]: FilterRule }
  readonly orders: { readonly [orderby: string]: OrderRule }
}

/** An order of WordPress's own: slugs compare by their characters, and some orders are the server's secret. */
export interface KnownOrder extends Omit<OrderRule, 'by'> {
  readonly by: OrderRule['by'] | 'slug' | 'unknown'
  /** The parameter that names the places, where it is not called as the order is. */
  readonly placesIn?: string
  /** Whether places that are given count from the last with `order: 'desc'`; else they count from the first in any case. */
  readonly isReversible?: boolean
}

/** Rules as they are applied. */
export interface KnownRules extends Omit<ListRules, 'orders'> {
  readonly orders: { readonly [orderby: string]: KnownOrder }
  /** The rule of a parameter that has none above. */
  readonly filterFor?: (parameter: string, record: RecordData) => FilterRule | undefined
  /**
   * Whether the deletion of a record may change which others a list of these parameters has, and in which order. Entities
   * that have it lie below one another by `parent`.
   */
  readonly isAffectedByDeletion?: ((parameters: RecordData) => boolean) | undefined
}

/**
 * The term that a term of a taxonomy is below, by the base of the taxonomy: `'0'` for none, undefined where that is not
 * known.
 */
export type ParentOf = (base: string, term: string) => string | undefined

/** Parameters that choose no rows. */
const neutral: { readonly [parameter: string]: FilterRule } = Object.fromEntries(
  ['context', 'order', 'orderby', '_locale', '_envelope'].map((name) => [name, { looksAt: [] }]),
)

/** Links that each write of a record changes, and that lead to nothing that is embedded. */
const versionLinks = ['self', 'version-history', 'predecessor-version']

/** What is embedded depends on where the links of a record lead. */
const embedding: FilterRule = { looksAt: ['_links'], test: () => true }

/** Whether a parameter chooses rows at all. */
export function isNeutral(parameter: string): boolean {
  return Object.hasOwn(neutral, parameter)
}

/** The rule of a parameter; undefined where nobody knows what it does. */
export function filterOf(rules: KnownRules, parameter: string, record: RecordData): FilterRule | undefined {
  if (isNeutral(parameter)) return neutral[parameter]
  if (parameter === '_embed') return embedding
  return Object.hasOwn(rules.filters, parameter)
    ? rules.filters[parameter]
    : rules.filterFor?.(parameter, record)
}

/** A field by its dotted path, as lists look at it. */
export function lookAt(record: RecordData, path: string): unknown {
  let value: unknown = record
  for (const step of path.includes('.') ? path.split('.') : [path])
    value = Object(value) === value ? (value as RecordData)[step] : undefined
  if (path !== '_links' || Object(value) !== value) return value
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => !versionLinks.includes(name)))
}

/** A value that is one item as it stands: most are, and each list is asked. */
const plainItem = /^[\w-]+$/

/** The items of a parameter that lists them: an array, a text with commas, or one value. */
export function readItems(value: unknown): readonly string[] {
  if (typeof value === 'string' && plainItem.test(value)) return [value]
  return [value]
    .flat()
    .flatMap((item: unknown) => String(item ?? '').split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** The places that are given for an order that goes by those. */
export function placesOf(
  { placesIn }: KnownOrder,
  orderby: string,
  parameters: RecordData,
): readonly string[] {
  return readItems(parameters[placesIn ?? orderby])
}
