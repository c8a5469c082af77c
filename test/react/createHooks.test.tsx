import { expect, it } from 'vitest'
import { createHooks } from '../../src/react/createHooks'
import { useEntityId } from '../../src/react/EntityProvider'
import { useEntityProp } from '../../src/react/useEntityProp'
import { useEntityRecord } from '../../src/react/useEntityRecord'
import { useEntityRecords } from '../../src/react/useEntityRecords'

it('bound hooks are the hooks themselves: only their types differ', () => {
  expect(createHooks<{ shop: { order: { id: number } } }>()).toEqual({
    useEntityRecord,
    useEntityRecords,
    useEntityProp,
    useEntityId,
  })
  expect(createHooks()).toBe(createHooks())
})
