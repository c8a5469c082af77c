import type {
  Attachment,
  Context,
  EntityId,
  EntityName,
  EntityQuery,
  GlobalStylesRevision,
  Icon,
  IdOf,
  Kind,
  Page,
  Post,
  PostRevision,
  RecordFor,
  RecordOf,
  RevisionFor,
  Settings,
  Term,
  Type,
  UnknownRecord,
  User,
} from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'
import type { DefaultContext, KeyOf, KnownKind, KnownName } from '../../src/records/inference/inference'
import type { DeepPartial } from '../../src/records/inference/projection'
import type { BuiltinName } from './namesIn'

describe('Kind and EntityName', () => {
  it('know the built-in kinds', () => {
    expectTypeOf<'root' | 'postType' | 'taxonomy'>().toExtend<KnownKind>()
    expectTypeOf<'shelf'>().not.toExtend<KnownKind>()
  })

  it('know the built-in names', () => {
    expectTypeOf<BuiltinName<KnownName<'taxonomy'>>>().toEqualTypeOf<
      'category' | 'nav_menu' | 'post_tag' | 'wp_pattern_category'
    >()
    expectTypeOf<
      | '__unstableBase'
      | 'postType'
      | 'media'
      | 'taxonomy'
      | 'sidebar'
      | 'widget'
      | 'widgetType'
      | 'user'
      | 'comment'
      | 'menu'
      | 'menuItem'
      | 'menuLocation'
      | 'globalStyles'
      | 'theme'
      | 'plugin'
      | 'status'
      | 'site'
      | 'fontCollection'
      | 'icon'
      | 'iconCollection'
    >().toEqualTypeOf<BuiltinName<KnownName<'root'>>>()
    expectTypeOf<
      'post' | 'page' | 'attachment' | 'wp_block' | 'wp_navigation' | 'wp_template' | 'wp_template_part'
    >().toEqualTypeOf<BuiltinName<KnownName<'postType'>>>()
  })

  it('take any other text', () => {
    expectTypeOf<'shelf'>().toExtend<Kind>()
    expectTypeOf<'event'>().toExtend<EntityName<'postType'>>()
    expectTypeOf<string>().toExtend<EntityName<'shelf'>>()
    expectTypeOf<number>().not.toExtend<Kind>()
  })
})

describe('RecordOf', () => {
  it('gives the record in its default context', () => {
    expectTypeOf<RecordOf<'postType', 'post'>>().toEqualTypeOf<Post<'edit'>>()
    expectTypeOf<RecordOf<'taxonomy', 'category'>>().toEqualTypeOf<Term<'edit'>>()
    expectTypeOf<RecordOf<'root', 'postType'>>().toEqualTypeOf<Type<'edit'>>()
    expectTypeOf<RecordOf<'root', 'media'>>().toEqualTypeOf<Attachment<'edit'>>()
    expectTypeOf<RecordOf<'root', 'site'>>().toEqualTypeOf<Settings>()
    expectTypeOf<RecordOf<'root', 'icon'>>().toEqualTypeOf<Icon<'view'>>()
  })

  it('gives the record in the context that is named', () => {
    expectTypeOf<RecordOf<'postType', 'post', 'view'>>().toEqualTypeOf<Post<'view'>>()
    expectTypeOf<RecordOf<'root', 'user', 'embed'>>().toEqualTypeOf<User<'embed'>>()
  })

  it('gives the union over several contexts', () => {
    expectTypeOf<RecordOf<'postType', 'post', 'view' | 'embed'>>().toEqualTypeOf<
      Post<'view'> | Post<'embed'>
    >()
  })

  it('gives the union over several names', () => {
    expectTypeOf<RecordOf<'postType', 'post' | 'page'>>().toEqualTypeOf<Post | Page>()
  })

  it('gives a wide record for a pair it does not know', () => {
    expectTypeOf<RecordOf<'postType', 'event'>>().toEqualTypeOf<UnknownRecord>()
    expectTypeOf<RecordOf<'shelf', 'folder'>>().toEqualTypeOf<UnknownRecord>()
    expectTypeOf<RecordOf<string, string>>().toEqualTypeOf<UnknownRecord>()
    expectTypeOf<RecordOf<Kind, string>>().toEqualTypeOf<UnknownRecord>()
  })

  it('lets the fields of a wide record be read, as unknown values', () => {
    expectTypeOf<UnknownRecord['title']>().toEqualTypeOf<unknown>()
    expectTypeOf<UnknownRecord['id']>().toEqualTypeOf<EntityId | undefined>()
  })
})

