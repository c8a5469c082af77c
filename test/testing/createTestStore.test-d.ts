import type { Post } from 'copydesk'
import { createTestStore } from 'copydesk/testing'
import { expectTypeOf, it } from 'vitest'

const { load, edit, of } = createTestStore()

it('the verbs of a test store know their records', () => {
  expectTypeOf(load(1)).resolves.toEqualTypeOf<Post | undefined>()
  expectTypeOf(load(1, { context: 'view' } as const)).resolves.toEqualTypeOf<Post<'view'> | undefined>()
  expectTypeOf(of('root', 'user').record(1)?.username).toEqualTypeOf<string | undefined>()
})

it('edits that no post has are refused', () => {
  // @ts-expect-error a title is a text
  edit(1, { title: 7 })
})
