import type { EntityId } from '../../core/keys'
import { isRecord } from '../../core/plain'

/** Whether a value has some form. */
export type Check = (value: unknown) => boolean

/** The last moment that a date can say, in milliseconds. */
const lastMoment = 8.64e15

export const isText: Check = (value) => typeof value === 'string'
export const isName: Check = (value) => isText(value) && value !== ''
export const isFlag: Check = (value) => typeof value === 'boolean'
export const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
/** Whether a value is a moment that a date can say, in milliseconds. */
export const isMoment: Check = (value) => Number.isFinite(value) && Math.abs(value as number) <= lastMoment
export const isOneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string)
export const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
export const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** Whether a value has fields of some form; others may stand beside them. */
export function has(value: unknown, fields: { readonly [field: string]: Check }): boolean {
  return isRecord(value) && Object.entries(fields).every(([field, check]) => check(value[field]))
}

/** Whether a value is edits by path. */
export const isCells: Check = (value) =>
  isRecord(value) && Object.values(value).every((cell) => isRecord(cell) && Object.hasOwn(cell, 'value'))

/** Whether a value is what saves have sent. */
export const isLog: Check = (value) =>
  isListOf((one) =>
    has(one, {
      id: isText,
      state: isOneOf('sending', 'queued', 'uncertain', 'late'),
      fields: isCells,
      version: isAbsentOr((version) => version === null || isRecord(version)),
    }),
  )(value)

/** Whether a value is what edits of earlier formats were based on. */
export const isEarlierBasis: Check = (value) =>
  has(value, {
    values: isRecord,
    version: isAbsentOr(isRecord),
    unanswered: isAbsentOr(isListOf(isRecord)),
    restored: isAbsentOr(isListOf(isRecord)),
  })

export const isId = (value: unknown): value is EntityId => typeof value === 'number' || isText(value)