describe('DefaultContext', () => {
  it('is edit where the server is asked for it', () => {
    expectTypeOf<DefaultContext<'root', 'user'>>().toEqualTypeOf<'edit'>()
    expectTypeOf<DefaultContext<'postType', 'event'>>().toEqualTypeOf<'edit'>()
  })

  it('is view for the settings, the site base, fonts and icons', () => {
    expectTypeOf<DefaultContext<'root', 'site'>>().toEqualTypeOf<'view'>()
    expectTypeOf<DefaultContext<'root', '__unstableBase'>>().toEqualTypeOf<'view'>()
    expectTypeOf<DefaultContext<'root', 'fontCollection'>>().toEqualTypeOf<'view'>()
    expectTypeOf<DefaultContext<'root', 'iconCollection'>>().toEqualTypeOf<'view'>()
  })

  it('is any of the three for a pair it does not know', () => {
    expectTypeOf<DefaultContext<'shelf', 'folder'>>().toEqualTypeOf<Context>()
  })
})

describe('RecordFor', () => {
  it('gives the default record where there is no query, or one without a context', () => {
    expectTypeOf<RecordFor<'postType', 'post', undefined>>().toEqualTypeOf<Post<'edit'>>()
    expectTypeOf<RecordFor<'postType', 'post', { page: 2; search: 'tea' }>>().toEqualTypeOf<Post<'edit'>>()
    expectTypeOf<RecordFor<'postType', 'post', { context: undefined }>>().toEqualTypeOf<Post<'edit'>>()
  })

  it('gives the context of the query', () => {
    expectTypeOf<RecordFor<'postType', 'post', { context: 'view' }>>().toEqualTypeOf<Post<'view'>>()
    expectTypeOf<RecordFor<'root', 'user', { readonly context: 'embed' }>>().toEqualTypeOf<User<'embed'>>()
  })

  it('gives the union over contexts where the context is not known', () => {
    expectTypeOf<RecordFor<'postType', 'post', { context: Context }>>().toEqualTypeOf<
      Post<'view'> | Post<'edit'> | Post<'embed'>
    >()
    expectTypeOf<RecordFor<'postType', 'post', { context: string }>>().toEqualTypeOf<
      Post<'view'> | Post<'edit'> | Post<'embed'>
    >()
  })

  it('counts the default context in where the context may be absent', () => {
    expectTypeOf<RecordFor<'postType', 'post', { context?: 'view' }>>().toEqualTypeOf<
      Post<'view'> | Post<'edit'>
    >()
  })

  it('lets only common fields be read where the context is not known', () => {
    type Either = RecordFor<'postType', 'post', { context: Context }>
    expectTypeOf<Either['title']['rendered']>().toEqualTypeOf<string>()
    // @ts-expect-error the embed context has no content
    expectTypeOf<Either['content']>().not.toBeNever()
  })

  it('takes a union of queries member by member', () => {
    expectTypeOf<
      RecordFor<'postType', 'post', { context: 'view' } | { page: 2 } | undefined>
    >().toEqualTypeOf<Post<'view'> | Post<'edit'>>()
    expectTypeOf<
      RecordFor<'postType', 'post', { context: 'embed' } | { context: 'view'; _fields: string }>
    >().toEqualTypeOf<Post<'embed'> | DeepPartial<Post<'view'>>>()
  })

  it('gives partial records of every context for a query of which nothing is known', () => {
    expectTypeOf<RecordFor<'postType', 'post', EntityQuery>['id']>().toEqualTypeOf<number | undefined>()
    // @ts-expect-error only some contexts have a password
    expectTypeOf<RecordFor<'postType', 'post', EntityQuery>['password']>().not.toBeNever()
  })

  it('gives a wide record for a pair it does not know, whatever the query', () => {
    expectTypeOf<RecordFor<'shelf', 'folder', { context: 'view' }>>().toEqualTypeOf<UnknownRecord>()
    expectTypeOf<RecordFor<'shelf', 'folder', { _fields: 'id' }>>().toEqualTypeOf<UnknownRecord>()
  })
})

