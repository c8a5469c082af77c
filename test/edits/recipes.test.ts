import { redo, selectUndoHistory, undo, editEntityRecord, type EntityConfig } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { post } from '../support/fakeServer'
import { postStore } from '../support/postStore'

interface Draft {
  [field: string]: unknown
  title?: unknown
  slug?: unknown
  meta: Record<string, unknown>
  tags: unknown[]
}

async function setUp(fields: Record<string, unknown> = {}) {
  const desk = await postStore({ posts: [post(1, { tags: [3, { deep: [1] }], ...fields }), post(2)] })
  return {
    ...desk,
    cook: (recipe: (draft: Draft) => unknown, options?: { isCached?: boolean; undoGroup?: string }) =>
      desk.store.dispatch(
        editEntityRecord<string, string>('postType', 'post', 1, recipe as (draft: object) => void, options),
      ),
    levels: () => selectUndoHistory(desk.store.getState()).levels,
  }
}

describe('an edit by a recipe', () => {
  it('gives the same edits, undo levels and state as an object', async () => {
    const [one, other] = [await setUp(), await setUp()]
    one.cook((draft) => {
      draft.title = 'New'
      draft.meta.a = 9
      draft.tags.push(4)
    })
    other.edit(1, { title: 'New', meta: { a: 9 }, tags: [3, { deep: [1] }, 4] })
    expect(one.edits(1)).toEqual(other.edits(1))
    expect(one.store.getState().edits).toEqual(other.store.getState().edits)
    expect(one.levels()).toEqual(other.levels())
  })

  it('is dropped where it comes to what the record has', async () => {
    const { cook, dirty, edits } = await setUp()
    cook((draft) => {
      draft.title = 'New'
      draft.meta.a = 9
    })
    cook((draft) => {
      draft.title = 'Post 1'
      draft.meta.a = 1
    })
    expect([dirty(), edits(1)]).toEqual([[], undefined])
  })

  it('that changes nothing is none', async () => {
    const { cook, store } = await setUp()
    const before = store.getState()
    cook(() => undefined)
    cook((draft) => {
      draft.title = String(draft.title)
    })
    cook((draft) => draft)
    expect(store.getState()).toBe(before)
  })

  it('sees what was edited before, and edits only the entries that it changes', async () => {
    const { cook, edit, edits, store } = await setUp()
    edit(1, { meta: { a: 5 } })
    cook((draft) => {
      draft.meta.b = Number(draft.meta.a) + 1
    })
    expect(store.getState().edits.records['postType/post' as never]).toMatchObject({ size: 1 })
    expect(edits(1)).toEqual({ meta: { a: 5, b: 6 } })
    store.dispatch(undo())
    expect(edits(1)).toEqual({ meta: { a: 5, b: 2 } })
    store.dispatch(redo())
    expect(edits(1)).toEqual({ meta: { a: 5, b: 6 } })
  })

  it('gives up what it deletes: a field, or an entry', async () => {
    const { cook, edit, edits } = await setUp()
    edit(1, { title: 'New', slug: 'new', meta: { a: 5, c: 7 } })
    cook((draft) => {
      delete draft.title
      delete draft.meta.c
    })
    expect(edits(1)).toEqual({ slug: 'new', meta: { a: 5, b: 2 } })
  })

  it('may return the record as it is to be, or some of its fields', async () => {
    const { cook, edits } = await setUp()
    cook((draft) => ({ ...draft, title: 'New' }))
    cook(() => ({ slug: 'new' }))
    expect(edits(1)).toEqual({ title: 'New', slug: 'new' })
  })

  it('changes neither the record nor what was edited before, also where that is frozen', async () => {
    const tags = Object.freeze([1, Object.freeze({ deep: 1 })])
    const { cook, edit, edited, record } = await setUp()
    const before = record(1)
    edit(1, { tags })
    cook((draft) => {
      ;(draft.tags[1] as { deep: number }).deep = 2
      draft.meta.a = 9
    })
    expect(tags).toEqual([1, { deep: 1 }])
    expect(edited(1)?.tags).toEqual([1, { deep: 2 }])
    expect(record(1)).toBe(before)
    expect(Object.isFrozen(edited(1)?.meta)).toBe(true)
  })

  it('keeps by identity what it leaves alone', async () => {
    const { cook, edited } = await setUp({ tags: [{ a: 1 }, { b: 2 }] })
    const tags = edited(1)?.tags as unknown[]
    cook((draft) => {
      draft.tags[0] = { a: 2 }
    })
    expect((edited(1)?.tags as unknown[])[1]).toBe(tags[1])
  })

  it('works on a record that is not loaded', async () => {
    const { cook, edited } = await setUp()
    const { store } = await postStore({ posts: [] })
    store.dispatch(
      editEntityRecord('postType', 'post', 7, (draft) => {
        draft.title = 'Blind'
      }),
    )
    cook((draft) => {
      draft.title = 'New'
    })
    expect(edited(1)?.title).toBe('New')
  })

  it('joins an undo group as any edit', async () => {
    const { cook, edited, store } = await setUp()
    for (const title of ['a', 'ab'])
      cook(
        (draft) => {
          draft.title = title
        },
        { undoGroup: 'title' },
      )
    store.dispatch(undo())
    expect(edited(1)?.title).toBe('Post 1')
  })

  it('may set a function, to be computed when it is saved', async () => {
    const { cook, save, server } = await setUp()
    cook((draft) => {
      draft.title = ({ slug }: { slug: string }) => `About ${slug}`
    })
    await save(1)
    expect(server.waiting[0]?.data).toEqual({ title: 'About post-1' })
  })

  it('takes entities whose meta is not merged, whole', async () => {
    const book: EntityConfig = { kind: 'shop', name: 'book', baseURL: '/shop/v1/books' }
    const { store } = await postStore({ entities: [book] })
    store.dispatch(editEntityRecord('shop', 'book', 1, { meta: { a: 1 } }))
    store.dispatch(
      editEntityRecord('shop', 'book', 1, (draft) => {
        ;(draft as { meta: Record<string, number> }).meta.b = 2
      }),
    )
    expect(store.getState().edits.records['shop/book' as never]).toMatchObject({
      root: ['1', { fields: { meta: { value: { a: 1, b: 2 } } } }],
    })
  })
})

