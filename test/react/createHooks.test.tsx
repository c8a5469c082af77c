import { expect, it } from 'vitest'
import { createHooks } from '../../src/react/createHooks'
import { useEntityId } from '../../src/react/EntityProvider'
import { useEntityProp } from '../../src/react/useEntityProp'
import { useEntityRecord } from '../../src/react/useEntityRecord'
import { useEntityRecords } from '../../src/react/useEntityRecords'
import { useInfiniteEntityRecords } from '../../src/react/useInfiniteEntityRecords'
import { useSuspenseEntityRecord } from '../../src/react/useSuspenseEntityRecord'
import { useSuspenseEntityRecords } from '../../src/react/useSuspenseEntityRecords'

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
