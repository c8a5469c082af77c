import {
  createHooks,
  useEntityId,
  useEntityProp,
  useEntityRecord,
  useEntityRecords,
  useInfiniteEntityRecords,
  useSuspenseEntityRecord,
  useSuspenseEntityRecords,
} from 'copydesk/react'
import { expect, it } from 'vitest'

it('bound hooks are the hooks themselves: only their types differ', () => {
  expect(createHooks<{ shop: { order: { id: number } } }>()).toEqual({
    useEntityRecord,
    useEntityRecords,
    useInfiniteEntityRecords,
    useSuspenseEntityRecord,
    useSuspenseEntityRecords,
    useEntityProp,
    useEntityId,
  })
  expect(createHooks()).toBe(createHooks())
})
