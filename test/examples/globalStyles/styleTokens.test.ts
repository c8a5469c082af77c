import { describe, expect, it } from 'vitest'
import {
  presetsOf,
  resolved,
  valueAt,
  withValueAt,
} from '../../../examples/playground/globalStyles/styleTokens'

describe('A value in the styles', () => {
  const styles = { color: { text: 'red' }, elements: { link: { color: { text: 'blue' } } } }

  it('is changed without touching what stands beside it', () => {
    const changed = withValueAt(styles, ['color', 'background'], 'white')
    expect(changed).toEqual({ ...styles, color: { text: 'red', background: 'white' } })
    expect(changed.elements).toBe(styles.elements)
  })

  it('is taken out with all that is empty then', () => {
    expect(withValueAt(styles, ['elements', 'link', 'color', 'text'], undefined)).toEqual({
      color: { text: 'red' },
    })
  })

  it('is written into styles that the server sent as an empty list', () => {
    expect(withValueAt([], ['color', 'text'], 'red')).toEqual({ color: { text: 'red' } })
  })

  it('is undefined where the way to it ends', () => {
    expect(valueAt(styles, ['typography', 'fontSize'])).toBeUndefined()
  })
})

describe('A preset', () => {
  const settings = {
    color: {
      palette: {
        default: [{ slug: 'black', color: '#000' }],
        theme: [{ slug: 'base', name: 'Base', color: '#fff' }],
      },
    },
  }
  const palette = presetsOf(settings, ['color', 'palette'], 'color')

  it('is the theme’s where the theme has any', () => {
    expect(palette).toEqual([{ slug: 'base', name: 'Base', value: '#fff' }])
  })

  it.each([
    ['var:preset|color|base', '#fff'],
    ['var(--wp--preset--color--base)', '#fff'],
    ['var:preset|color|gone', undefined],
    ['#123456', '#123456'],
    [undefined, undefined],
  ])('is found behind %j', (value, color) => {
    expect(resolved(value, 'color', palette)).toBe(color)
  })
})
