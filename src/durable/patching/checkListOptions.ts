import { show } from '../../core/errors'
import { isRecord, type RecordData } from '../../core/plain'
import { checkOption as check } from '../checkOption'

/** Refuses options of patched lists that make no sense: half a rule would leave lists as they are without a word. */
export function checkListOptions(options: RecordData): void {
  const { verify = 'stale', text = true, rules = {}, onMismatch = show } = options
  check('lists.verify', verify, ['stale', 'idle', false].includes(verify as string), '"stale", "idle", false')
  check('lists.text', text, typeof text === 'boolean', 'a boolean')
  check('lists.onMismatch', onMismatch, typeof onMismatch === 'function', 'a function')
  check('lists.rules', rules, isRecord(rules), 'an object of ListRules by kind/name')
  for (const [entity, rule] of Object.entries(rules as RecordData)) {
    const { defaults = {}, filters = {}, orders = {} } = Object(rule) as RecordData
    const isFine =
      isRecord(rule) && isRecord(defaults) && areAll(filters, isFilter) && areAll(orders, isOrder)
    check(`lists.rules[${show(entity)}]`, rule, isFine, '{ defaults?, filters, orders } as ListRules says')
  }
}

function areAll(given: unknown, isOne: (one: RecordData) => boolean): boolean {
  return isRecord(given) && Object.values(given).every((one) => isRecord(one) && isOne(one))
}

function isFilter({ looksAt, test = show }: RecordData): boolean {
  return Array.isArray(looksAt) && typeof test === 'function'
}

function isOrder({ looksAt, by }: RecordData): boolean {
  return Array.isArray(looksAt) && ['number', 'time', 'text', 'given'].includes(by as string)
}
