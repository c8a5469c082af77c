import { describe, expect, it } from 'vitest'
import { isLoopback, readSiteAddress } from '../../../examples/ownSite/siteAddress'

describe('readSiteAddress', () => {
  it.each([
    ['https://example.org', 'https://example.org/'],
    ['example.org', 'https://example.org/'],
    ['localhost:8080/blog', 'https://localhost:8080/blog'],
    [' http://localhost:8080/blog/?p=1#top ', 'http://localhost:8080/blog/'],
  ])('%s: %s', (text, expected) => {
    expect(readSiteAddress(text).href).toBe(expected)
  })

  it.each(['', 'ftp://example.org', 'https://', 'not a site'])('refuses %j', (text) => {
    expect(() => readSiteAddress(text)).toThrow('--site is no web address')
  })

  it('refuses a password without repeating it', () => {
    const reading = () => readSiteAddress('https://ann:swordfish@example.org')
    expect(reading).toThrow('holds a user name or a password')
    expect(reading).not.toThrow('swordfish')
  })
})

describe('isLoopback', () => {
  it.each([
    ['http://127.0.0.1:80', true],
    ['http://127.1', true],
    ['http://[::1]:8080', true],
    ['http://localhost', true],
    ['http://site.localhost', true],
    ['http://127.0.0.1.example.org', false],
    ['http://localhost.example.org', false],
    ['http://192.168.0.1', false],
  ])('%s: %s', (address, expected) => {
    expect(isLoopback(new URL(address))).toBe(expected)
  })
})
