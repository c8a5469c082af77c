import { afterAll, describe, expect, it, vi } from 'vitest'
import { stepsOf } from '../../examples/editor/post/PublishButtons'
import { longDate, shortDate } from '../../examples/playground/dates'
import {
  isAhead,
  mayBeAhead,
  momentOf,
  siteDate,
  tomorrowMorning,
  type SiteClock,
} from '../../examples/playground/siteClock'

const city = (timezone_string: string): SiteClock => ({ timezone_string, gmt_offset: 0 })
const offset = (gmt_offset: number | string): SiteClock => ({ timezone_string: '', gmt_offset })
const utc = offset(0)
const moment = Date.parse('2026-11-23T23:03:20Z')

afterAll(() => {
  vi.unstubAllEnvs()
})

// Where the person is who writes: the answers are the same everywhere.
describe.each([
  ['UTC', 0],
  ['America/New_York', 300],
  ['Asia/Tokyo', -540],
  ['Asia/Kolkata', -330],
  ['Pacific/Kiritimati', -840],
])('in %s', (zone, minutesBehind) => {
  const here = <Result>(read: () => Result): Result => {
    vi.stubEnv('TZ', zone)
    expect(new Date(moment).getTimezoneOffset()).toBe(minutesBehind)
    return read()
  }

  it.each([
    [utc, '2026-11-23T23:03:20'],
    [city('America/New_York'), '2026-11-23T18:03:20'],
    [city('Asia/Tokyo'), '2026-11-24T08:03:20'],
    [city('Asia/Kolkata'), '2026-11-24T04:33:20'],
    [city('Pacific/Kiritimati'), '2026-11-24T13:03:20'],
    [offset(5.5), '2026-11-24T04:33:20'],
    [offset('-3.5'), '2026-11-23T19:33:20'],
    [{ timezone_string: 'Atlantis/Poseidonis', gmt_offset: 2 }, '2026-11-24T01:03:20'],
  ])('a moment is written and read by the clock of the site: %j', (clock, date) => {
    expect(here(() => siteDate(clock, moment))).toBe(date)
    expect(here(() => momentOf(clock, date))).toBe(moment)
  })

  it('a draft that was just made is not ahead, and is published', () => {
    const draft = { saved: 'draft', edited: 'draft', mayPublish: true }
    const at = (date: string) => ({ ...draft, isAhead: isAhead(utc, date, moment) })
    expect(here(() => stepsOf(at('2026-11-23T23:03:00')).next?.label)).toBe('Publish')
    expect(here(() => stepsOf({ ...at('2026-11-23T23:03:00'), edited: 'publish' }).save)).toBe('Publish')
    expect(here(() => stepsOf(at('2026-11-23T23:04:00')).next?.label)).toBe('Schedule')
  })

  it('the past of the site can not be chosen, its future can', () => {
    expect(here(() => isAhead(utc, '2026-11-23T20:35', moment))).toBe(false)
    expect(here(() => isAhead(utc, '2026-11-23T23:30', moment))).toBe(true)
    expect(here(() => isAhead(city('Asia/Tokyo'), '2026-11-24T08:00', moment))).toBe(false)
    expect(here(() => isAhead(city('Asia/Tokyo'), '2026-11-24T08:30', moment))).toBe(true)
  })

  it('tomorrow morning is that of the site', () => {
    expect(here(() => tomorrowMorning(utc, moment))).toBe('2026-11-24T08:00:00')
    expect(here(() => tomorrowMorning(city('Asia/Tokyo'), moment))).toBe('2026-11-25T08:00:00')
  })

  it('a date of the site is shown as the site writes it', () => {
    expect(here(() => longDate('2026-11-24T00:30:00'))).toBe('24 Nov 2026, 00:30')
    expect(here(() => shortDate('2026-03-08T02:30:00'))).toBe('8 Mar 2026')
    expect(here(() => longDate('2026-03-08T02:30:00'))).toBe('8 Mar 2026, 02:30')
  })
})

describe('the clock of a site', () => {
  it('is changed in summer: a date is read by the offset of its own day', () => {
    const berlin = city('Europe/Berlin')
    expect(momentOf(berlin, '2026-07-01T12:00:00')).toBe(Date.parse('2026-07-01T10:00:00Z'))
    expect(momentOf(berlin, '2026-12-01T12:00:00')).toBe(Date.parse('2026-12-01T11:00:00Z'))
    // The hours around both changes.
    expect(momentOf(berlin, '2026-03-29T01:30:00')).toBe(Date.parse('2026-03-29T00:30:00Z'))
    expect(momentOf(berlin, '2026-03-29T03:30:00')).toBe(Date.parse('2026-03-29T01:30:00Z'))
    expect(momentOf(berlin, '2026-10-25T04:00:00')).toBe(Date.parse('2026-10-25T03:00:00Z'))
    expect(tomorrowMorning(berlin, Date.parse('2026-10-24T22:30:00Z'))).toBe('2026-10-26T08:00:00')
  })

  it('that is not known yet judges nothing, and what is no date is never ahead', () => {
    expect(isAhead(undefined, '2999-01-01T00:00:00', moment)).toBe(false)
    for (const date of [null, undefined, '', 'soon']) expect(isAhead(utc, date, moment)).toBe(false)
  })
})

it.each([
  [-12, 'ahead on the last of all clocks'],
  [0, 'ahead in London'],
  [14, 'ahead on the first of all clocks'],
])('a date that is ahead at UTC %i may be so wherever the site is: %s', (hours) => {
  const clock = offset(hours)
  const soon = siteDate(clock, moment + 60_000)
  expect(isAhead(clock, soon, moment)).toBe(true)
  expect(mayBeAhead(soon, moment)).toBe(true)
  expect(mayBeAhead('2024-04-14T08:00:00', moment)).toBe(false)
})
