import {
  defineEntity,
  editEntityRecord,
  type EntityStore,
  invalidate,
  type InvalidateTarget,
  receiveEntityRecords,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  selectEntityRecordsBeingSaved,
} from 'copydesk'
import {
  useDirtyEntityRecords,
  useEntityField,
  useEntityProp,
  useEntityRecord,
  useEntityRecords,
  useInfiniteEntityRecords,
  useResourcePermissions,
} from 'copydesk/react'
import { describe, expect, it, vi } from 'vitest'
import { post, reply, type Rule } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

const noun = { kind: 'desk', name: 'note', baseURL: '/desk/notes' }
const notes = (count: number) =>
  Array.from({ length: count }, (none, at) => ({ id: at + 1, title: `Note ${at}` }))

const saves: Rule = ({ path, data }) => ({ id: Number(/notes\/(\d+)/.exec(path)?.[1]), ...(data as object) })

/** A store with so many notes, and how often the title of one was worked out. */
async function deskOf(count: number, rule = saves) {
  let titles = 0
  const getTitle = ({ title }: { title: string }) => {
    titles++
    return title
  }
  const note = defineEntity({ ...noun, getTitle } as never)
  const site = await siteStore(rule, { entities: [note] })
  site.store.dispatch(receiveEntityRecords('desk', 'note', notes(count)))
  return { ...site, titles: () => titles }
}

function editAll(store: EntityStore, count: number) {
  for (let id = 1; id <= count; id++)
    store.dispatch(editEntityRecord('desk', 'note', id, { title: `New ${id}` }))
}

// How long it takes is measured by the benchmark; here it counts what is looked at.
describe('saving all that is edited', () => {
  async function titlesOf(count: number, watch: (store: EntityStore) => void) {
    const { store, titles } = await deskOf(count)
    watch(store)
    await after(() => editAll(store, count))
    const before = titles()
    await after(() => store.dispatch(saveDirtyEntityRecords()))
    return titles() - before
  }

  it('works out titles as often for each record, however many there are, with its button on screen', async () => {
    const Button = () => {
      const { isSaving, isDirty } = useDirtyEntityRecords()
      return <button disabled={isSaving || !isDirty}>Save</button>
    }
    const watch = (store: EntityStore) => void show(store, <Button />)
    const [few, many] = [await titlesOf(20, watch), await titlesOf(100, watch)]
    expect(many / 100).toBeLessThanOrEqual(few / 20 + 1)
  })

  it('the same for whoever reads after each change what is being saved', async () => {
    let most = 0
    const watch = (store: EntityStore) =>
      void store.subscribe(() => {
        most = Math.max(most, selectEntityRecordsBeingSaved(store.getState()).length)
      })
    const [few, many] = [await titlesOf(20, watch), await titlesOf(100, watch)]
    expect(most).toBe(100)
    expect(many / 100).toBeLessThanOrEqual(few / 20 + 1)
  })

  it('the button is disabled from the first of them until the last is saved', async () => {
    const { store, waiting } = await deskOf(3, ({ path }) => (path.includes('/notes/') ? undefined : {}))
    const shown: string[] = []
    const Button = () => {
      const { dirty, isSaving } = useDirtyEntityRecords()
      shown.push(`${dirty.length} ${isSaving}`)
      return null
    }
    show(store, <Button />)
    await after(() => editAll(store, 3))
    await after(() => void store.dispatch(saveDirtyEntityRecords()))
    expect(shown.at(-1)).toBe('3 true')
    await after(() =>
      waiting.splice(0).forEach(({ path, data, answer }) => answer(saves({ path, data } as never))),
    )
    expect(shown.at(-1)).toBe('0 false')
  })
})

describe('on a page of many components', () => {
  const Title = ({ id }: { id: number }) => (
    <p>{useEntityRecord('desk', 'note', id).editedRecord?.title as string}</p>
  )

  /** How often the components of a page of so many look at the state while something is done. */
  async function looks(count: number, act: (store: EntityStore) => unknown) {
    const { store } = await deskOf(count)
    const { container, unmount } = show(
      store,
      notes(count).map(({ id }) => <Title key={id} id={id} />),
    )
    await after(() => store.dispatch(editEntityRecord('desk', 'note', 1, { title: 'New' })))
    expect(container.textContent).toContain('New')
    const getState = vi.spyOn(store, 'getState')
    await after(() => act(store))
    const { length } = getState.mock.calls
    unmount()
    return length
  }

  it('a save wakes as few of them as on a page of ten', async () => {
    const save = (store: EntityStore) => store.dispatch(saveEditedEntityRecord('desk', 'note', 1))
    expect(await looks(200, save)).toBe(await looks(10, save))
  })

  it('a list that goes stale wakes none that does not show it', async () => {
    const target = { kind: 'desk', name: 'note', query: { search: 'other' } }
    expect(await looks(200, (store) => store.dispatch(invalidate(target)))).toBe(0)
  })

  it('a record that goes stale wakes only who shows it', async () => {
    const target = { kind: 'desk', name: 'note', id: 3 }
    const ask = (store: EntityStore) => store.dispatch(invalidate(target))
    expect(await looks(200, ask)).toBe(await looks(10, ask))
  })
})

describe('what is on screen is asked for again when it goes stale', () => {
  const rule: Rule = ({ method, path }) => {
    if (method === 'OPTIONS') return reply({}, { headers: { Allow: 'GET, POST' } })
    return /posts\/\d/.test(path) ? post(1) : reply([post(1), post(2)], { headers: { 'X-WP-Total': '2' } })
  }
  const everything: InvalidateTarget = {}
  const kind: InvalidateTarget = { kind: 'postType' }
  const entity: InvalidateTarget = { kind: 'postType', name: 'post' }
  const record: InvalidateTarget = { ...entity, id: 1 }
  const list: InvalidateTarget = { ...entity, query: { search: 'a' } }
  const hooks: { readonly [name: string]: readonly [hook: () => unknown, by: readonly InvalidateTarget[]] } =
    {
      useEntityRecord: [
        () => useEntityRecord('postType', 'post', 1).record,
        [everything, kind, entity, record],
      ],
      useEntityProp: [
        () => useEntityProp('postType', 'post', 'title', 1),
        [everything, kind, entity, record],
      ],
      useEntityField: [
        () => useEntityField('postType', 'post', 1, 'title'),
        [everything, kind, entity, record],
      ],
      useEntityRecords: [
        () => useEntityRecords('postType', 'post', { search: 'a' }).records,
        [everything, kind, entity, list],
      ],
      useInfiniteEntityRecords: [
        () => useInfiniteEntityRecords('postType', 'post', { search: 'a' }).records,
        [everything, kind, entity, list],
      ],
      useResourcePermissions: [
        () => useResourcePermissions({ kind: 'postType', name: 'post', id: 1 }).canUpdate,
        [everything, kind],
      ],
    }
  const cases = Object.entries(hooks).flatMap(([name, [hook, by]]) =>
    by.map((target) => [name, JSON.stringify(target), hook, target] as const),
  )

  it.each(cases)('by %s, by %s', async (name, text, hook, target) => {
    const { store, log } = await siteStore(rule)
    const Shown = () => {
      hook()
      return null
    }
    show(store, <Shown />)
    await after()
    log.length = 0
    await after(() => store.dispatch(invalidate(target)))
    expect(log.length).toBeGreaterThan(0)
  })
})
