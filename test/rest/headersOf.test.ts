import { expect, it } from 'vitest'
import { headersOf } from '../../src/rest/headersOf'

it.each([
  [{ Allow: 'GET' }, 'allow', 'GET'],
  [{ 'x-wp-total': '0' }, 'X-WP-Total', '0'],
  [{ Allow: '' }, 'Allow', ''],
  [{}, 'constructor', null],
  [null, 'Allow', null],
  [undefined, 'Allow', null],
])('headers %j have %s as %j', (given, name, value) => {
  expect(headersOf(given as Record<string, string> | null | undefined).get(name)).toBe(value)
})
