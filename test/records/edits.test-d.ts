import type {
  DeepReadonly,
  EditedRecordOf,
  EditRecipe,
  EditsOf,
  Post,
  RecordFor,
  RecordOf,
  SavePayloadOf,
  UnknownRecord,
} from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'

declare function edit<K extends string, N extends string>(kind: K, name: N, edits: EditsOf<K, N>): void
declare function save<K extends string, N extends string>(kind: K, name: N, record: SavePayloadOf<K, N>): void

describe('EditedRecordOf', () => {
  it('has plain strings for rendered text', () => {
    expectTypeOf<EditedRecordOf<'postType', 'post'>['title']>().toEqualTypeOf<string>()
    expectTypeOf<EditedRecordOf<'root', 'media'>['caption']>().toEqualTypeOf<string>()
    expectTypeOf<EditedRecordOf<'root', 'menuItem'>['title']>().toEqualTypeOf<string>()
    expectTypeOf<EditedRecordOf<'postType', 'wp_block'>['title']>().toEqualTypeOf<string>()
    expectTypeOf<EditedRecordOf<'postType', 'wp_template'>['content']>().toEqualTypeOf<string>()
    expectTypeOf<EditedRecordOf<'root', 'comment'>['content']>().toEqualTypeOf<string>()
    expectTypeOf<EditedRecordOf<'postType', 'attachment'>['caption']>().toEqualTypeOf<string>()
  })

  it('has texts that nobody edits as the server sends them', () => {
    type Told = { raw: string; rendered: string }
    expectTypeOf<EditedRecordOf<'postType', 'post'>['guid']>().toEqualTypeOf<DeepReadonly<Told>>()
    expectTypeOf<EditedRecordOf<'root', 'theme'>['name']>().toEqualTypeOf<DeepReadonly<Told>>()
    expectTypeOf<EditedRecordOf<'root', 'plugin'>['description']>().toEqualTypeOf<DeepReadonly<Told>>()
  })

  it('has the blocks and the selection of a post', () => {
    expectTypeOf<EditedRecordOf<'postType', 'post'>['blocks']>().toEqualTypeOf<
      readonly unknown[] | undefined
    >()
    expectTypeOf<EditedRecordOf<'postType', 'event'>['blocks']>().toEqualTypeOf<
      readonly unknown[] | undefined
    >()
  })

  it('has no blocks where the entity is not a post', () => {
    expectTypeOf<EditedRecordOf<'root', 'user'>>().not.toHaveProperty('blocks')
    expectTypeOf<EditedRecordOf<'postType', 'post'>>().toHaveProperty('blocks')
  })

  it('is the view form for the settings, which have no edit form', () => {
    expectTypeOf<EditedRecordOf<'root', 'site'>['title']>().toEqualTypeOf<string>()
  })
})

describe('EditsOf', () => {
  it('takes values of the edited record', () => {
    edit('postType', 'post', { title: 'Tea', categories: [1, 2], date: null })
    // @ts-expect-error the title of an edited record is a plain string
    edit('postType', 'post', { title: { raw: 'Tea' } })
  })

  it('takes only fields the record has', () => {
    edit('postType', 'post', { slug: 'tea' })
    // @ts-expect-error a post has no slog
    edit('postType', 'post', { slog: 'tea' })
  })

  it('takes functions of the edited record', () => {
    edit('postType', 'post', {
      content: (edited) => {
        expectTypeOf(edited).toEqualTypeOf<EditedRecordOf<'postType', 'post'>>()
        return edited.title
      },
    })
    // @ts-expect-error the content is text, whoever makes it
    edit('postType', 'post', { content: () => 3 })
  })

  it('takes blocks and a selection for a post', () => {
    edit('postType', 'post', { blocks: [], selection: { start: 1 } })
    // @ts-expect-error a user has no blocks
    edit('root', 'user', { blocks: [] })
  })

  it('takes some of the meta values', () => {
    type Rated = EditsOf<
      'postType',
      'rated',
      { postType: { rated: { meta: { stars: number; by: string } } } }
    >
    expectTypeOf<{ meta: { stars: 3 } }>().toExtend<Rated>()
    expectTypeOf<{ meta: { stars: 'three' } }>().not.toExtend<Rated>()
  })

  it('takes anything for a pair it does not know', () => {
    edit('shelf', 'folder', { whatever: 1 })
    edit('postType', 'event', { whatever: 1, blocks: [] })
  })
})

