import { header, layout, symbolFilled } from '@wordpress/icons'
import { privateApis, type CoreDataPrivateApis } from 'copydesk/wordpress-data'
import { expect, it } from 'vitest'

const { getTemplateInfo, getTemplatePartIcon } = privateApis as CoreDataPrivateApis
const templateTypes = [{ slug: 'single', title: 'Single Posts', description: 'Shows one post.' }]
const templateAreas = [{ area: 'header', icon: 'header' }, { area: 'odd' }]
const infoOf = (template: Record<string, unknown>) =>
  getTemplateInfo({ templateTypes, templateAreas, template })

it('a template has its own title and description, else those of its type, else its slug', () => {
  expect(infoOf({ slug: 'single' })).toEqual({
    title: 'Single Posts',
    description: 'Shows one post.',
    icon: layout,
  })
  expect(infoOf({ slug: 'single', title: { rendered: 'Mine' }, description: { raw: 'Own.' } })).toEqual({
    title: 'Mine',
    description: 'Own.',
    icon: layout,
  })
  expect(infoOf({ slug: 'single', title: 'single' }).title).toBe('Single Posts')
  expect(infoOf({ slug: 'other' })).toEqual({ title: 'other', icon: layout })
  expect(getTemplateInfo({})).toEqual({})
})

it('a part of a template has the icon of its area', () => {
  expect(infoOf({ slug: 'a', area: 'header' }).icon).toBe(header)
  expect(infoOf({ slug: 'a', area: 'odd' }).icon).toBe(symbolFilled)
  expect(infoOf({ slug: 'a', area: 'nowhere' }).icon).toBe(layout)
  expect(getTemplatePartIcon('constructor')).toBe(symbolFilled)
})
