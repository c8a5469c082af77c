import type { RecordData } from '../../core/plain'
import { lookAt, placesOf, type KnownOrder } from './listRules'

/** What a record is put in order by; undefined where that can't be compared with others. */
export type OrderValue = string | number | undefined

const comparableText = /^[a-z0-9]+( [a-z0-9]+)*$/i
const comparableSlug = /^[a-z0-9-]+$/
const comparableTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

/**
 * What a record is put in order by. Texts count only where every collation that sites use agrees: letters and digits of
 * ASCII with single spaces between them, without case.
 */
export function orderValue(
  record: RecordData,
  order: KnownOrder,
  orderby: string,
  parameters: RecordData,
): OrderValue {
  const value = lookAt(record, order.looksAt[0] as string)
  switch (order.by) {
    case 'number':
      return typeof value === 'number' ? value : undefined
    case 'time':
      // As a number: of each row of each list it is asked whether it comes before.
      return typeof value === 'string' && comparableTime.test(value)
        ? Number(value.replace(/\D/g, ''))
        : undefined
    case 'text':
      return typeof value === 'string' && comparableText.test(value) ? value.toLowerCase() : undefined
    case 'slug':
      return typeof value === 'string' && comparableSlug.test(value) ? value : undefined
    case 'given': {
      const place = placesOf(order, orderby, parameters).indexOf(String(value))
      return place < 0 ? undefined : place
    }
    default:
      return undefined
  }
}

/** Whether one stands before the other, which is negative, or behind it; 0 for a tie; undefined where that is open. */
export function compareValues(one: OrderValue, other: OrderValue, isDescending: boolean): number | undefined {
  if (one === undefined || other === undefined) return undefined
  if (one === other) return 0
  return one < other === isDescending ? 1 : -1
}

/** Whether a list goes from the greatest to the least. */
export function isDescending(order: KnownOrder, parameters: RecordData): boolean {
  if (order.by === 'given' && !order.isReversible) return false
  return String(parameters.order).toLowerCase() === 'desc'
}
