import { keepsRowsBack } from '../config/defineServer'
import type { EntityConfig } from '../config/entityConfig'
import { isEqual } from '../core/isEqual'
import type { RecordKey } from '../core/keys'
import type { RecordData } from '../core/plain'
import type { NormalizedQuery } from '../core/query'
import { readRecords } from '../entities/parseRecords'
import { warnOfServer, type LearnedPages } from './askPages'

/** Parameters that, by their usual meaning, change what a record says and not which records are listed. */
const shaping = ['locale', 'lang', 'language', 'populate', 'expand', 'depth', 'relations', 'fields']

/**
 * Says that lists of an entity replace one another's records, as they are asked for in two languages, or with
 * and without what is embedded: what changes a record belongs to its context.
 */
export function warnOfShapes(
  learned: LearnedPages,
  config: EntityConfig,
  { parameters, context }: NormalizedQuery,
  rows: readonly unknown[],
  knownOf: (key: RecordKey) => RecordData | undefined,
): void {
  if (keepsRowsBack(config)) return
  const now = Object.fromEntries(shaping.map((name) => [name, String(parameters[name] ?? '')]))
  const before = learned.shapes?.[context]
  learned.shapes = { ...learned.shapes, [context]: now }
  const changed = before && shaping.find((name) => before[name] !== now[name])
  if (!before || changed === undefined) return
  const { keys, records } = readRecords(config, rows)
  const isReplaced = (key: RecordKey, i: number) => {
    const known = knownOf(key)
    return known !== undefined && !isEqual(known, records[i])
  }
  if (!keys.some(isReplaced)) return
  warnOfServer(
    learned,
    config,
    `gives records that differ by ${changed} ('${before[changed]}', then '${now[changed]}'), and those of one list replace those of the other. Declare parameters: { context: '${changed}' }, and ask for { context: '${now[changed] || before[changed]}' }.`,
    'shapes',
  )
}
