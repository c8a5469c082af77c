import { editEntityRecord } from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'

describe('a recipe', () => {
  it('is given the edited record, with plain texts, that may be written to', () => {
    editEntityRecord('postType', 'post', 1, (draft) => {
      expectTypeOf(draft.title).toEqualTypeOf<string>()
      draft.title = 'Tea'
      draft.categories.push(1)
      // @ts-expect-error the title of an edited record is a plain text
      draft.title = { raw: 'Tea' }
      // @ts-expect-error a post has no slog
      draft.slog = 'tea'
    })
  })

  it('may write into the meta of a post', () => {
    editEntityRecord('postType', 'post', 1, (draft) => {
      draft.meta.subtitle = 'Tea'
    })
  })

  it('is given unknown fields of an entity that has no type', () => {
    editEntityRecord('shop', 'book', 1, (draft) => {
      expectTypeOf(draft.isbn).toEqualTypeOf<unknown>()
      draft.isbn = '1'
    })
  })
})
