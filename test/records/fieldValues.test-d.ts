import type {
  DeepReadonly,
  Attachment,
  Block,
  Comment,
  GlobalStylesRevision,
  MediaDetails,
  Navigation,
  Post,
  PostRevision,
  Sidebar,
  Template,
  Theme,
  Widget,
} from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'

describe('the default context', () => {
  it('is edit for a post', () => {
    expectTypeOf<Post>().toEqualTypeOf<Post<'edit'>>()
  })

  it('is view for revisions', () => {
    expectTypeOf<PostRevision>().toEqualTypeOf<PostRevision<'view'>>()
    expectTypeOf<GlobalStylesRevision>().toEqualTypeOf<GlobalStylesRevision<'view'>>()
  })
})

describe('the values of fields', () => {
  it('a post has raw text in the edit context only', () => {
    expectTypeOf<Post['title']>().toEqualTypeOf<DeepReadonly<{ raw: string; rendered: string }>>()
    expectTypeOf<Post<'view'>['title']>().toEqualTypeOf<DeepReadonly<{ rendered: string }>>()
    expectTypeOf<Post['content']>().toEqualTypeOf<
      DeepReadonly<{
        raw: string
        rendered: string
        protected: boolean
        block_version: number
      }>
    >()
    expectTypeOf<Post<'view'>['content']>().toEqualTypeOf<
      DeepReadonly<{ rendered: string; protected: boolean }>
    >()
  })

  it('a post may have a status that a plugin registers', () => {
    expectTypeOf<'on-hold'>().toExtend<Post['status']>()
    expectTypeOf<number>().not.toExtend<Post['status']>()
  })

  it('a post in several contexts has the fields they share', () => {
    expectTypeOf<keyof Post<'view' | 'embed'>>().toEqualTypeOf<keyof Post<'embed'>>()
  })

  it('a full record goes where a shallower one is wanted, not the other way round', () => {
    expectTypeOf<Post<'edit'>>().toExtend<Post<'view'>>()
    expectTypeOf<Post<'view'>>().toExtend<Post<'embed'>>()
    expectTypeOf<Post<'view'>>().not.toExtend<Post<'edit'>>()
  })

  it('a pattern has only the raw title', () => {
    expectTypeOf<Block['title']>().toEqualTypeOf<DeepReadonly<{ raw: string }>>()
    expectTypeOf<Block<'view'>['content']>().toEqualTypeOf<
      DeepReadonly<{ raw: string; protected: boolean }>
    >()
    expectTypeOf<Block<'edit'>['content']['block_version']>().toEqualTypeOf<number>()
  })

  it('a navigation menu has raw text in the embed context too', () => {
    expectTypeOf<Navigation<'embed'>['title']['raw']>().toEqualTypeOf<string>()
    expectTypeOf<Navigation<'embed'>['content']['raw']>().toEqualTypeOf<string>()
    // @ts-expect-error the view context has no raw text
    expectTypeOf<Navigation<'view'>['content']['raw']>().toEqualTypeOf<string>()
  })

  it('a template is found by text and carries a raw title in every context', () => {
    expectTypeOf<Template['id']>().toEqualTypeOf<string>()
    expectTypeOf<Template<'embed'>['title']['raw']>().toEqualTypeOf<string>()
  })

  it('an attachment belongs to a post or to none', () => {
    expectTypeOf<Attachment['post']>().toEqualTypeOf<number | null>()
  })

  it('an attachment has a dictionary of meta values or an empty array', () => {
    expectTypeOf<Attachment['meta']>().toEqualTypeOf<DeepReadonly<Record<string, unknown> | []>>()
  })

  it('an attachment may lack any of its details', () => {
    expectTypeOf<Attachment['media_details']>().toEqualTypeOf<DeepReadonly<MediaDetails>>()
    expectTypeOf<Record<never, never>>().toExtend<MediaDetails>()
  })

  it('an attachment says how its sizes are encoded', () => {
    expectTypeOf<NonNullable<Attachment['image_quality']>>().toEqualTypeOf<
      DeepReadonly<{
        default: number
        sizes: Record<string, number> | readonly []
      }>
    >()
  })

  it('a theme keeps its texts raw in the edit context', () => {
    expectTypeOf<Theme['name']>().toEqualTypeOf<DeepReadonly<{ raw: string; rendered: string }>>()
    expectTypeOf<Theme['tags']>().toEqualTypeOf<DeepReadonly<{ raw: string[]; rendered: string }>>()
    expectTypeOf<Theme<'view'>['tags']>().toEqualTypeOf<DeepReadonly<{ rendered: string }>>()
  })

  it('a sidebar has the ids of its widgets or the widgets, in its own context', () => {
    expectTypeOf<Sidebar<'view'>['widgets']>().toEqualTypeOf<DeepReadonly<string[] | Widget<'view'>[]>>()
  })

  it('a comment has one of the known statuses', () => {
    expectTypeOf<'spam'>().toExtend<Comment['status']>()
    expectTypeOf<'published'>().not.toExtend<Comment['status']>()
  })
})