describe('a recipe is refused, and changes nothing, that', () => {
  it.each<[string, (draft: Draft) => unknown, string]>([
    [
      'returns an object and changes the draft',
      (draft) => {
        draft.title = 'New'
        return { slug: 'new' }
      },
      'returned an object and changed the draft. Do one of the two.',
    ],
    ['returns what it assigns', (draft) => (draft.title = 'New'), 'returned "New". Put its body in braces'],
    ['returns a list', () => ['title'], 'Put its body in braces'],
    ['returns null', () => null, 'returned null. Put its body in braces'],
    ['is asynchronous', async () => await Promise.resolve(), 'is asynchronous. Await first'],
    [
      'sets what is no plain data',
      (draft) => {
        draft.tags = new Map() as never
      },
      "The edit of 'tags' of (postType, post) holds an instance of Map",
    ],
  ])('%s', async (what, recipe, message) => {
    const { cook, store } = await setUp()
    const before = store.getState()
    expect(() => cook(recipe)).toThrow(
      expect.objectContaining({ code: 'invalid_edit', message: expect.stringContaining(message) as string }),
    )
    expect(store.getState()).toBe(before)
  })

  it('throws, with its own error', async () => {
    const { cook, store } = await setUp()
    const before = store.getState()
    const failure = new Error('No such tag')
    expect(() =>
      cook((draft) => {
        draft.title = 'New'
        throw failure
      }),
    ).toThrow(failure)
    expect(store.getState()).toBe(before)
  })
})
