import { describe, expect, it } from 'vitest'
import * as everything from 'copydesk'
import * as actions from 'copydesk/actions'
import * as durable from 'copydesk/durable'
import { createMockSite } from 'copydesk/testing'

/** What selectors are asked for that take something else than kind, name and id. */
const asked: { readonly [selector: string]: readonly unknown[] } = {
  selectCanUser: ['update', { kind: 'postType', name: 'post', id: 1 }],
  selectEntityRecords: ['postType', 'post', { per_page: 10 }],
  selectEntityRecordsTotalItems: ['postType', 'post', { per_page: 10 }],
  selectEntityRecordsTotalPages: ['postType', 'post', { per_page: 10 }],
  selectHasEntityRecords: ['postType', 'post', { per_page: 10 }],
  selectHasUndo: [],
  selectHasRedo: [],
  selectIsFresh: ['fetchEntityRecord', 'postType', 'post', 1],
  selectIsLockAvailable: [['entities'], { exclusive: true }],
  selectResolution: ['fetchEntityRecord', 'postType', 'post', 1],
  selectStaleSince: ['fetchEntityRecord', 'postType', 'post', 1],
}
const site = createMockSite()
const store = everything.createEntityStore({ fetcher: site.fetcher })
const root = { copydesk: store.getState(), screen: {} }

type Selector = (state: unknown, ...given: readonly unknown[]) => unknown
const selectors = Object.entries<unknown>({ ...everything, ...actions, ...durable }).filter(
  (entry): entry is [string, Selector] => /^select[A-Z]/.test(entry[0]),
)

describe('a selector of an entity store that lives in another Redux store', () => {
  it('is one of many', () => {
    expect(selectors.length).toBeGreaterThan(50)
  })

  it.each(selectors)(
    '%s is given that state and says that it wants the part below reducerPath',
    (name, select) => {
      const given = asked[name] ?? ['postType', 'post', 1]
      expect(() => select(store.getState(), ...given)).not.toThrow()
      expect(() => select(root, ...given)).toThrow(
        expect.objectContaining({
          code: 'wrong_state',
          message: expect.stringContaining(
            'This is not the state of an entity store: it has copydesk, screen.',
          ),
        }),
      )
    },
  )
})
