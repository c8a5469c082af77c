import type {
  Context,
  EditsOf,
  EntityId,
  EntityName,
  EntityQuery,
  Kind,
  Page,
  Post,
  RecordFor,
  Template,
  Term,
  UnknownRecord,
} from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'

declare function fetchRecord<
  K extends Kind,
  N extends EntityName<K>,
  const Q extends EntityQuery | undefined = undefined,
>(kind: K, name: N, id?: EntityId, query?: Q): Promise<RecordFor<K, N, Q> | undefined>

declare function fetchRecords<
  K extends Kind,
  N extends EntityName<K>,
  const Q extends EntityQuery | undefined = undefined,
>(kind: K, name: N, query?: Q): Promise<RecordFor<K, N, Q>[] | null>

declare function editRecord<K extends Kind, N extends EntityName<K>>(
  kind: K,
  name: N,
  id: EntityId | undefined,
  edits: EditsOf<K, N>,
): void

declare const context: Context
declare const names: string[]

describe('a function with the types of kind, name and query', () => {
  it('gives the record of a literal kind and name', () => {
    expectTypeOf(fetchRecord('postType', 'post', 1)).resolves.toEqualTypeOf<Post<'edit'> | undefined>()
    expectTypeOf(fetchRecord('postType', 'wp_template', 'tt5//single')).resolves.toEqualTypeOf<
      Template | undefined
    >()
    expectTypeOf(fetchRecord('taxonomy', 'category', '7')).resolves.toEqualTypeOf<Term | undefined>()
  })

  it('gives the context of an inline query without as const', () => {
    expectTypeOf(fetchRecord('postType', 'post', 1, { context: 'view' })).resolves.toEqualTypeOf<
      Post<'view'> | undefined
    >()
  })

  it('gives the named fields of an inline query without as const', () => {
    const found = fetchRecords('postType', 'page', { _fields: ['id', 'title'], per_page: 5 })
    expectTypeOf(found).resolves.toEqualTypeOf<
      RecordFor<'postType', 'page', { _fields: ['id', 'title'] }>[] | null
    >()
    type Row = NonNullable<Awaited<typeof found>>[number]
    expectTypeOf<Row['id']>().toEqualTypeOf<number>()
    expectTypeOf<Row['slug']>().toEqualTypeOf<string | undefined>()
  })

  it('gives the union over contexts where the context is a variable', () => {
    expectTypeOf(fetchRecords('postType', 'post', { context, page: 2 })).resolves.toEqualTypeOf<
      (Post<'view'> | Post<'edit'> | Post<'embed'>)[] | null
    >()
  })

  it('gives partial records where the fields are a variable', () => {
    expectTypeOf(fetchRecords('postType', 'post', { _fields: names })).resolves.toEqualTypeOf<
      RecordFor<'postType', 'post', { _fields: string }>[] | null
    >()
  })

  it('gives the default record where the query is undefined', () => {
    expectTypeOf(fetchRecord('postType', 'page', 1, undefined)).resolves.toEqualTypeOf<Page | undefined>()
  })

  it('gives a record for a query that was made elsewhere', () => {
    const query = { context: 'view', search: 'tea' } as const
    expectTypeOf(fetchRecords('postType', 'post', query)).resolves.toEqualTypeOf<Post<'view'>[] | null>()
  })

  it('gives a wide record for other kinds and names', () => {
    expectTypeOf(fetchRecord('shelf', 'folder', 1)).resolves.toEqualTypeOf<UnknownRecord | undefined>()
    expectTypeOf(fetchRecord('postType', names[0] ?? '', 1)).resolves.toEqualTypeOf<
      UnknownRecord | undefined
    >()
  })

  it('takes parameters the interface does not name, and refuses wrong values of those it does', () => {
    void fetchRecords('postType', 'post', { orderby: 'date' })
    void fetchRecords('postType', 'post', { orderby: 'date', tax_relation: 'AND', context: 'view' })
    // @ts-expect-error there is no such context
    void fetchRecords('postType', 'post', { orderby: 'date', tax_relation: 'AND', context: 'full' })
  })

  it('takes an id as a number or as text', () => {
    void fetchRecord('postType', 'post', '1')
    // @ts-expect-error an object is no id
    void fetchRecord('postType', 'post', { id: 1 })
  })

  it('types the edits from the kind and the name', () => {
    editRecord('postType', 'post', 1, { title: 'Tea', content: ({ title }) => title.toUpperCase() })
    editRecord('root', 'site', undefined, { posts_per_page: 5 })
    // @ts-expect-error the settings have no such field
    editRecord('root', 'site', undefined, { posts_per_pages: 5 })
  })

  it('can be called by a function that is as general', () => {
    function fetchFirst<K extends Kind, N extends EntityName<K>>(kind: K, name: N) {
      return fetchRecord(kind, name, 1, { context: 'view' })
    }
    expectTypeOf(fetchFirst('postType', 'post')).resolves.toEqualTypeOf<Post<'view'> | undefined>()
  })
})