describe('RevisionFor', () => {
  it('gives the revision in the view context unless asked otherwise', () => {
    expectTypeOf<RevisionFor<'postType', 'page', undefined>>().toEqualTypeOf<PostRevision<'view'>>()
    expectTypeOf<RevisionFor<'postType', 'event', { context: 'edit' }>>().toEqualTypeOf<
      PostRevision<'edit'>
    >()
  })

  it('knows the revisions of global styles', () => {
    expectTypeOf<RevisionFor<'root', 'globalStyles', { per_page: 3 }>>().toEqualTypeOf<GlobalStylesRevision>()
  })

  it('is a wide record for entities without revisions', () => {
    expectTypeOf<RevisionFor<'root', 'user', undefined>>().toEqualTypeOf<UnknownRecord>()
  })

  it('makes the fields optional that were not asked for', () => {
    expectTypeOf<
      RevisionFor<'postType', 'page', { _fields: readonly ['id']; context: 'edit' }>['id']
    >().toEqualTypeOf<number>()
    expectTypeOf<
      RevisionFor<'postType', 'page', { _fields: readonly ['id']; context: 'edit' }>['slug']
    >().toEqualTypeOf<string | undefined>()
  })
})

describe('KeyOf and IdOf', () => {
  it('is a number for posts, terms and users', () => {
    expectTypeOf<IdOf<'postType', 'post'>>().toEqualTypeOf<number>()
    expectTypeOf<IdOf<'taxonomy', 'category'>>().toEqualTypeOf<number>()
    expectTypeOf<IdOf<'root', 'user'>>().toEqualTypeOf<number>()
  })

  it('is text for templates, widgets and whatever has a slug', () => {
    expectTypeOf<IdOf<'postType', 'wp_template'>>().toEqualTypeOf<string>()
    expectTypeOf<IdOf<'root', 'widget'>>().toEqualTypeOf<string>()
    expectTypeOf<IdOf<'root', 'postType'>>().toEqualTypeOf<string>()
    expectTypeOf<IdOf<'root', 'theme'>>().toEqualTypeOf<string>()
    expectTypeOf<IdOf<'root', 'menuLocation'>>().toEqualTypeOf<string>()
    expectTypeOf<IdOf<'root', 'icon'>>().toEqualTypeOf<string>()
  })

  it('is absent for the settings, of which there is one record', () => {
    expectTypeOf<IdOf<'root', 'site'>>().toEqualTypeOf<undefined>()
  })

  it('is any id for a pair it does not know', () => {
    expectTypeOf<IdOf<'shelf', 'folder'>>().toEqualTypeOf<EntityId>()
  })

  it('names the key field', () => {
    expectTypeOf<KeyOf<'root', 'theme'>>().toEqualTypeOf<'stylesheet'>()
    expectTypeOf<KeyOf<'root', 'plugin'>>().toEqualTypeOf<'plugin'>()
    expectTypeOf<KeyOf<'postType', 'post'>>().toEqualTypeOf<'id'>()
    expectTypeOf<KeyOf<'root', 'site'>>().toEqualTypeOf<null>()
  })
})
