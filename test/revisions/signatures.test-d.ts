import {
  createEntityStore,
  type EntityState,
  type Fetcher,
  fetchRevision,
  fetchRevisions,
  type GlobalStylesRevision,
  type PostRevision,
  selectRevision,
  selectRevisions,
  type UnknownRecord,
} from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'

declare const fetcher: Fetcher
declare const state: EntityState
const { dispatch } = createEntityStore({ fetcher })

describe('revisions', () => {
  it('of a post are typed by kind, name and context', () => {
    expectTypeOf(dispatch(fetchRevisions('postType', 'post', 1))).resolves.toEqualTypeOf<
      readonly PostRevision[] | null
    >()
    expectTypeOf(
      dispatch(fetchRevision('postType', 'page', '1', 2, { context: 'edit' })),
    ).resolves.toEqualTypeOf<PostRevision<'edit'> | undefined>()
    expectTypeOf(selectRevisions(state, 'postType', 'post', 1)).toEqualTypeOf<
      readonly PostRevision[] | null
    >()
    expectTypeOf(selectRevision(state, 'postType', 'post', 1, 2, { context: 'edit' })).toEqualTypeOf<
      PostRevision<'edit'> | undefined
    >()
  })

  it('of a post in the view context have no raw text', () => {
    const revision = selectRevision(state, 'postType', 'post', 1, 2)
    expectTypeOf(revision?.title.rendered).toEqualTypeOf<string | undefined>()
    // @ts-expect-error raw text is told in the edit context only
    void revision?.title.raw
  })

  it('with _fields have the rest optional', () => {
    const part = selectRevision(state, 'postType', 'post', 1, 2, { _fields: 'id' })
    expectTypeOf(part?.id).toEqualTypeOf<number | undefined>()
    expectTypeOf<NonNullable<typeof part>['slug']>().toEqualTypeOf<string | undefined>()
  })

  it('of templates are templates with a parent', () => {
    const revision = selectRevision(state, 'postType', 'wp_template', 'tt4//index', 31, { context: 'edit' })
    expectTypeOf(revision?.id).toEqualTypeOf<string | undefined>()
    expectTypeOf(revision?.wp_id).toEqualTypeOf<number | undefined>()
    expectTypeOf(revision?.parent).toEqualTypeOf<number | undefined>()
  })

  it('of global styles and of anything else have their own types', () => {
    expectTypeOf(selectRevisions(state, 'root', 'globalStyles', 1)).toEqualTypeOf<
      readonly GlobalStylesRevision[] | null
    >()
    expectTypeOf(selectRevision(state, 'shop', 'book', 1, 2)).toEqualTypeOf<UnknownRecord | undefined>()
  })

  it('take ids that are numbers or text', () => {
    fetchRevision('postType', 'post', 1, '2')
    // @ts-expect-error a revision's id is no object
    fetchRevision('postType', 'post', 1, {})
  })
})
