import type {
  DeepReadonly,
  Comment,
  FontCollection,
  GlobalStyles,
  Post,
  RenderedText,
  Settings,
  Updatable,
  Widget,
} from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'
import type {
  ContextField,
  InEveryContext,
  OmitNever,
  PostContent,
} from '../../src/records/inference/context'

describe('ContextField', () => {
  it('holds its value where the context is among the available ones', () => {
    expectTypeOf<ContextField<number, 'view' | 'edit', 'view'>>().toEqualTypeOf<number>()
  })

  it('holds nothing in another context', () => {
    expectTypeOf<ContextField<number, 'view' | 'edit', 'embed'>>().toEqualTypeOf<never>()
  })

  it('holds nothing where only some of several contexts have it', () => {
    expectTypeOf<ContextField<number, 'edit', 'edit' | 'view'>>().toEqualTypeOf<never>()
  })
})

describe('OmitNever', () => {
  it('takes out a field that can hold nothing', () => {
    expectTypeOf<OmitNever<{ kept: string; gone: never }>>().toEqualTypeOf<{ kept: string }>()
  })

  it('takes out an optional field that can hold nothing', () => {
    expectTypeOf<OmitNever<{ kept?: string; gone?: never }>>().toEqualTypeOf<{ kept?: string }>()
  })

  it('takes out fields inside fields', () => {
    expectTypeOf<OmitNever<{ outer: { kept: string; gone: never } | null }>>().toEqualTypeOf<{
      outer: { kept: string } | null
    }>()
  })

  it('takes out fields inside the members of an array', () => {
    expectTypeOf<OmitNever<{ list: { kept: string; gone: never }[] }>>().toEqualTypeOf<{
      list: { kept: string }[]
    }>()
  })

  it('leaves unknown values, dictionaries and functions as they are', () => {
    interface Free {
      anything: unknown
      dictionary: Record<string, unknown>
      call: (name: string) => number
    }
    expectTypeOf<OmitNever<Free>>().toEqualTypeOf<Free>()
  })

  it('takes a record that holds records of its own sort', () => {
    interface Thread<Gone> {
      answers: Thread<Gone>[]
      secret: Gone
    }
    expectTypeOf<OmitNever<Thread<never>>['answers'][0]['answers'][0]>().not.toHaveProperty('secret')
    expectTypeOf<OmitNever<Thread<string>>['answers'][0]['answers'][0]>().toHaveProperty('secret')
  })
})

describe('RenderedText', () => {
  it('carries raw in the edit context', () => {
    expectTypeOf<RenderedText<'edit'>>().toEqualTypeOf<{ raw: string; rendered: string }>()
  })

  it('is only rendered in the other contexts', () => {
    expectTypeOf<RenderedText<'view'>>().toEqualTypeOf<{ rendered: string }>()
    expectTypeOf<RenderedText<'embed'>>().toEqualTypeOf<{ rendered: string }>()
  })

  it('is only rendered where the context may be one of several', () => {
    expectTypeOf<RenderedText<'view' | 'edit'>>().toEqualTypeOf<{ rendered: string }>()
  })
})

describe('PostContent', () => {
  it('has the version of the blocks in the edit context only', () => {
    expectTypeOf<PostContent<'edit'>['block_version']>().toEqualTypeOf<number>()
    // @ts-expect-error the view context has no version
    expectTypeOf<PostContent<'view'>['block_version']>().toEqualTypeOf<number>()
  })
})

describe('InEveryContext', () => {
  it('gives the same fields whatever the context', () => {
    expectTypeOf<InEveryContext<{ id: number }, 'embed'>>().toEqualTypeOf<DeepReadonly<{ id: number }>>()
    expectTypeOf<Settings<'edit'>>().toEqualTypeOf<Settings<'view'>>()
    expectTypeOf<FontCollection<'edit'>>().toExtend<FontCollection<'embed'>>()
    expectTypeOf<FontCollection['description']>().toEqualTypeOf<string | undefined>()
  })

  it('goes, like every record, where a dictionary is wanted', () => {
    expectTypeOf<Settings>().toExtend<Record<string, unknown>>()
    expectTypeOf<Post>().toExtend<Record<string, unknown>>()
  })
})

describe('Updatable', () => {
  it('makes plain strings of rendered text', () => {
    expectTypeOf<Updatable<Post>['title']>().toEqualTypeOf<string>()
    expectTypeOf<Updatable<Post>['content']>().toEqualTypeOf<string>()
    expectTypeOf<Updatable<Post>['excerpt']>().toEqualTypeOf<string>()
    expectTypeOf<Updatable<Post<'view'>>['title']>().toEqualTypeOf<string>()
    expectTypeOf<Updatable<Comment>['content']>().toEqualTypeOf<string>()
    expectTypeOf<Updatable<GlobalStyles>['title']>().toEqualTypeOf<string>()
  })

  it('leaves all other fields as they are', () => {
    expectTypeOf<Updatable<Post>['categories']>().toEqualTypeOf<DeepReadonly<number[]>>()
    expectTypeOf<Updatable<Post>['date']>().toEqualTypeOf<string | null>()
    expectTypeOf<Updatable<Widget>['instance']>().toEqualTypeOf<Widget['instance']>()
    expectTypeOf<Updatable<GlobalStyles>['styles']>().toEqualTypeOf<DeepReadonly<Record<string, unknown>>>()
  })

  it('keeps null and absence', () => {
    interface Note {
      body: { raw: string } | null
      aside?: { rendered: string }
    }
    expectTypeOf<Updatable<Note>>().toEqualTypeOf<{ body: string | null; aside?: string }>()
  })

  it('takes a union member by member', () => {
    expectTypeOf<Updatable<{ title: { raw: string } } | { name: string }>>().toEqualTypeOf<
      { title: string } | { name: string }
    >()
  })
})
