import {
  editEntityRecord,
  invalidate,
  loadEntityConfigs,
  receivePermissions,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  type EntityId,
} from 'copydesk'
import { createEntityRecord, selectCurrentId } from 'copydesk/durable'
import { useCurrentId, useDrafts } from 'copydesk/durable/react'
import {
  useAutosave,
  type UseAutosaveResult,
  useCanUser,
  useEntityField,
  useEntityProp,
  useEntityRecord,
  useEntityRecords,
  useInfiniteEntityRecords,
} from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { screen } from '@testing-library/react'
import { useEffect } from 'react'
import { describe, expect, it } from 'vitest'
import { only, person } from '../support/person'
import { after, show } from '../support/screen'

async function draftOnScreen() {
  const site = createMockSite({ posts: [{ id: 11, title: 'First' }] })
  const { store } = person({ site, durability: only({ lists: true }) })
  await store.dispatch(loadEntityConfigs('postType'))
  await store.dispatch(loadEntityConfigs('taxonomy'))
  const id = store.dispatch(createEntityRecord('postType', 'post', { title: 'Draft' }))
  const seen = { mounts: 0 }

  function Title({ of }: { readonly of: EntityId }) {
    const [title, setTitle] = useEntityProp('postType', 'post', 'title', of)
    const { editedRecord } = useEntityRecord('postType', 'post', of)
    const current = useCurrentId('postType', 'post', of)
    const drafts = useDrafts('postType', 'post')
    useEffect(() => void seen.mounts++, [])
    return (
      <>
        <input
          aria-label="Title"
          value={String(title ?? editedRecord?.title ?? '')}
          onChange={({ target }) => setTitle(target.value)}
        />
        <output>{`${current} ${drafts.length} ${String(editedRecord?.title)}`}</output>
      </>
    )
  }

  show(store, <Title of={id} />)
  await after()
  return { site, store, id, seen }
}

describe('a component that shows a draft by its local id', () => {
  it('C3: shows the saved record without being mounted again, with focus and caret where they were', async () => {
    const { store, id, seen } = await draftOnScreen()
    const input = screen.getByLabelText<HTMLInputElement>('Title')
    input.focus()
    input.setSelectionRange(2, 2)
    expect(screen.getByRole('status').textContent).toBe(`${id} 1 Draft`)
    await after(() => store.dispatch(saveEditedEntityRecord('postType', 'post', id)))
    const real = selectCurrentId(store.getState(), 'postType', 'post', id)
    expect(screen.getByRole('status').textContent).toBe(`${real} 0 Draft`)
    expect(screen.getByLabelText('Title')).toBe(input)
    expect([document.activeElement, input.selectionStart, seen.mounts]).toEqual([input, 2, 1])
    await after(() => store.dispatch(editEntityRecord('postType', 'post', real, { title: 'Later' })))
    expect([input.value, screen.getByRole('status').textContent]).toEqual(['Later', `${real} 0 Later`])
  })

  it.each([
    ['a list', useEntityRecords],
    ['a list that grows', useInfiniteEntityRecords],
  ] as const)('shows %s that is filtered by a draft, empty until the draft is saved', async (_, useList) => {
    const { store, site } = await draftOnScreen()
    const bees = store.dispatch(createEntityRecord('taxonomy', 'category', { name: 'Bees' }))
    function List() {
      const { records } = useList('postType', 'post', { categories: [bees as number] })
      return (
        <p data-testid="list">{records === undefined ? 'unknown' : records.map((row) => row.id).join()}</p>
      )
    }
    site.clearRequests()
    show(store, <List />)
    await after()
    expect(screen.getByTestId('list').textContent).toBe('')
    expect(site.requests).toEqual([])
    await after(() =>
      store.dispatch(editEntityRecord('postType', 'post', 11, { categories: [bees as number] })),
    )
    await after(() => store.dispatch(saveDirtyEntityRecords()))
    expect(screen.getByTestId('list').textContent).toBe('11')
    expect(site.requests.map(({ path }) => decodeURIComponent(path)).join()).not.toContain(String(bees))
    site.clearRequests()
    const query = { categories: [bees as number] }
    await after(() => store.dispatch(invalidate({ kind: 'postType', name: 'post', query })))
    expect(site.requests).toHaveLength(1)
  })

  it('shows what may be done with it: who may create one, then what is said of the record that it has become', async () => {
    const { store, id, site } = await draftOnScreen()
    function May() {
      const canUpdate = useCanUser('update', { kind: 'postType', name: 'post', id })
      const { canEdit } = useEntityField('postType', 'post', id, 'title')
      return <p data-testid="may">{`${canUpdate} ${canEdit}`}</p>
    }
    site.clearRequests()
    show(store, <May />)
    await after()
    expect([screen.getByTestId('may').textContent, site.requests]).toEqual(['undefined undefined', []])
    await after(() => store.dispatch(receivePermissions({ 'create/postType/post': true })))
    expect(screen.getByTestId('may').textContent).toBe('true true')
    await after(() => store.dispatch(saveEditedEntityRecord('postType', 'post', id)))
    expect(screen.getByTestId('may').textContent).toBe('true true')
    const real = selectCurrentId(store.getState(), 'postType', 'post', id)
    await after(() => store.dispatch(receivePermissions({ [`update/postType/post/${real}`]: false })))
    expect(screen.getByTestId('may').textContent).toBe('false false')
  })
})

describe('an autosave of a draft', () => {
  it('sends nothing before the draft was saved, and does not count as one', async () => {
    const { store, id, site } = await draftOnScreen()
    const all: UseAutosaveResult[] = []
    const Kept = () => {
      all.push(useAutosave('postType', 'post', id))
      return null
    }
    show(store, <Kept />)
    const last = () => all.at(-1) as UseAutosaveResult
    await after(() => last().saveNow())
    expect(last()).toMatchObject({ savedAt: undefined, isSaving: false, error: undefined })
    await after(() => store.dispatch(saveEditedEntityRecord('postType', 'post', id)))
    await after(() => store.dispatch(editEntityRecord('postType', 'post', id, { title: 'Draft, longer' })))
    await after(() => last().saveNow())
    expect(last().savedAt).toBeDefined()
    expect(site.requests.filter(({ path }) => path.includes('autosaves'))).toHaveLength(1)
  })
})