describe('SavePayloadOf', () => {
  it('takes any of the fields', () => {
    save('postType', 'post', {})
    save('postType', 'post', { id: 1, title: 'Tea', status: 'publish' })
    save('root', 'site', { title: 'Tea house', posts_per_page: 5 })
    // @ts-expect-error the number of posts is a number
    save('root', 'site', { title: 'Tea house', posts_per_page: 'five' })
  })

  it('takes plain strings, not rendered text', () => {
    save('root', 'globalStyles', { id: 5, title: 'Custom' })
    // @ts-expect-error the title is saved as a plain string
    save('root', 'globalStyles', { id: 5, title: { raw: 'Custom', rendered: 'Custom' } })
  })

  it('takes no functions', () => {
    save('postType', 'post', { content: 'text' })
    // @ts-expect-error a record is saved with values
    save('postType', 'post', { content: () => 'text' })
  })

  it('takes a password for a user, which can only be written', () => {
    save('root', 'user', { username: 'ada', email: 'ada@example.org', password: 'secret' })
    // @ts-expect-error an email address is text
    save('root', 'user', { username: 'ada', email: 5 })
  })

  it('takes a widget whose instance the server has not made yet', () => {
    const instance = { raw: { content: '<p>Hi</p>' } }
    save('root', 'widget', { id_base: 'block', sidebar: 'sidebar-1', instance })
    // @ts-expect-error a widget stands in a sidebar that has a name
    save('root', 'widget', { id_base: 'block', sidebar: 1, instance })
  })

  it('takes the slug of a plugin that is to be installed', () => {
    save('root', 'plugin', { slug: 'hello-dolly', status: 'active' })
    // @ts-expect-error a plugin is active or not
    save('root', 'plugin', { slug: 'hello-dolly', status: 'on' })
  })

  it('takes anything for a pair it does not know', () => {
    save('shelf', 'folder', { whatever: 1 })
  })

  it('does not take a record as the server sent it', () => {
    expectTypeOf<Post>().not.toExtend<SavePayloadOf<'postType', 'post'>>()
    expectTypeOf<EditedRecordOf<'postType', 'post'>>().toExtend<SavePayloadOf<'postType', 'post'>>()
  })
})

describe('what the store gives', () => {
  interface Book {
    id: number
    title: { raw: string; rendered: string }
    tags: string[]
    pages: { number: number }[]
  }
  type Own = { shop: { book: Book } }
  const edited = {} as EditedRecordOf<'postType', 'post'>

  it('is to be read: no field, however deep, can be written to', () => {
    const post = {} as RecordOf<'postType', 'post'>
    const book = {} as RecordOf<'shop', 'book', 'edit', Own>
    const list = {} as readonly RecordFor<'postType', 'post', { _fields: 'id,title,tags' }>[]
    // @ts-expect-error: edit it instead
    post.title.raw = 'x'
    // @ts-expect-error: edit it instead
    post.slug = 'x'
    // @ts-expect-error: edit it instead
    edited.title = 'x'
    // @ts-expect-error: edit it with a copy instead
    edited.categories.push(1)
    // @ts-expect-error: edit it instead
    edited.meta.subtitle = 'x'
    // @ts-expect-error: a record of one's own is no other
    book.tags.push('x')
    // @ts-expect-error: nor what stands inside
    for (const page of book.pages) page.number = 2
    // @ts-expect-error: sort a copy
    list.sort()
    // @ts-expect-error: edit it with a copy instead
    list[0]?.tags.push(1)
    const unknown = {} as UnknownRecord
    // @ts-expect-error: nor one that nobody has described
    unknown.title = 'x'
  })

  it('goes where a record is wanted, and into an edit, as it is', () => {
    expectTypeOf<RecordOf<'postType', 'post'>>().toExtend<Post>()
    expectTypeOf<Post>().toExtend<RecordOf<'postType', 'post'>>()
    expectTypeOf<Book>().toExtend<RecordOf<'shop', 'book', 'edit', Own>>()
    expectTypeOf<Pick<typeof edited, 'categories' | 'meta'>>().toExtend<EditsOf<'postType', 'post'>>()
    expectTypeOf<{ categories: number[] }>().toExtend<EditsOf<'postType', 'post'>>()
  })

  it('is a draft in a recipe, which can be written to, and so can what is to be sent', () => {
    expectTypeOf<(draft: { categories: number[]; title: string }) => void>().toExtend<
      EditRecipe<'postType', 'post'>
    >()
    const recipe: EditRecipe<'postType', 'post'> = (draft) => {
      draft.categories.push(1)
      draft.meta.subtitle = 'x'
    }
    const edits: EditsOf<'postType', 'post'> = {}
    edits.title = 'x'
    void [recipe, edits]
  })
})
