import { expect, it } from 'vitest'
import { createHooks } from '../../src/react/hooks/createHooks'
import { useEntityId } from '../../src/react/provider/EntityProvider'
import { useEntityProp } from '../../src/react/hooks/useEntityProp'
import { useEntityRecord } from '../../src/react/hooks/useEntityRecord'
import { useEntityRecords } from '../../src/react/hooks/useEntityRecords'
import { useInfiniteEntityRecords } from '../../src/react/hooks/useInfiniteEntityRecords'
import { useSuspenseEntityRecord } from '../../src/react/hooks/useSuspenseEntityRecord'
import { useSuspenseEntityRecords } from '../../src/react/hooks/useSuspenseEntityRecords'

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
