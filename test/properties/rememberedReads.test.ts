import {
  type EntityState,
  receiveEntityRecords,
  redo,
  removeEntityRecords,
  selectDirtyEntityRecords,
  selectEntityRecords,
  undo,
} from 'copydesk'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { expectEqual } from '../support/expectEqual'
import { post } from '../support/fakeServer'
import { longestLaw } from '../support/lawRuns'
import { postStore } from '../support/postStore'

const id = fc.integer({ min: 1, max: 60 })
const title = fc.constantFrom('a', 'b', 'c')
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 25 })
const step = fc.oneof(
  fc.record({ act: fc.constant('edit' as const), id, title }),
  fc.record({ act: fc.constant('receive' as const), ids, title }),
  fc.record({ act: fc.constant('list' as const), ids, title, tag: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ act: fc.constant('remove' as const), id }),
  fc.record({ act: fc.constant('undo' as const) }),
  fc.record({ act: fc.constant('redo' as const) }),
)

const lists = [1, 2, 3].map((tag) => ({ tags: tag, per_page: 100 }))
const named = (each: number, text: string) => post(each, { title: { raw: text, rendered: text } })

/** The same state of which nothing was read yet. */
function unread(state: EntityState): EntityState {
  const { entities, edits, queries } = state
  return { ...state, ...structuredClone({ entities, edits, queries }) }
}

describe('what is remembered of earlier reads', () => {
  it(
    'never shows: lists and dirty records are as if read for the first time',
    { timeout: longestLaw },
    async () => {
      for (const steps of fc.sample(fc.array(step, { minLength: 1, maxLength: 40 }), {
        seed: 7,
        numRuns: 60,
      })) {
        const { store, edit } = await postStore({ posts: [] })
        const read = (state: EntityState) => [
          [...selectDirtyEntityRecords(state)].sort((one, other) => Number(one.key) - Number(other.key)),
          ...lists.map((query) => selectEntityRecords(state, 'postType', 'post', query)),
        ]
        for (const each of steps) {
          if (each.act === 'edit') edit(each.id, { title: each.title })
          else if (each.act === 'undo') store.dispatch(undo())
          else if (each.act === 'redo') store.dispatch(redo())
          else if (each.act === 'remove') store.dispatch(removeEntityRecords('postType', 'post', [each.id]))
          else {
            const records = each.ids.map((one) => named(one, each.title))
            const query = each.act === 'list' ? lists[each.tag - 1] : undefined
            store.dispatch(receiveEntityRecords('postType', 'post', records, query))
          }
          expectEqual(read(store.getState()), read(unread(store.getState())))
        }
      }
    },
  )
})
