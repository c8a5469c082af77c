import {
  type DeepReadonly,
  type Attachment,
  createShorthands,
  type EntityStore,
  type GlobalStyles,
  type Page,
  type RecordFor,
  type Settings,
  type Shorthands,
  type Status,
  type Taxonomy,
  type Term,
  type Type,
  type UnstableBase,
  type User,
} from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'

declare const store: EntityStore
declare const short: Shorthands

describe('the map of short names', () => {
  it('gives the record of each entity, and lists of it', () => {
    expectTypeOf(short.getPostType('post')).resolves.toEqualTypeOf<Type | undefined>()
    expectTypeOf(short.getMedia(1)).resolves.toEqualTypeOf<Attachment | undefined>()
    expectTypeOf(short.getSite()).resolves.toEqualTypeOf<Settings<'view'> | undefined>()
    expectTypeOf(short.getUnstableBase()).resolves.toEqualTypeOf<UnstableBase<'view'> | undefined>()
    expectTypeOf(short.getPostTypePage(1)).resolves.toEqualTypeOf<Page | undefined>()
    expectTypeOf(short.getTaxonomies()).resolves.toEqualTypeOf<readonly Taxonomy[] | null>()
    expectTypeOf(short.getStatuses()).resolves.toEqualTypeOf<readonly Status[] | null>()
    expectTypeOf(short.getMediaItems()).resolves.toEqualTypeOf<readonly Attachment[] | null>()
    expectTypeOf(short.getGlobalStylesVariations()).resolves.toEqualTypeOf<readonly GlobalStyles[] | null>()
    expectTypeOf(short.getTaxonomyCategories()).resolves.toEqualTypeOf<readonly Term[] | null>()
    expectTypeOf(short.getTaxonomyWpPatternCategory(1)).resolves.toEqualTypeOf<Term | undefined>()
  })

  it('gives what the query asks for', () => {
    expectTypeOf(short.getUser(1, { context: 'view' })).resolves.toEqualTypeOf<User<'view'> | undefined>()
    expectTypeOf(short.getUsers({ _fields: ['id', 'name'] })).resolves.toEqualTypeOf<
      readonly RecordFor<'root', 'user', { _fields: ['id', 'name'] }>[] | null
    >()
  })

  it('saves what can be saved, and nothing else', () => {
    expectTypeOf(short.saveMedia({ id: 1, title: 'T' })).resolves.toEqualTypeOf<Attachment | undefined>()
    // @ts-expect-error a title is a text
    void short.saveMedia({ id: 1, title: 5 })
    expectTypeOf(short.saveGlobalStyles({ id: 1, title: 'Plain' })).resolves.toEqualTypeOf<
      GlobalStyles | undefined
    >()
    // @ts-expect-error global styles can not be created
    void short.saveGlobalStyles({ title: 'Plain' })
    expectTypeOf(short.deleteMenuItem(1, { force: true })).resolves.toEqualTypeOf<unknown>()
  })

  it('has no names of nothing, nor of what older servers do not have', () => {
    expectTypeOf(short).toHaveProperty('getMenuItems')
    expectTypeOf(short).toHaveProperty('deletePlugin')
    expectTypeOf(short).toHaveProperty('saveSidebar')
    expectTypeOf(short).not.toHaveProperty('getMenuitem')
    expectTypeOf(short).not.toHaveProperty('saveUsers')
    expectTypeOf(short).not.toHaveProperty('getFontCollections')
    expectTypeOf(short).not.toHaveProperty('getIcon')
    expectTypeOf(short).not.toHaveProperty('saveIconCollection')
    expectTypeOf(short).not.toHaveProperty('getSites')
  })

  it("has the entities of one's own", () => {
    interface Story {
      id: number
      words: string
    }
    const mine = createShorthands<{ shop: { story: Story; day: Story } }>(store)
    expectTypeOf(mine.getShopStory(1)).resolves.toEqualTypeOf<DeepReadonly<Story | undefined>>()
    expectTypeOf(mine.getShopStories()).resolves.toEqualTypeOf<DeepReadonly<readonly Story[] | null>>()
    expectTypeOf(mine.getShopDays()).resolves.toEqualTypeOf<DeepReadonly<readonly Story[] | null>>()
    expectTypeOf(mine.getUser(1)).resolves.toEqualTypeOf<User | undefined>()
    expectTypeOf(mine).not.toHaveProperty('getShopDaies')
    expectTypeOf(createShorthands(store)).not.toHaveProperty('getShopStory')
  })
})
