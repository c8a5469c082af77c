import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBlocks, withSettings } from '../../../examples/playground/blocks/blockGrammar'
import { htmlOffset, textOffset } from '../../../examples/playground/blocks/htmlOffset'
import { wordsOf } from '../../../examples/playground/blocks/wordsOf'
import { findPlace } from '../../../examples/playground/nameModules'

const textOf = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((all) => all.join(''))
const many = 100_000

describe('What colleagues may have written is read in one go', () => {
  const markup = textOf(['<', '>', 'br', '&amp;', '&', ';', ' ', 'x', '😀'])

  it('by the places of its characters', () => {
    fc.assert(
      fc.property(markup, fc.nat(20), (html, at) => {
        const pieces = html.match(/<[^>]*>|&#?\w+;|[^]/g) ?? []
        const isTag = (piece: string) => piece.length > 1 && /^<(?!br\b)/i.test(piece)
        let place = 0
        let count = 0
        for (const piece of pieces) {
          if (count === at) break
          place += piece.length
          if (!isTag(piece)) count++
        }
        expect(htmlOffset(html, at)).toBe(place)
      }),
    )
    expect(textOffset('<'.repeat(many), many)).toBe(many)
  })

  it('by its first words', () => {
    fc.assert(
      fc.property(markup, (source) => {
        const words = source
          .replace(/<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim()
          .slice(0, 120)
        expect(wordsOf(source)).toBe(words)
      }),
    )
    expect(wordsOf(`a ${'<'.repeat(many)}`)).toMatch(/^a <+$/)
  })

  it('by the comments of its blocks', () => {
    const comment =
      /<!--\s+(\/)?wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)\s+(?:(\{(?:(?!-->)[^])*?\})\s+)?(\/)?-->/g
    const isJson = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    const comments = textOf([
      '<!-- ',
      '<!-- wp:a ',
      '<!-- wp:b/c ',
      ' ',
      '/',
      '{',
      '}',
      '{} ',
      '-->',
      '-',
      '"',
      'x',
    ])
    fc.assert(
      fc.property(comments, (text) => {
        const known = [...text.matchAll(comment)]
          .filter(([, , , json]) => json === undefined || isJson(json))
          .filter(([, , , , isVoid]) => isVoid)
          .map(({ index, 0: all }) => [index, index + all.length])
        const found = findBlocks(text).filter(({ contentStart, end }) => contentStart === end)
        expect(found.map(({ start, end }) => [start, end])).toEqual(known)
      }),
      { numRuns: 3000 },
    )
    for (const text of ['<!-- wp:x {'.repeat(many), `${'<!-- wp:x {'.repeat(many)}-->`])
      expect(withSettings(text, () => ({}))).toBe(text)
  })

  it('by the place that a line of a stack names', () => {
    const sites = textOf(['a', '/', ':', '1', '23', ' ', '(', ')', '.js', ':4:5'])
    fc.assert(
      fc.property(sites, (site) => {
        const found = /(\S*?)([^/\s(]+):(\d+):(\d+)/.exec(site)
        const [all, before = '', name, line, column] = found ?? []
        const known = found && {
          start: found.index + before.length,
          end: found.index + (all ?? '').length,
          ...{ name, line, column },
        }
        expect(findPlace(site)).toEqual(known ?? undefined)
      }),
      { numRuns: 3000 },
    )
    expect(findPlace('a:'.repeat(many))).toBeUndefined()
    expect(findPlace('/a'.repeat(many))).toBeUndefined()
  })
})
