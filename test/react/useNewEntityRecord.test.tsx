import { act, renderHook } from '@testing-library/react'
import {
  createEntityStore,
  editEntityRecord,
  saveDirtyEntityRecords,
  selectDirtyEntityRecords,
  type EntityStore,
} from 'copydesk'
import { createEntityRecord, selectDrafts } from 'copydesk/durable'
import { EntityStoreProvider, useNewEntityRecord, useUndo } from 'copydesk/react'
import { createMockSite, type MockSite } from 'copydesk/testing'
import { StrictMode, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { only, person } from '../support/person'
import { after } from '../support/screen'
import { passes } from '../support/until'

const plain = (site: MockSite) => createEntityStore({ devTools: false, fetcher: site.fetcher })
const durable = (site: MockSite): EntityStore => person({ site, durability: only({}) }).store

function newPost(makeStore: (site: MockSite) => EntityStore = plain) {
  const site = createMockSite({ posts: [{ id: 1, title: 'First' }] })
  const store = makeStore(site)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <EntityStoreProvider store={store}>{children}</EntityStoreProvider>
    </StrictMode>
  )
  const view = renderHook(
    () => ({ form: useNewEntityRecord('postType', 'post', { status: 'draft' }), all: useUndo() }),
    { wrapper },
  )
  const form = () => view.result.current.form
  const writes = () =>
    site.requests
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => [method, path, body])
  const save = async () => {
    let saved: Awaited<ReturnType<ReturnType<typeof form>['save']>> | undefined
    await after(async () => void (saved = await form().save()))
    return saved
  }
  return {
    site,
    store,
    view,
    form,
    writes,
    save,
    type: (title: string) => after(() => form().edit({ title })),
    dirty: () => selectDirtyEntityRecords(store.getState()),
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(0))

describe.each([
  ['without durability', plain],
  ['with durability', durable],
])('A form for a new record, %s', (_, makeStore) => {
  it('shows what it begins with and what is typed, and asks and keeps nothing before', async () => {
    const { form, type, dirty, site } = newPost(makeStore)
    expect(form()).toMatchObject({
      id: undefined,
      isNew: true,
      hasEdits: false,
      hasUndo: false,
      record: undefined,
    })
    expect(form().editedRecord).toEqual({ status: 'draft' })
    expect([dirty(), site.requests]).toEqual([[], []])
    await type('Tides')
    expect(form()).toMatchObject({
      isNew: true,
      hasEdits: true,
      editedRecord: { status: 'draft', title: 'Tides' },
    })
    expect(dirty()).toMatchObject([{ kind: 'postType', name: 'post', title: 'Tides' }])
  })

  it('makes the record once, however often it is saved, and goes on with it', async () => {
    const { form, type, writes, save, dirty } = newPost(makeStore)
    await type('Tides')
    const [one, two] = await act(() => Promise.all([form().save(), form().save()]))
    expect([one.status, two.status]).toEqual(['saved', 'unchanged'])
    expect(writes()).toEqual([['POST', '/wp/v2/posts', { status: 'draft', title: 'Tides' }]])
    expect(form()).toMatchObject({ isNew: false, hasEdits: false, record: { title: { raw: 'Tides' } } })
    expect(form().id).toBe(form().record?.id)
    expect(dirty()).toEqual([])
    await type('Ebb')
    expect(await save()).toMatchObject({ status: 'saved', record: { title: { raw: 'Ebb' } } })
    expect(writes().at(-1)).toEqual(['PUT', `/wp/v2/posts/${form().id}`, { title: 'Ebb' }])
  })

  it('keeps what is typed while it is saved, with its undo', async () => {
    const { form, type, site } = newPost(makeStore)
    await type('Tides')
    const held = site.hold('POST /wp/v2/posts')
    let saving: Promise<unknown> | undefined
    await after(() => void (saving = form().save()))
    expect(form().isSaving).toBe(true)
    await type('Tides and quays')
    await after(async () => {
      await passes(() => expect(held.waiting).toHaveLength(1))
      held.end()
      await saving
    })
    expect(form()).toMatchObject({ isNew: false, hasEdits: true, editedRecord: { title: 'Tides and quays' } })
    await after(() => form().undo())
    expect(form()).toMatchObject({ hasEdits: false, hasUndo: false, editedRecord: { title: 'Tides' } })
  })

  it('stays with what was typed and says what the server has against each field', async () => {
    const { form, type, save, site } = newPost(makeStore)
    await type('Tides')
    const params = { title: 'The title is taken.' }
    site.fail('POST /wp/v2/posts', { status: 400, code: 'rest_invalid_param', data: { params } })
    expect(await save()).toMatchObject({ status: 'failed' })
    expect(form()).toMatchObject({
      isNew: true,
      hasEdits: true,
      saveError: { status: 400 },
      fieldErrors: params,
    })
    expect(await save()).toMatchObject({ status: 'saved' })
    expect(form()).toMatchObject({ saveError: undefined, fieldErrors: {} })
  })

  it('says at a field that was left out that the server needs it', async () => {
    const { form, type, save, site } = newPost(makeStore)
    await type('Tides')
    const refusal = { code: 'rest_missing_callback_param', message: 'Missing parameter(s): excerpt' }
    site.fail('POST /wp/v2/posts', { ...refusal, status: 400, data: { params: ['excerpt'] } })
    await save()
    expect(form().fieldErrors).toEqual({ excerpt: refusal.message })
  })

  it('takes typing back to what it began with, and then there is nothing unsaved', async () => {
    const { form, type, dirty } = newPost(makeStore)
    await type('T')
    await type('Tides')
    vi.setSystemTime(5000)
    await type('Tides and quays')
    await after(() => form().undo())
    expect(form().editedRecord.title).toBe('Tides')
    await after(() => form().undo())
    expect(form()).toMatchObject({ hasEdits: false, hasUndo: false, hasRedo: true })
    expect(form().editedRecord).toEqual({ status: 'draft' })
    expect(dirty()).toEqual([])
    await after(() => form().redo())
    expect(form().editedRecord).toMatchObject({ status: 'draft', title: 'Tides' })
  })

  it('is saved with all that is unsaved, and follows the record', async () => {
    const { form, type, store } = newPost(makeStore)
    await type('Tides')
    await after(() => store.dispatch(saveDirtyEntityRecords()))
    expect(form()).toMatchObject({ isNew: false, record: { title: { raw: 'Tides' } } })
  })

  it('begins anew for the next record, and gives up what is not saved', async () => {
    const { form, type, save, dirty, writes } = newPost(makeStore)
    await type('Tides')
    await after(() => form().reset())
    expect([dirty(), form().editedRecord]).toEqual([[], { status: 'draft' }])
    await type('Quays')
    await save()
    await after(() => form().reset())
    expect(form()).toMatchObject({ isNew: true, id: undefined, editedRecord: { status: 'draft' } })
    await type('Piers')
    await save()
    expect(writes().map(([, , body]) => (body as { title: string }).title)).toEqual(['Quays', 'Piers'])
  })
})

