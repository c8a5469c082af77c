import type {
  DeepReadonly,
  Context,
  EditedRecordOf,
  EditsOf,
  EntityId,
  IdOf,
  Page,
  PerContext,
  Post,
  RecordFor,
  RecordOf,
  Term,
  UnknownRecord,
} from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'
import type { ContextField, OmitNever } from '../../src/records/inference/context'
import type { KnownKind, KnownName } from '../../src/records/inference/inference'

interface Recipe {
  id: number
  title: { raw: string; rendered: string }
  servings: number
}

interface LoafSummary {
  code: string
  name: string
}

interface Loaf extends LoafSummary {
  costs: number
}

interface TastingFields<C extends Context> {
  id: number
  notes: ContextField<string, 'edit', C>
}

type Tasting<C extends Context = 'edit'> = OmitNever<TastingFields<C>>

declare module '../../src/records/entityTypes' {
  interface EntityTypes {
    postType: { merged_recipe: Recipe }
    bakery: {
      loaf: PerContext<{ view: LoafSummary; edit: Loaf; embed: LoafSummary }>
      flour: { id: string }
    }
  }
  interface PostTypeEntityTypes<C extends Context> {
    merged_tasting: Tasting<C>
  }
  interface TaxonomyEntityTypes<C extends Context> {
    merged_flavour: Term<C>
  }
  interface RootEntityTypes<C extends Context> {
    merged_oven: { id: string; heat: ContextField<number, C, C> }
  }
  interface DefaultContexts {
    'bakery/loaf': 'view'
  }
  interface EntityKeys {
    'bakery/loaf': 'code'
  }
}

declare module '../../src/records/page' {
  interface PageFields<C extends Context> {
    merged_note: ContextField<string, 'edit', C>
  }
}

describe('EntityTypes extended by declaration merging', () => {
  it('types a new name of a built-in kind', () => {
    expectTypeOf<RecordOf<'postType', 'merged_recipe'>>().toEqualTypeOf<DeepReadonly<Recipe>>()
    expectTypeOf<RecordFor<'postType', 'merged_recipe', { context: 'view' }>>().toEqualTypeOf<
      DeepReadonly<Recipe>
    >()
    expectTypeOf<EditedRecordOf<'postType', 'merged_recipe'>['title']>().toEqualTypeOf<string>()
  })

  it('keeps the built-in names of that kind', () => {
    expectTypeOf<RecordOf<'postType', 'post'>>().toEqualTypeOf<Post>()
    expectTypeOf<'merged_recipe' | 'post' | 'page'>().toExtend<KnownName<'postType'>>()
  })

  it('types a new kind', () => {
    expectTypeOf<RecordOf<'bakery', 'flour'>>().toEqualTypeOf<DeepReadonly<{ id: string }>>()
    expectTypeOf<RecordOf<'bakery', 'oven'>>().toEqualTypeOf<UnknownRecord>()
    expectTypeOf<'bakery'>().toExtend<KnownKind>()
    expectTypeOf<KnownName<'bakery'>>().toEqualTypeOf<'loaf' | 'flour'>()
  })

  it('distinguishes the contexts of a PerContext entry', () => {
    expectTypeOf<RecordOf<'bakery', 'loaf', 'edit'>>().toEqualTypeOf<DeepReadonly<Loaf>>()
    expectTypeOf<RecordFor<'bakery', 'loaf', { context: 'embed' }>>().toEqualTypeOf<
      DeepReadonly<LoafSummary>
    >()
    expectTypeOf<RecordFor<'bakery', 'loaf', { context: Context }>>().toEqualTypeOf<
      DeepReadonly<Loaf | LoafSummary>
    >()
  })

  it('wants all three contexts in a PerContext entry', () => {
    expectTypeOf<PerContext<{ view: Loaf; edit: Loaf; embed: Loaf }>>().not.toBeAny()
    // @ts-expect-error the embed context is missing
    expectTypeOf<PerContext<{ view: Loaf; edit: Loaf }>>().not.toBeAny()
  })
})

describe('the maps extended by declaration merging', () => {
  it('types a new name of a kind with its contexts', () => {
    expectTypeOf<RecordOf<'postType', 'merged_tasting'>>().toEqualTypeOf<DeepReadonly<Tasting<'edit'>>>()
    expectTypeOf<RecordFor<'postType', 'merged_tasting', { context: 'view' }>>().toEqualTypeOf<
      DeepReadonly<{
        id: number
      }>
    >()
    expectTypeOf<RecordOf<'taxonomy', 'merged_flavour', 'view'>>().toEqualTypeOf<Term<'view'>>()
  })

  it('takes the default context of a pair from its map', () => {
    expectTypeOf<RecordOf<'bakery', 'loaf'>>().toEqualTypeOf<DeepReadonly<LoafSummary>>()
  })

  it('takes each context for a pair without a default', () => {
    expectTypeOf<RecordOf<'root', 'merged_oven'>>().toEqualTypeOf<
      DeepReadonly<{ id: string; heat: number }>
    >()
  })

  it('takes the key field of a pair from its map', () => {
    expectTypeOf<IdOf<'bakery', 'loaf'>>().toEqualTypeOf<string>()
    expectTypeOf<IdOf<'postType', 'merged_recipe'>>().toEqualTypeOf<number>()
    expectTypeOf<IdOf<'bakery', 'oven'>>().toEqualTypeOf<EntityId>()
  })

  it('adds a field to a built-in record', () => {
    expectTypeOf<Page['merged_note']>().toEqualTypeOf<string>()
    expectTypeOf<EditsOf<'postType', 'page'>>().toHaveProperty('merged_note')
    // @ts-expect-error the field was added to the edit context only
    expectTypeOf<Page<'view'>['merged_note']>().toEqualTypeOf<string>()
  })
})

describe('a registry of its own', () => {
  interface Library {
    postType: { post: { id: number; shelfmark: string } }
    library: { shelf: { id: string } }
  }

  it('comes before the built-in types', () => {
    expectTypeOf<RecordFor<'postType', 'post', undefined, Library>>().toEqualTypeOf<
      DeepReadonly<Library['postType']['post']>
    >()
    expectTypeOf<RecordFor<'postType', 'page', undefined, Library>>().toEqualTypeOf<Page>()
  })

  it('does not see what was merged into EntityTypes', () => {
    expectTypeOf<RecordFor<'bakery', 'flour', undefined, Library>>().toEqualTypeOf<UnknownRecord>()
    expectTypeOf<RecordFor<'library', 'shelf', undefined, Library>>().toEqualTypeOf<
      DeepReadonly<{ id: string }>
    >()
  })
})
