import {
  type DeepReadonly,
  type PerContext,
  type Post,
  selectHasUndo,
  type Settings,
  type Term,
  type UnknownRecord,
  type WriteResult,
} from 'copydesk'
import {
  createHooks,
  useCanUser,
  useEntityField,
  useEntityProp,
  useEntityRecord,
  useEntityRecords,
  useEntitySelector,
  useInfiniteEntityRecords,
  useResourcePermissions,
  useSuspenseEntityRecord,
  useSuspenseEntityRecords,
} from 'copydesk/react'
import { describe, expectTypeOf, it } from 'vitest'

interface Order {
  id: number
  number: string
  total: { raw: string; rendered: string }
  items: readonly { sku: string; count: number }[]
}

interface OrderLine {
  id: number
  number: string
}

interface MyEntities {
  shop: { order: Order; summary: PerContext<{ view: OrderLine; edit: Order; embed: OrderLine }> }
  postType: { post: Post<'edit'> & { subtitle: string } }
}

describe('useEntityRecord', () => {
  it('knows the record by kind and name', () => {
    const { record, editedRecord, edits } = useEntityRecord('postType', 'post', 1)
    expectTypeOf(record).toEqualTypeOf<Post<'edit'> | undefined>()
    expectTypeOf(editedRecord?.title).toEqualTypeOf<string | undefined>()
    expectTypeOf(edits.title).toEqualTypeOf<string | undefined>()
    expectTypeOf(useEntityRecord('root', 'site').record).toEqualTypeOf<Settings<'view'> | undefined>()
    expectTypeOf(useEntityRecord('taxonomy', 'category', '4').record).toEqualTypeOf<
      Term<'edit'> | undefined
    >()
  })

  it('knows the record by context', () => {
    const { record, editedRecord } = useEntityRecord('postType', 'post', 1, { context: 'view' })
    expectTypeOf(record).toEqualTypeOf<Post<'view'> | undefined>()
    expectTypeOf(editedRecord?.title).toEqualTypeOf<string | undefined>()
    // @ts-expect-error: there is no raw title in the view context
    void record?.title.raw
    void useEntityRecord('postType', 'post', 1).record?.title.raw
  })

  it('takes the context alone as such', () => {
    // @ts-expect-error: there is no such context
    useEntityRecord('postType', 'post', 1, { context: 'preview' })
    useEntityRecord('postType', 'post', 1, { context: 'embed' })
  })

  it('takes an id that may not be known yet, and no other things', () => {
    useEntityRecord('postType', 'post', undefined)
    useEntityRecord('postType', 'post', '12')
    // @ts-expect-error: a record is not an id
    useEntityRecord('postType', 'post', { id: 1 })
    // @ts-expect-error: null is not an id
    useEntityRecord('postType', 'post', null)
  })

  it('may be undefined before it is known', () => {
    const { record } = useEntityRecord('postType', 'post', 1)
    // @ts-expect-error: the record may be undefined
    void record.id
    void record?.id
  })

  it('takes edits of the fields that there are, with their types', () => {
    const { edit } = useEntityRecord('postType', 'post', 1)
    edit({ title: 'New', sticky: true, meta: { a: 1 } })
    edit({ title: (edited) => edited.slug })
    // @ts-expect-error: a title is a text
    edit({ title: 1 })
    // @ts-expect-error: there is no such field
    edit({ titel: 'New' })
    edit({ title: 'New' }, { isCached: true })
    edit((draft) => {
      draft.title = 'New'
      draft.meta.a = 1
      // @ts-expect-error: a title is a text
      draft.title = 1
      // @ts-expect-error: there is no such field
      draft.titel = 'New'
    })
    // @ts-expect-error: there is no such option
    edit({ title: 'New' }, { isCashed: true })
  })

  it('promises what its functions give', () => {
    const { save, saveAsync, remove, removeAsync, refetch } = useEntityRecord('postType', 'post', 1, {
      context: 'view',
    })
    expectTypeOf(save()).resolves.toEqualTypeOf<WriteResult<Post<'edit'>>>()
    expectTypeOf(saveAsync()).resolves.toEqualTypeOf<Post<'edit'> | undefined>()
    expectTypeOf(refetch()).resolves.toEqualTypeOf<Post<'view'> | undefined>()
    expectTypeOf(remove({ force: true })).resolves.toEqualTypeOf<WriteResult<Post<'edit'>>>()
    expectTypeOf(removeAsync({ force: true })).resolves.toEqualTypeOf<Post<'edit'> | undefined>()
    // @ts-expect-error: which function is called says whether it rejects
    void save({ throwOnError: true })
  })

  it('falls back to a wide record for a pair that nobody knows', () => {
    const { record, edit } = useEntityRecord('shop', 'order', 1)
    expectTypeOf(record).toEqualTypeOf<UnknownRecord | undefined>()
    expectTypeOf(record?.total).toBeUnknown()
    edit({ total: 3 })
  })

  it('has a status of four words', () => {
    expectTypeOf(useEntityRecord('postType', 'post', 1).status).toEqualTypeOf<
      'idle' | 'resolving' | 'success' | 'error'
    >()
  })
})