describe('A form for a new record', () => {
  it('takes a recipe, which is given what the form shows', async () => {
    const { form } = newPost()
    await after(() =>
      form().edit((draft) => {
        draft.title = `A ${draft.status}`
      }),
    )
    expect(form().editedRecord).toMatchObject({ status: 'draft', title: 'A draft' })
  })

  it('may be saved as it is', async () => {
    const { store } = newPost()
    const made = renderHook(() => useNewEntityRecord('taxonomy', 'category', { name: 'Tides' }), {
      wrapper: ({ children }) => <EntityStoreProvider store={store}>{children}</EntityStoreProvider>,
    })
    const saved = await act(() => made.result.current.saveAsync())
    expect(saved).toMatchObject({ name: 'Tides', slug: 'tides' })
    await after()
    expect(made.result.current.id).toBe(saved?.id)
  })

  it('says by the save, which never rejects, that nobody knows such an entity', async () => {
    const { store } = newPost()
    const made = renderHook(() => useNewEntityRecord('shop', 'order'), {
      wrapper: ({ children }) => <EntityStoreProvider store={store}>{children}</EntityStoreProvider>,
    })
    const saved = await act(() => made.result.current.save())
    expect(saved).toMatchObject({ status: 'failed', error: { code: 'config_not_loaded' } })
    await expect(act(() => made.result.current.saveAsync())).rejects.toMatchObject({
      code: 'config_not_loaded',
    })
  })

  it('is recovered with what it began with where the store keeps drafts', async () => {
    const { type, store } = newPost(durable)
    await type('Tides')
    const [draft] = selectDrafts(store.getState(), 'postType', 'post')
    expect(draft).toMatchObject({ title: 'Tides', values: { status: 'draft', title: 'Tides' } })
  })

  it('has no title as long as none was typed: its local id is not shown as one', async () => {
    const { form, store, dirty } = newPost(durable)
    await after(() => form().edit({ content: 'Low at six.' }))
    expect(dirty()).toMatchObject([{ title: '' }])
    expect(selectDrafts(store.getState(), 'postType', 'post')).toMatchObject([{ title: '' }])
  })
})

describe('A draft of a kind that only the server knows', () => {
  it('is made before the server was asked, and its save asks first', async () => {
    const site = createMockSite()
    const store = durable(site)
    const id = store.dispatch(createEntityRecord('taxonomy', 'category', { name: 'Bees' }))
    expect(id).toBeLessThan(0)
    expect(site.requests).toEqual([])
    expect(await store.dispatch(saveDirtyEntityRecords())).toMatchObject({ status: 'saved' })
    const lines = site.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
    expect(lines).toEqual(['GET /wp/v2/taxonomies', 'POST /wp/v2/categories'])
  })

  it('can be edited, and followed by another one, before the server was asked', async () => {
    const site = createMockSite()
    const store = durable(site)
    const parent = store.dispatch(createEntityRecord('taxonomy', 'category', { name: 'Insect' }))
    store.dispatch(editEntityRecord('taxonomy', 'category', parent, { name: 'Insects' }))
    store.dispatch(createEntityRecord('taxonomy', 'category', { name: 'Bees', parent: Number(parent) }))
    expect(await store.dispatch(saveDirtyEntityRecords())).toMatchObject({ status: 'saved' })
    expect(site.requests.map(({ body }) => body.name).filter(Boolean)).toEqual(['Insects', 'Bees'])
  })
})
