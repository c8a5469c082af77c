import type { DeepReadonly, Post } from 'copydesk'
import { recordHooks } from 'copydesk/react'
import { describe, expectTypeOf, it } from 'vitest'

interface Order {
  id: number
  total: string
  customer: { name: string }
}

describe('recordHooks', () => {
  it('knows the records of its entity', () => {
    const posts = recordHooks('postType', 'post')
    expectTypeOf(posts.useRecord(1).record?.title.raw).toEqualTypeOf<string | undefined>()
    expectTypeOf(posts.useRecord(1, { context: 'view' }).record).toExtend<Post<'view'> | null | undefined>()
    expectTypeOf(posts.useRecords({ _fields: 'id,slug' }).records?.[0]?.slug).toEqualTypeOf<
      string | undefined
    >()
    expectTypeOf(posts.useField(1, 'sticky').value).toEqualTypeOf<boolean | undefined>()
    posts.useNew({ title: 'New', status: 'draft' })
    // @ts-expect-error: there is no such field
    posts.useField(1, 'titel')
    // @ts-expect-error: a title is a text
    posts.useNew({ title: 1 })
  })

  it('knows those of an entity of your own by its record type', () => {
    const orders = recordHooks<Order>({ kind: 'shop', name: 'order' })
    expectTypeOf(orders.useRecord(1).record).toExtend<DeepReadonly<Order> | null | undefined>()
    expectTypeOf(orders.useField(1, 'total').value).toEqualTypeOf<string | undefined>()
    expectTypeOf(orders.useField(1, 'customer.name').value).toEqualTypeOf<string | undefined>()
    orders.useRecord(1).edit({ total: '1.00' })
    // @ts-expect-error: a total is a text
    orders.useRecord(1).edit({ total: 1 })
    // @ts-expect-error: there is no such field
    orders.useField(1, 'totl')
  })
})