describe('useEntityRecords', () => {
  it('knows the rows by kind and name, and undefined while they are not known', () => {
    const { records, totalItems } = useEntityRecords('postType', 'post')
    expectTypeOf(records).toEqualTypeOf<readonly Post<'edit'>[] | undefined>()
    expectTypeOf(totalItems).toEqualTypeOf<number | undefined>()
    // @ts-expect-error: the rows may be undefined
    records.map(({ id }) => id)
    records?.map(({ id }) => id)
  })

  it('knows the rows by context', () => {
    const { records } = useEntityRecords('postType', 'post', { context: 'view', per_page: 3 })
    expectTypeOf(records?.[0]).toEqualTypeOf<Post<'view'> | undefined>()
  })

  it('makes optional what _fields does not name', () => {
    const { records } = useEntityRecords('postType', 'post', { _fields: ['title.raw', 'slug'] })
    const row = records?.[0]
    expectTypeOf(row?.slug).toEqualTypeOf<string | undefined>()
    expectTypeOf(row?.title?.raw).toEqualTypeOf<string | undefined>()
    // @ts-expect-error: the content was not asked for
    void row?.content.raw
    void row?.content?.raw
  })

  it('takes a query of parameters with their types', () => {
    useEntityRecords('postType', 'post', { search: 'a', author: 3, include: [1, '2'] })
    // @ts-expect-error: how many rows is a number
    useEntityRecords('postType', 'post', { per_page: true })
    // @ts-expect-error: a query is an object
    useEntityRecords('postType', 'post', 'a')
    useEntityRecords('postType', 'post', undefined, { keepPreviousData: true })
    // @ts-expect-error: there is no such option
    useEntityRecords('postType', 'post', {}, { keepPrevious: true })
  })

  it('hands out rows that nobody may change', () => {
    const { records } = useEntityRecords('postType', 'post')
    // @ts-expect-error: the array belongs to the store
    records?.push(records[0]!)
    expectTypeOf(records?.concat()).toEqualTypeOf<Post<'edit'>[] | undefined>()
  })
})

describe('useEntityProp', () => {
  it('knows the value, what sets it, and the full value', () => {
    const [value, setValue, fullValue] = useEntityProp('postType', 'post', 'title')
    expectTypeOf(value).toEqualTypeOf<string | undefined>()
    expectTypeOf(setValue).parameters.toEqualTypeOf<[string]>()
    expectTypeOf(fullValue?.rendered).toEqualTypeOf<string | undefined>()
    // @ts-expect-error: a title is a text
    setValue(1)
    setValue('New')
  })

  it('takes only properties that there are', () => {
    // @ts-expect-error: there is no such property
    useEntityProp('postType', 'post', 'titel', 1)
    useEntityProp('postType', 'post', 'sticky', 1)
    useEntityProp('shop', 'order', 'anything', 1)
  })
})

describe('the hooks about permissions', () => {
  it('answer with yes, no or not known', () => {
    expectTypeOf(useCanUser('update', { kind: 'postType', name: 'post', id: 1 })).toEqualTypeOf<
      boolean | undefined
    >()
    // @ts-expect-error: there is no such action
    useCanUser('fly', 'media')
    useCanUser('delete', 'media', 3)
    // @ts-expect-error: a resource has a name
    useCanUser('delete', { kind: 'postType' })
  })

  it('give an object, not a tuple', () => {
    const permissions = useResourcePermissions('media')
    expectTypeOf(permissions.canCreate).toBeBoolean()
    // @ts-expect-error: permissions have names
    void permissions[0]
  })
})

describe('useEntitySelector', () => {
  it('gives what the selector gives', () => {
    expectTypeOf(useEntitySelector(selectHasUndo)).toBeBoolean()
    expectTypeOf(useEntitySelector((state) => state.undo.position)).toBeNumber()
    // @ts-expect-error: there is no such slice
    useEntitySelector((state) => state.posts)
  })
})

