import { act, renderHook } from '@testing-library/react'
import { createEntityStore } from 'copydesk'
import { EntityStoreProvider, useEntityRecord, useUndo } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { after } from '../support/screen'
import { passes } from '../support/until'

it('Undo in one form changes nothing in another, and is offered only where there is something to undo', async () => {
  const site = createMockSite({ posts: [7, 8].map((id) => ({ id, title: `Post ${id}` })) })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <EntityStoreProvider store={store}>{children}</EntityStoreProvider>
  )
  const form = (id: number) =>
    renderHook(
      () => ({
        ...useEntityRecord('postType', 'post', id),
        ...useUndo({ scope: { kind: 'postType', name: 'post', id } }),
      }),
      { wrapper },
    ).result
  const [seven, eight] = [form(7), form(8)]
  await passes(async () => {
    await after()
    expect(seven.current.editedRecord && eight.current.editedRecord).toBeDefined()
  })
  const { undo } = seven.current
  act(() => seven.current.edit({ title: 'Seven' }))
  expect([seven.current.hasUndo, eight.current.hasUndo]).toEqual([true, false])
  act(() => eight.current.edit({ title: 'Eight' }))
  expect(seven.current.undo).toBe(undo)
  act(() => seven.current.undo())
  expect(seven.current.editedRecord?.title).toBe('Post 7')
  expect(eight.current.editedRecord?.title).toBe('Eight')
  expect([seven.current.hasUndo, seven.current.hasRedo, eight.current.hasUndo]).toEqual([false, true, true])
  act(() => seven.current.redo())
  expect(seven.current.editedRecord?.title).toBe('Seven')
})
