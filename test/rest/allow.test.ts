import { describe, expect, it } from 'vitest'
import { parseAllow } from '../../src/rest/allow'

const none = { create: false, read: false, update: false, delete: false }
const all = { create: true, read: true, update: true, delete: true }

describe('parseAllow', () => {
  it.each([
    ['GET', { ...none, read: true }],
    ['POST', { ...none, create: true }],
    ['PUT', { ...none, update: true }],
    ['DELETE', { ...none, delete: true }],
    ['PATCH', none],
    ['GET, POST, PUT, PATCH, DELETE', all],
    [' get ,Post,\tput,delete ', all],
    [['GET', 'DELETE'], { ...none, read: true, delete: true }],
    [['get ', ' PUT'], { ...none, read: true, update: true }],
    [[], none],
    ['', none],
    ['TARGET, POSTS', none],
  ])('reads %j', (allow, permissions) => {
    expect(parseAllow(allow)).toEqual(permissions)
  })

  it('counts the method that updates', () => {
    expect(parseAllow('GET, PATCH', 'PATCH').update).toBe(true)
    expect(parseAllow('GET, PUT', 'PATCH').update).toBe(false)
  })
})
