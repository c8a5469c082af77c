import { describe, expect, it } from 'vitest'
import { addressIn } from '../../../examples/playground/links/addressIn'

describe('What is typed into the link dialog', () => {
  it.each([
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['  http://example.org ', 'http://example.org'],
    ['www.example.org', 'https://www.example.org'],
    ['example.org', 'https://example.org'],
    ['news.example.org:8080/a?b#c', 'https://news.example.org:8080/a?b#c'],
    ['ann@example.org', 'mailto:ann@example.org'],
    ['mailto:ann@example.org', 'mailto:ann@example.org'],
    ['#notes', '#notes'],
    ['/about', '/about'],
  ])('%j is the address %j', (text, address) => {
    expect(addressIn(text)).toBe(address)
  })

  it.each([
    '',
    'harbour',
    'the harbour',
    'https://',
    '#',
    '/',
    'www.',
    'javascript:alert(1)',
    'e.g.',
    '3.14',
    'a.b',
    '/about us',
  ])('%j is searched for', (text) => {
    expect(addressIn(text)).toBeNull()
  })
})
