import * as hooks from 'copydesk/react'
import * as durableHooks from 'copydesk/durable/react'
import { expect, it } from 'vitest'
import { after, show, siteStore } from '../support/screen'
import { refusal } from '../support/fakeServer'

const post = ['postType', 'post', 1] as const
const off = { enabled: false } as const
const unknown = ['postType', 'post', undefined] as const

/** Every hook that says something of what may not be there: before it is known, disabled, and without an id. */
const uses: readonly (readonly [hook: string, use: () => unknown])[] = [
  ['useEntityRecord', () => hooks.useEntityRecord(...post)],
  ['useEntityRecord', () => hooks.useEntityRecord(...post, { context: 'view' })],
  ['useEntityRecord', () => hooks.useEntityRecord(...post, off)],
  ['useEntityRecord', () => hooks.useEntityRecord(...unknown)],
  ['useEntityRecords', () => hooks.useEntityRecords('postType', 'post')],
  ['useEntityRecords', () => hooks.useEntityRecords('postType', 'post', {}, off)],
  ['useInfiniteEntityRecords', () => hooks.useInfiniteEntityRecords('postType', 'post')],
  ['useInfiniteEntityRecords', () => hooks.useInfiniteEntityRecords('postType', 'post', {}, off)],
  ['useEntityField', () => hooks.useEntityField(...post, 'title')],
  ['useEntityField', () => hooks.useEntityField(...unknown, 'title')],
  ['useEntityProp', () => hooks.useEntityProp('postType', 'post', 'title', 1)],
  ['useNewEntityRecord', () => hooks.useNewEntityRecord('postType', 'post')],
  ['useEntityBlocks', () => hooks.useEntityBlocks('postType', 'post', { id: 1 })],
  ['useAutosave', () => hooks.useAutosave(...post)],
  ['useAutosave', () => hooks.useAutosave(...unknown)],
  ['useRecordState', () => hooks.useRecordState(...unknown)],
  ['useCanUser', () => hooks.useCanUser('update', { kind: 'postType', name: 'post', id: 1 })],
  ['useResourcePermissions', () => hooks.useResourcePermissions({ kind: 'postType', name: 'post', id: 1 })],
  ['useLinkSearch', () => hooks.useLinkSearch('tides')],
  ['useLinkSearch', () => hooks.useLinkSearch('tides', off)],
  ['useListSelection', () => hooks.useListSelection(undefined)],
  ['useDirtyEntityRecords', () => hooks.useDirtyEntityRecords()],
  ['useUndo', () => hooks.useUndo()],
  ['useUploads', () => hooks.useUploads()],
  ['useEntityId', () => hooks.useEntityId('postType', 'post')],
  ['useCurrentId', () => durableHooks.useCurrentId(...post)],
  ['useDrafts', () => durableHooks.useDrafts('postType', 'post')],
  ['useDurability', () => durableHooks.useDurability()],
  ['useQueue', () => durableHooks.useQueue()],
  ['useRecoveredEdits', () => durableHooks.useRecoveredEdits()],
  ['useSaveConflict', () => durableHooks.useSaveConflict(...post)],
]

const nulls = (value: unknown): string[] =>
  value === null
    ? ['itself']
    : Object.entries(Object(value) as object).flatMap(([field, one]) => (one === null ? [field] : []))

it.each(uses)('what is absent is undefined in the result of %s, and never null', async (_, use) => {
  const results: unknown[] = []
  const Shown = () => {
    results.push(use())
    return null
  }
  const waiting = await siteStore()
  const failing = await siteStore(() => refusal(500, 'broken'))
  for (const { store } of [waiting, failing]) {
    const { unmount } = show(store, <Shown />)
    await after()
    unmount()
  }
  expect(results.length).toBeGreaterThan(1)
  expect(results.flatMap(nulls)).toEqual([])
})

it('what is absent was looked for in every hook that gives something', () => {
  const others = [
    // They throw, suspend, give what the caller selects or functions alone, or nothing.
    ...['useEntityStore', 'useEntityDispatch', 'useEntitySelector', 'useSuspenseEntityRecord'],
    ...['useSuspenseEntityRecords', 'useRefetch', 'useLeaveGuard'],
  ]
  const all = Object.keys({ ...hooks, ...durableHooks }).filter((name) => name.startsWith('use'))
  expect([...new Set([...uses.map(([name]) => name), ...others])].sort()).toEqual(all.sort())
})
