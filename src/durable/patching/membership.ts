import { isEqual } from '../../core/isEqual'
import { own, type RecordData } from '../../core/plain'
import { filterOf, isNeutral, lookAt, placesOf, type KnownRules } from './listRules'

/** Whether a list has a record: `unknown` where only the server can tell. */
export type Membership = 'in' | 'out' | 'unknown'

/** Whether a list of these parameters has a record: all of them have to choose it. */
export function membershipOf(rules: KnownRules, parameters: RecordData, record: RecordData): Membership {
  let answer: Membership = 'in'
  for (const parameter of Object.keys(parameters)) {
    if (isNeutral(parameter)) continue
    const passes = filterOf(rules, parameter, record)?.test?.(record, parameters[parameter], parameters)
    if (passes === false) return 'out'
    if (passes === undefined) answer = 'unknown'
  }
  return answer
}

/** Whether everybody knows what the parameters of a list do. */
export function isUnderstood(rules: KnownRules, parameters: RecordData, record: RecordData): boolean {
  return hasOrder(rules, parameters) && Object.keys(parameters).every((name) => filterOf(rules, name, record))
}

/** Whether a list is put in an order that is known: where it is to go by the places that are given, some are. */
function hasOrder({ orders }: KnownRules, parameters: RecordData): boolean {
  const orderby = String(parameters.orderby)
  const order = own(orders, orderby)
  return order !== undefined && (order.by !== 'given' || placesOf(order, orderby, parameters).length > 0)
}

/** Whether nothing that a list looks at has changed in a record. */
export function isSameToList(
  rules: KnownRules,
  parameters: RecordData,
  before: RecordData,
  after: RecordData,
): boolean {
  return isSameAt(looksAt(rules, parameters, after), before, after)
}

/** The fields of a record that a list looks at, to choose it and to put it in order. */
export function looksAt(rules: KnownRules, parameters: RecordData, record: RecordData): readonly string[] {
  const order = rules.orders[String(parameters.orderby)]?.looksAt ?? []
  const filters = Object.keys(parameters).flatMap((name) => filterOf(rules, name, record)?.looksAt ?? [])
  return [...order, ...filters]
}

/** Whether the fields that put a list in order are the same. */
export function isSameOrder(
  rules: KnownRules,
  parameters: RecordData,
  before: RecordData,
  after: RecordData,
): boolean {
  const { looksAt = [] } = rules.orders[String(parameters.orderby)] ?? {}
  return isSameAt(looksAt, before, after)
}

/** Whether two records have the same values at some paths. */
export function isSameAt(paths: Iterable<string>, before: RecordData, after: RecordData): boolean {
  for (const path of paths) if (!isEqual(lookAt(before, path), lookAt(after, path))) return false
  return true
}
