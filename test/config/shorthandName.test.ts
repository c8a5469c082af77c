import { shorthandName } from 'copydesk'
import { describe, expect, it } from 'vitest'

describe('the name of a shorthand', () => {
  it.each([
    [['root', 'postType'], 'getPostType'],
    [['root', '__unstableBase'], 'getUnstableBase'],
    [['root', 'taxonomies'], 'getTaxonomies'],
    [['postType', 'book'], 'getPostTypeBook'],
    [['postType', 'wp_template_part'], 'getPostTypeWpTemplatePart'],
    [['taxonomy', 'wp_pattern_category'], 'getTaxonomyWpPatternCategory'],
    [['shop', 'my-order'], 'getShopMyOrder'],
    [['root', 'postType', 'set'], 'setPostType'],
    [['postType', 'book', 'save'], 'savePostTypeBook'],
    [['root', 'größe'], 'getGröße'],
  ] as const)('of %j is %s', (given, name) => {
    const [kind, entity, prefix] = given
    expect(shorthandName(kind, entity, prefix)).toBe(name)
  })
})