describe('createHooks', () => {
  const hooks = createHooks<MyEntities>()

  it('knows the records of the set', () => {
    const { record, editedRecord, edit, saveAsync, refetch } = hooks.useEntityRecord('shop', 'order', 1)
    expectTypeOf(record).toEqualTypeOf<DeepReadonly<Order | undefined>>()
    expectTypeOf(editedRecord?.total).toEqualTypeOf<string | undefined>()
    expectTypeOf(saveAsync()).resolves.toEqualTypeOf<DeepReadonly<Order | undefined>>()
    expectTypeOf(refetch()).resolves.toEqualTypeOf<DeepReadonly<Order | undefined>>()
    edit({ total: '3.00' })
    // @ts-expect-error: a total is a text
    edit({ total: 3 })
    // @ts-expect-error: an order has no title
    edit({ title: 'New' })
  })

  it('knows them by context and by fields', () => {
    expectTypeOf(hooks.useEntityRecord('shop', 'summary', 1, { context: 'view' }).record).toEqualTypeOf<
      DeepReadonly<OrderLine | undefined>
    >()
    const { records } = hooks.useEntityRecords('shop', 'order', { _fields: 'number,items' })
    expectTypeOf(records?.[0]?.number).toEqualTypeOf<string | undefined>()
    // @ts-expect-error: the total was not asked for
    void records?.[0]?.total.raw
    void hooks.useEntityRecords('shop', 'order').records?.[0]?.total.raw
  })

  it('lets an entry of the set take the place of a built-in one', () => {
    expectTypeOf(hooks.useEntityRecord('postType', 'post', 1).record?.subtitle).toEqualTypeOf<
      string | undefined
    >()
    // @ts-expect-error: the hooks that are not bound know nothing of it
    void useEntityRecord('postType', 'post', 1).record?.subtitle
  })

  it('knows the built-in entities too', () => {
    expectTypeOf(hooks.useEntityRecords('taxonomy', 'category').records).toEqualTypeOf<
      readonly Term<'edit'>[] | undefined
    >()
  })

  it('knows the properties', () => {
    const [total, setTotal, full] = hooks.useEntityProp('shop', 'order', 'total')
    expectTypeOf(total).toEqualTypeOf<string | undefined>()
    expectTypeOf(full).toEqualTypeOf<DeepReadonly<{ raw: string; rendered: string } | undefined>>()
    setTotal('4.00')
    // @ts-expect-error: an order has no title
    hooks.useEntityProp('shop', 'order', 'title')
  })

  it('refuses kinds and names that are not in the set', () => {
    // @ts-expect-error: there is no such name
    hooks.useEntityRecord('shop', 'ordre', 1)
    // @ts-expect-error: there is no such kind
    hooks.useEntityRecords('shopp', 'order')
    // @ts-expect-error: there is no such name
    hooks.useEntityId('shop', 'ordre')
    hooks.useEntityId('shop', 'order')
  })
})

describe('hooks that suspend', () => {
  it('give what is known, and no pending states', () => {
    const shown = useSuspenseEntityRecord('postType', 'post', 1)
    expectTypeOf(shown.record).toEqualTypeOf<Post<'edit'>>()
    expectTypeOf(shown.editedRecord.title).toEqualTypeOf<string>()
    expectTypeOf(shown.isFetching).toEqualTypeOf<boolean>()
    // @ts-expect-error: there is nothing to wait for
    expectTypeOf(shown.isResolving).toBeBoolean()
    const list = useSuspenseEntityRecords('postType', 'post', { per_page: 5 })
    expectTypeOf(list.records).toEqualTypeOf<readonly Post<'edit'>[]>()
    // @ts-expect-error: there is nothing to wait for
    expectTypeOf(list.status).toBeString()
  })

  it('give the asked copy, of which there may be no edited record', () => {
    const { record, editedRecord } = useSuspenseEntityRecord('postType', 'post', 1, { context: 'view' })
    expectTypeOf(record).toEqualTypeOf<Post<'view'>>()
    // @ts-expect-error: it may be undefined
    expectTypeOf(editedRecord.title).toBeString()
    expectTypeOf(editedRecord?.title).toEqualTypeOf<string | undefined>()
  })
})

describe('useEntityField', () => {
  it('knows the value of a field, and of a part of one, and what can be set', () => {
    const title = useEntityField('postType', 'post', 1, 'title')
    expectTypeOf(title.value).toEqualTypeOf<string | undefined>()
    title.set('New')
    // @ts-expect-error: a title is a text
    title.set(1)
    expectTypeOf(useEntityField('postType', 'post', 1, 'sticky').value).toEqualTypeOf<boolean | undefined>()
    expectTypeOf(useEntityField('postType', 'post', 1, 'meta.subtitle').value).toEqualTypeOf<unknown>()
    expectTypeOf(title.error).toEqualTypeOf<string | undefined>()
    // @ts-expect-error: there is no such field
    useEntityField('postType', 'post', 1, 'titel')
    // @ts-expect-error: there is no such field
    useEntityField('postType', 'post', 1, 'mta.subtitle')
    expectTypeOf(title.canEdit).toEqualTypeOf<boolean | undefined>()
  })
})

describe('useInfiniteEntityRecords', () => {
  it('gives the rows of the entity, or undefined', () => {
    const list = useInfiniteEntityRecords('postType', 'post', { per_page: 5, context: 'view' })
    expectTypeOf(list.records).toEqualTypeOf<readonly Post<'view'>[] | undefined>()
    expectTypeOf(list.fetchNextPage).toEqualTypeOf<() => Promise<void>>()
    // @ts-expect-error: there is no such option
    useInfiniteEntityRecords('postType', 'post', {}, { initialPage: 2 })
    useInfiniteEntityRecords('postType', 'post', {}, { initialPages: 2 })
  })
})
