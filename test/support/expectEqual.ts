import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

/**
 * Like `expect(actual, message).toEqual(expected)`, for laws, which ask it a million times: an assertion costs many times
 * what the comparison does, and is made only where the two are not the same to the letter.
 */
export function expectEqual(actual: unknown, expected: unknown, message?: string): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, message).toEqual(expected)
}

/** The same for `expect(all, message).toContain(one)`. */
export function expectAmong<Value>(all: readonly Value[], one: Value, message?: string): void {
  if (!all.includes(one)) expect(all, message).toContain(one)
}
