import { describe, expect, it } from 'vitest'
import { addressBelow } from '../../../examples/ownSite/addressBelow'

const pretty = 'https://example.org/blog/wp-json/'
const plain = 'https://example.org/blog/?rest_route=/'

describe('addressBelow', () => {
  it.each([
    [pretty, '/wp/v2/posts?page=2', 'https://example.org/blog/wp-json/wp/v2/posts?page=2'],
    [pretty, '', 'https://example.org/blog/wp-json/'],
    [pretty, '?_fields=name', 'https://example.org/blog/wp-json/?_fields=name'],
    [pretty, '/wp/v2/templates/a//b', 'https://example.org/blog/wp-json/wp/v2/templates/a//b'],
    [pretty, '/wp/v2/posts?search=a%26b', 'https://example.org/blog/wp-json/wp/v2/posts?search=a%26b'],
    [pretty, '/x/100%25', 'https://example.org/blog/wp-json/x/100%25'],
    [`${pretty}?lang=de`, '/wp?page=2', 'https://example.org/blog/wp-json/wp?lang=de&page=2'],
    [plain, '/wp/v2/posts?page=2', 'https://example.org/blog/?rest_route=/wp/v2/posts&page=2'],
    [plain, '', 'https://example.org/blog/?rest_route=/'],
    [plain, '/x/a&b+c', 'https://example.org/blog/?rest_route=/x/a%26b%2Bc'],
  ])('below %s, %s is %s', (root, target, expected) => {
    expect(addressBelow(root, target)?.href).toBe(expected)
  })

  it.each([
    '/../wp-login.php',
    '/wp/v2/..',
    '/%2e%2e/wp-login.php',
    '/.%2E/wp-login.php',
    '/%252e%252e/wp-login.php',
    '/a%2f..%2f..%2fwp-login.php',
    '/..%5cwp-login.php',
    '/a\\..\\b',
    '/a#b',
    '/%00',
    '/%zz',
    '.evil.example/wp',
    '@evil.example/wp',
    '/wp/v2/posts?rest_route=/',
    '/wp/v2/posts?page=1&rest%5Froute=',
    '/wp/v2/posts?rest.route=/x',
    '/wp/v2/posts?rest_route[]=/x',
  ])('gives nothing for %s', (target) => {
    expect(addressBelow(pretty, target)).toBeNull()
    expect(addressBelow(plain, target)).toBeNull()
  })
})
