import type { DeepReadonly, Post, RecordFor } from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'
import type { DeepPartial, Projection } from '../../src/records/inference/projection'

describe('DeepPartial', () => {
  it('makes fields inside fields optional', () => {
    expectTypeOf<DeepPartial<Post>['title']>().toEqualTypeOf<
      DeepReadonly<{ raw?: string; rendered?: string } | undefined>
    >()
  })

  it('leaves an array whole', () => {
    expectTypeOf<DeepPartial<Post>['categories']>().toEqualTypeOf<DeepReadonly<number[] | undefined>>()
    expectTypeOf<DeepPartial<{ list: { name: string }[] }>>().toEqualTypeOf<{ list?: { name: string }[] }>()
  })

  it('leaves unknown values as they are', () => {
    expectTypeOf<DeepPartial<{ meta: Record<string, unknown>; value: unknown }>>().toEqualTypeOf<{
      meta?: { [key: string]: unknown }
      value?: unknown
    }>()
  })
})

describe('a record of which some _fields were asked for', () => {
  it('has the fields that are named, and perhaps the others', () => {
    type Found = RecordFor<'postType', 'post', { _fields: 'id,title' }>
    expectTypeOf<Found['id']>().toEqualTypeOf<number>()
    expectTypeOf<Found['title']>().toEqualTypeOf<Post['title']>()
    expectTypeOf<Found['slug']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Found['content']>().toEqualTypeOf<DeepPartial<Post['content']> | undefined>()
  })

  it('may be asked for by a list', () => {
    type Found = RecordFor<'postType', 'post', { _fields: readonly ['id', 'slug'] }>
    expectTypeOf<Found['slug']>().toEqualTypeOf<string>()
    expectTypeOf<Found['status']>().toEqualTypeOf<Post['status'] | undefined>()
    expectTypeOf<RecordFor<'postType', 'post', { _fields: ['id'] }>['id']>().toEqualTypeOf<number>()
  })

  it('may be asked for with blanks after the commas', () => {
    expectTypeOf<Projection<Post, 'id, slug'>['slug']>().toEqualTypeOf<string>()
  })

  it('has the fields of the context that was asked for', () => {
    type Found = RecordFor<'postType', 'post', { context: 'view'; _fields: 'title' }>
    expectTypeOf<Found['title']>().toEqualTypeOf<DeepReadonly<{ rendered: string }>>()
    // @ts-expect-error the view context has no password
    expectTypeOf<Found['password']>().not.toBeNever()
  })

  it('has a field only perhaps when a part of it was asked for', () => {
    expectTypeOf<Projection<Post, 'title.raw'>['title']>().toEqualTypeOf<
      DeepReadonly<{ raw?: string; rendered?: string } | undefined>
    >()
  })

  it('has every field only perhaps when the names are not known', () => {
    expectTypeOf<RecordFor<'postType', 'post', { _fields: string }>>().toEqualTypeOf<DeepPartial<Post>>()
    expectTypeOf<RecordFor<'postType', 'post', { _fields: string[] }>>().toEqualTypeOf<DeepPartial<Post>>()
    expectTypeOf<RecordFor<'postType', 'post', { _fields: ('id' | 'slug')[] }>>().toEqualTypeOf<
      DeepPartial<Post>
    >()
    expectTypeOf<RecordFor<'postType', 'post', { _fields: `${string},id` }>['slug']>().toEqualTypeOf<
      string | undefined
    >()
  })

  it('is whole when _fields is there but undefined', () => {
    expectTypeOf<RecordFor<'postType', 'post', { _fields: undefined }>>().toEqualTypeOf<Post>()
    expectTypeOf<RecordFor<'postType', 'post', { _fields?: string }>>().toEqualTypeOf<
      Post | DeepPartial<Post>
    >()
  })

  it('is one or the other when the query asks for one or the other', () => {
    type Found = RecordFor<'postType', 'post', { _fields: 'id' | 'slug' }>
    expectTypeOf<Found['id']>().toEqualTypeOf<number | undefined>()
  })
})
