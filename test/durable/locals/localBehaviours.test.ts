import {
  createUndoLevel,
  deleteEntityRecord,
  editEntityRecord,
  fetchAutosaves,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  fetchRevisions,
  loadEntityConfigs,
  redo,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  saveSpecifiedEntityEdits,
  selectCanUser,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecord,
  selectEntityRecords,
  selectHasRedo,
  selectHasUndo,
  selectSaveError,
  undo,
  uploadMedia,
  type EntityId,
  type EntityStore,
  type EntityStoreOptions,
} from 'copydesk'
import {
  acquireLock,
  batched,
  matchAction,
  releaseLock,
  selectPendingLocks,
  selectHeldLocks,
} from 'copydesk/actions'
import {
  createEntityRecord,
  durabilityOf,
  isLocalId,
  memoryStorage,
  selectCurrentId,
  selectDrafts,
  selectOriginalId,
  selectReferences,
} from 'copydesk/durable'
import { createMockSite, type MockSiteOptions } from 'copydesk/testing'
import { describe, expect, it, vi } from 'vitest'
import { only, person } from '../../support/person'
import { settle } from '../../support/fakeServer'
import { passes } from '../../support/until'

const posts = [
  { id: 11, title: 'First', content: '' },
  { id: 12, title: 'Second', content: '' },
]

/** A store on a mock site with two posts that are loaded. */
async function localSite(content: MockSiteOptions = {}, options: Partial<EntityStoreOptions> = {}) {
  const site = createMockSite({ posts, ...content })
  const { store } = person({ site, durability: only({}), store: options })
  const { dispatch, getState } = store
  await dispatch(loadEntityConfigs('postType'))
  await dispatch(loadEntityConfigs('taxonomy'))
  for (const { id } of posts) await dispatch(fetchEntityRecord('postType', 'post', id))
  site.clearRequests()
  const writes = () =>
    site.requests.flatMap(({ method, path, body }) =>
      method === 'GET' || method === 'OPTIONS'
        ? []
        : [`${method} ${path.split('?')[0] ?? ''} ${JSON.stringify(body)}`],
    )
  return {
    site,
    store,
    dispatch,
    getState,
    writes,
    edited: (id: EntityId, name = 'post') =>
      selectEditedEntityRecord<string, string>(getState(), 'postType', name, id),
    category: (name: string) => dispatch(createEntityRecord('taxonomy', 'category', { name })),
    edit: (id: EntityId, edits: object) =>
      dispatch(editEntityRecord<string, string>('postType', 'post', id, edits)),
    dirty: () => selectDirtyEntityRecords(getState()).map(({ key }) => key),
  }
}

/** Where a local id stands in a state, but for the aliases. */
function localIdsIn(store: EntityStore, local: EntityId): readonly string[] {
  const text = JSON.stringify(store.getState(), (name, value: unknown) =>
    name === 'aliases' ? undefined : value,
  )
  return text.includes(String(local)) ? [text.slice(text.indexOf(String(local)) - 60).slice(0, 90)] : []
}

describe('records with local ids', () => {
  it('that get their ids leave what has happened in the same moment, such as what was typed into another record', async () => {
    const held: object[] = []
    const { category, dispatch, edit, edited, dirty } = await localSite(
      {},
      {
        middleware: [
          () => (next) => (action) => {
            if (matchAction('edits/recordEdited')(action) && action.name === 'post') return held.push(action)
            const isAnswer = matchAction('entities/recordSaved')(action)
            return next(isAnswer ? batched([...held, action] as Parameters<typeof batched>[0]) : action)
          },
        ],
      },
    )
    const id = category('Bees')
    edit(12, { title: 'Typed meanwhile' })
    expect(await dispatch(saveEditedEntityRecord('taxonomy', 'category', id))).toMatchObject({ name: 'Bees' })
    expect(edited(12)).toMatchObject({ title: 'Typed meanwhile' })
    expect(dirty()).toEqual([12])
  })

  it('are not made by a save of fields that nobody has edited, and with nothing by a save of no fields', async () => {
    const { dispatch, writes, edit } = await localSite()
    const id = dispatch(createEntityRecord('postType', 'post', { title: 'One' }))
    await dispatch(saveSpecifiedEntityEdits('postType', 'post', id, ['excerpt']))
    edit(11, { title: 'Mine' })
    await dispatch(saveSpecifiedEntityEdits('postType', 'post', 11, []))
    expect(writes()).toEqual([])
    await dispatch(saveSpecifiedEntityEdits('postType', 'post', id, []))
    expect(writes().map((line) => line.split(' ')[0])).toEqual(['POST'])
  })

  it('have ids that no server gives', async () => {
    const { category, dispatch } = await localSite()
    const id = category('Bees')
    expect(isLocalId(id)).toBe(true)
    expect(Number(id)).toBeLessThanOrEqual(-1e15)
    expect(Number.isSafeInteger(id)).toBe(true)
    const template = dispatch(createEntityRecord('postType', 'wp_template', { title: 'New' }))
    expect(template).toMatch(/^local-\d{16}$/)
    for (const other of [1, -1, 57, '57', 'local-1', '-12', undefined, null])
      expect(isLocalId(other)).toBe(false)
  })

  it('C1: are on the server before what refers to them is sent, with the id that it gave', async () => {
    const { dispatch, category, edit, writes, store, dirty } = await localSite()
    const id = category('Bees')
    edit(11, { categories: [id], title: 'With bees' })
    const report = await dispatch(saveDirtyEntityRecords())
    expect(report.failed).toEqual([])
    const [create, update] = writes()
    expect(writes()).toHaveLength(2)
    expect(create).toContain('POST /wp/v2/categories')
    const real = selectCurrentId(store.getState(), 'taxonomy', 'category', id)
    expect(update).toContain(`"categories":[${real}]`)
    expect(writes().join()).not.toContain(String(id))
    expect(dirty()).toEqual([])
    expect(localIdsIn(store, id)).toEqual([])
  })

  it('C2: hold up what refers to them while they can not be saved', async () => {
    const { site, dispatch, category, edit, writes, getState, dirty } = await localSite()
    const id = category('Bees')
    edit(11, { categories: [id] })
    site.fail(/POST .*categories/, { status: 500, code: 'internal', message: 'No.' })
    const report = await dispatch(saveDirtyEntityRecords())
    expect(report.failed).toHaveLength(2)
    expect(writes().filter((write) => write.startsWith('PUT'))).toEqual([])
    expect(selectSaveError(getState(), 'postType', 'post', 11)).toMatchObject({
      code: 'local_reference',
      message: expect.stringContaining('Bees') as string,
    })
    expect(dirty()).toEqual([id, 11])
    await dispatch(saveDirtyEntityRecords())
    expect(dirty()).toEqual([])
  })

  it('C4: keep what was typed while they were sent, under their new id', async () => {
    const { site, dispatch, getState, writes, dirty } = await localSite()
    const id = dispatch(createEntityRecord('postType', 'post', { title: 'One' }))
    const held = site.hold(/POST .*posts/)
    const saved = dispatch(saveEditedEntityRecord('postType', 'post', id))
    await settle()
    dispatch(editEntityRecord('postType', 'post', id, { title: 'Two' }))
    held.release()
    const record = await saved
    expect(dirty()).toEqual([record?.id])
    expect(selectEditedEntityRecord(getState(), 'postType', 'post', id)).toMatchObject({
      id: record?.id,
      title: 'Two',
    })
    await dispatch(saveEditedEntityRecord('postType', 'post', id))
    expect(writes().at(-1)).toBe(`PUT /wp/v2/posts/${record?.id} {"title":"Two"}`)
  })

  it('C5: are made once, however often they are saved', async () => {
    const { dispatch, writes } = await localSite()
    const id = dispatch(createEntityRecord('postType', 'post', { title: 'One' }))
    await Promise.all([1, 2].map(() => dispatch(saveEditedEntityRecord('postType', 'post', id))))
    expect(writes()).toEqual([expect.stringContaining('POST')])
  })

  it('C5: are made once where one save is of fields by hand, which waits for the id', async () => {
    const { dispatch, category, writes, site } = await localSite()
    const id = category('Bees')
    const held = site.hold('POST /wp/v2/categories')
    const made = dispatch(saveEditedEntityRecord('taxonomy', 'category', id))
    await passes(() => expect(held.waiting).toHaveLength(1))
    const byHand = dispatch(
      saveEntityRecord<string, string>('taxonomy', 'category', { id, description: 'Hives' }),
    )
    held.end()
    const [real, saved] = (await Promise.all([made, byHand])) as { readonly id: number }[]
    expect(saved?.id).toBe(real?.id)
    expect(writes()).toEqual([
      'POST /wp/v2/categories {"name":"Bees"}',
      `PUT /wp/v2/categories/${real?.id} {"description":"Hives"}`,
    ])
  })

  it('C6: are drafts until they are records, and never both', async () => {
    const { dispatch, getState } = await localSite()
    await dispatch(fetchEntityRecords('postType', 'post', { status: 'any' }))
    const id = dispatch(createEntityRecord('postType', 'post', { title: 'One' }))
    const both = () => {
      const rows = selectEntityRecords(getState(), 'postType', 'post', { status: 'any' }) ?? []
      return [selectDrafts(getState(), 'postType', 'post').length, rows.length]
    }
    expect(both()).toEqual([1, 2])
    expect(selectDrafts(getState(), 'postType', 'post')).toEqual([
      { id, title: 'One', values: { id, title: 'One' }, createdAt: expect.any(String) as string },
    ])
    await dispatch(saveEditedEntityRecord('postType', 'post', id))
    await dispatch(fetchEntityRecords('postType', 'post', { status: 'any' }))
    expect(both()).toEqual([0, 3])
  })

  it('C7: are gone when their making is undone, and back with the same id when it is done again', async () => {
    const { dispatch, getState, dirty } = await localSite()
    const before = JSON.stringify(getState().edits.records)
    const id = dispatch(createEntityRecord('postType', 'post', { title: 'One' }))
    dispatch(editEntityRecord('postType', 'post', id, { title: 'Two' }))
    dispatch(undo())
    expect(selectEditedEntityRecord(getState(), 'postType', 'post', id)).toMatchObject({ title: 'One' })
    dispatch(undo())
    expect(dirty()).toEqual([])
    expect(selectDrafts(getState(), 'postType', 'post')).toEqual([])
    expect(selectHasUndo(getState())).toBe(false)
    expect(before).toBe('{}')
    dispatch(redo())
    dispatch(redo())
    expect(selectDrafts(getState(), 'postType', 'post')).toMatchObject([{ id, title: 'Two' }])
  })

  it('C8: are not undone once they are on the server, only their fields are', async () => {
    const { dispatch, getState, writes, store } = await localSite()
    const id = dispatch(createEntityRecord('postType', 'post', { title: 'One' }))
    dispatch(editEntityRecord('postType', 'post', id, { title: 'Two' }))
    dispatch(createUndoLevel())
    await dispatch(saveEditedEntityRecord('postType', 'post', id))
    dispatch(undo())
    expect(selectEditedEntityRecord(getState(), 'postType', 'post', id)).toMatchObject({ title: 'One' })
    expect([selectHasUndo(getState()), selectHasRedo(getState())]).toEqual([false, true])
    expect(writes()).toHaveLength(1)
    expect(localIdsIn(store, id)).toEqual([])
  })

  it('C9: are saved in the order in which they refer to one another', async () => {
    const { dispatch, writes, getState } = await localSite()
    const grandparent = dispatch(createEntityRecord('postType', 'page', { title: 'A' }))
    const parent = dispatch(
      createEntityRecord('postType', 'page', { title: 'B', parent: grandparent as number }),
    )
    const child = dispatch(createEntityRecord('postType', 'page', { title: 'C', parent: parent as number }))
    await dispatch(saveDirtyEntityRecords())
    const now = (id: EntityId) => selectCurrentId(getState(), 'postType', 'page', id)
    const sent = writes().map(
      (write) => JSON.parse(write.slice(write.indexOf('{'))) as Record<string, unknown>,
    )
    expect(sent.map(({ title }) => title)).toEqual(['A', 'B', 'C'])
    expect(sent.map(({ parent: of }) => of)).toEqual([undefined, now(grandparent), now(parent)])
    expect(isLocalId(now(child))).toBe(false)
  })

  it('C10, C11: are replaced in comments, classes and links, and nothing else of a text is', async () => {
    const { dispatch, edit, edited, getState } = await localSite()
    const id = dispatch(
      uploadMedia(new File(['picture'], 'boat.png', { type: 'image/png' }), { draft: true }),
    )
    const text = (of: unknown) =>
      `<!-- wp:image {"id":${of}} --><img class="wp-image-${of}" src="/?attachment_id=${of}"/> ${id}7 7${id} <p>-45</p><!-- /wp:image -->`
    edit(11, { content: text(id) })
    await dispatch(saveEditedEntityRecord('root', 'media', id))
    const real = selectCurrentId(getState(), 'root', 'media', id)
    expect(isLocalId(real)).toBe(false)
    expect(edited(11)?.content).toBe(text(real))
  })

  it('C12: are asked about by no request', async () => {
    const { site, dispatch, getState } = await localSite()
    await dispatch(fetchPermissions({ kind: 'postType', name: 'post' }))
    const id = dispatch(createEntityRecord('postType', 'post', { title: 'One' }))
    site.clearRequests()
    expect(await dispatch(fetchEntityRecord('postType', 'post', id))).toBe(undefined)
    expect(await dispatch(fetchRevisions('postType', 'post', id))).toBe(null)
    expect(await dispatch(fetchAutosaves('post', id))).toBe(undefined)
    await dispatch(fetchPermissions({ kind: 'postType', name: 'post', id }))
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { isAutosave: true }))
    expect(await dispatch(fetchEntityRecords('postType', 'post', { parent: id }))).toEqual([])
    expect(site.requests).toEqual([])
    const may = selectCanUser(getState(), 'create', { kind: 'postType', name: 'post' })
    expect(may).toBe(true)
    expect(selectCanUser(getState(), 'update', { kind: 'postType', name: 'post', id })).toBe(may)
  })

  it('C13: are not asked for where nobody knows them', async () => {
    const { site, dispatch } = await localSite()
    await expect(dispatch(fetchEntityRecord('postType', 'post', -4503599627370496))).rejects.toMatchObject({
      code: 'local_id',
    })
    expect(site.requests).toEqual([])
  })

  it('C14: stay where the answer lacks the key', async () => {
    const { site, dispatch, getState } = await localSite()
    const id = dispatch(createEntityRecord('postType', 'post', { title: 'One' }))
    site.fail(/POST .*posts/, { status: 200, code: 'odd' })
    await dispatch(saveEditedEntityRecord('postType', 'post', id))
    expect(selectSaveError(getState(), 'postType', 'post', id)).toMatchObject({ code: 'invalid_response' })
    expect(selectDrafts(getState(), 'postType', 'post')).toMatchObject([{ id }])
  })

  it('C15: become the term that the server has already', async () => {
    const { site, store: other } = await localSite({ terms: [{ id: 5, name: 'Bees' }] })
    expect(selectDrafts(other.getState(), 'taxonomy', 'category')).toEqual([])
    const troubles: unknown[] = []
    const { store } = person({ site, durability: only({ onTrouble: (trouble) => troubles.push(trouble) }) })
    const { dispatch, getState } = store
    await dispatch(loadEntityConfigs('postType'))
    await dispatch(loadEntityConfigs('taxonomy'))
    await dispatch(fetchEntityRecord('postType', 'post', 11))
    const id = dispatch(createEntityRecord('taxonomy', 'category', { name: 'Bees' }))
    dispatch(editEntityRecord('postType', 'post', 11, { categories: [id as number] }))
    expect((await dispatch(saveDirtyEntityRecords())).failed).toEqual([])
    expect(selectCurrentId(getState(), 'taxonomy', 'category', id)).toBe(5)
    expect(selectEntityRecord(getState(), 'postType', 'post', 11)?.categories).toEqual([5])
    expect(selectEntityRecord(getState(), 'taxonomy', 'category', id)).toMatchObject({ id: 5, name: 'Bees' })
    expect(troubles).toEqual([expect.objectContaining({ code: 'adopted', key: 5 })])
    expect(selectDirtyEntityRecords(getState())).toEqual([])
  })

  it('C16: are there after a reload, with what refers to them, and an address with the local id leads to the record', async () => {
    const site = createMockSite({ posts })
    const page = memoryStorage().tab()
    const open = async (storage: typeof page) => {
      const { store } = person({ site, durability: only({ storage }) })
      await store.dispatch(loadEntityConfigs('postType'))
      await store.dispatch(loadEntityConfigs('taxonomy'))
      await durabilityOf(store)?.ready
      return store
    }
    const first = await open(page)
    await first.dispatch(fetchEntityRecord('postType', 'post', 11))
    const id = first.dispatch(createEntityRecord('taxonomy', 'category', { name: 'Bees' }))
    first.dispatch(editEntityRecord('postType', 'post', 11, { categories: [id as number] }))
    await durabilityOf(first)?.flush()

    const next = page.reload()
    const second = await open(next)
    await second.dispatch(fetchEntityRecord('postType', 'post', 11))
    expect(selectDrafts(second.getState(), 'taxonomy', 'category')).toMatchObject([{ id, title: 'Bees' }])
    expect((await second.dispatch(saveDirtyEntityRecords())).failed).toEqual([])
    const real = selectCurrentId(second.getState(), 'taxonomy', 'category', id)
    expect(selectEntityRecord(second.getState(), 'postType', 'post', 11)?.categories).toEqual([real])
    await durabilityOf(second)?.flush()

    const third = await open(next.reload())
    expect(await third.dispatch(fetchEntityRecord('taxonomy', 'category', id))).toMatchObject({
      id: real,
      name: 'Bees',
    })
    for (const store of [first, second, third]) await durabilityOf(store)?.close()
  })

  it('C18: give a lock that waits for them to who asked, under the new id', async () => {
    const { site, dispatch, getState } = await localSite()
    const id = dispatch(createEntityRecord('postType', 'post', { title: 'One' }))
    const held = site.hold(/POST .*posts/)
    const saved = dispatch(saveEditedEntityRecord('postType', 'post', id))
    await settle()
    const asked = dispatch(
      acquireLock(['entities', 'records', 'postType', 'post', String(id)], { exclusive: true }),
    )
    held.release()
    const record = await saved
    const lock = await asked
    expect(selectHeldLocks(getState()).map(({ path }) => path.at(-1))).toEqual([String(record?.id)])
    dispatch(releaseLock(lock))
    expect([...selectHeldLocks(getState()), ...selectPendingLocks(getState())]).toEqual([])
  })

  it('C19: change nothing for creates without an id', async () => {
    const { dispatch, writes } = await localSite()
    const made = await dispatch(saveEntityRecord('postType', 'post', { title: 'As ever' }))
    expect(isLocalId(made?.id)).toBe(false)
    expect(writes()).toHaveLength(1)
  })

  it('C20: are given up without a request, and say who refers to them', async () => {
    const { site, dispatch, category, edit, getState, edited, dirty } = await localSite()
    const id = category('Bees')
    edit(11, { categories: [1, id as number] })
    expect(selectReferences(getState(), 'taxonomy', 'category', id)).toEqual([
      { kind: 'postType', name: 'post', key: 11, field: 'categories' },
    ])
    await expect(
      dispatch(deleteEntityRecord('taxonomy', 'category', id, {}, { throwOnError: true })),
    ).rejects.toMatchObject({
      code: 'local_reference',
      message: expect.stringContaining('(postType, post) 11') as string,
    })
    expect(dirty()).toEqual([id, 11])
    await dispatch(deleteEntityRecord('taxonomy', 'category', id, { force: true }))
    expect(edited(11)?.categories).toEqual([1])
    expect(selectDrafts(getState(), 'taxonomy', 'category')).toEqual([])
    expect(site.requests).toEqual([])
  })

  it('C20: are deleted as the record that they have become where they are given up while they are sent', async () => {
    const { dispatch, category, writes, getState, site } = await localSite()
    const id = category('Bees')
    const held = site.hold('POST /wp/v2/categories')
    const made = dispatch(saveEditedEntityRecord('taxonomy', 'category', id))
    await passes(() => expect(held.waiting).toHaveLength(1))
    const removed = dispatch(deleteEntityRecord('taxonomy', 'category', id, { force: true }))
    held.end()
    await made
    const real = selectCurrentId(getState(), 'taxonomy', 'category', id)
    expect(await removed).toMatchObject({ deleted: true, previous: { id: real } })
    expect(writes()).toEqual([
      'POST /wp/v2/categories {"name":"Bees"}',
      `DELETE /wp/v2/categories/${real} {}`,
    ])
    expect(selectEntityRecord(getState(), 'taxonomy', 'category', id)).toBeUndefined()
  })

  it('C20: say who refers to them only in blocks, whose text is not computed yet, and are taken out of those', async () => {
    const { dispatch, edited, getState } = await localSite()
    const file = dispatch(
      uploadMedia(new File(['picture'], 'boat.png', { type: 'image/png' }), { draft: true }),
    )
    const url = String(
      selectEditedEntityRecord<string, string>(getState(), 'root', 'media', file)?.source_url,
    )
    const reference = { kind: 'postType', name: 'post', key: 11, field: 'content' }
    const text = ({ blocks }: { blocks?: unknown }) =>
      (blocks as { attributes: { id?: number; url?: string } }[])
        .map(({ attributes: { id, url: address } }) => `<img src="${address}" class="wp-image-${id}"/>`)
        .join('')
    const show = (attributes: object) => {
      const blocks = [{ name: 'core/image', attributes, innerBlocks: [] }]
      dispatch(editEntityRecord<string, string>('postType', 'post', 11, { blocks, content: text }))
    }
    const references = () => selectReferences(getState(), 'root', 'media', file)
    for (const attributes of [{ id: file }, { url }]) {
      show(attributes)
      expect(references()).toEqual([reference])
      expect(references()).toBe(references())
    }
    const deleting = dispatch(deleteEntityRecord('root', 'media', file, {}, { throwOnError: true }))
    await expect(deleting).rejects.toMatchObject({ code: 'local_reference' })
    show({ id: 3, url: 'https://example.org/boat.png' })
    expect(references()).toEqual([])
    show({ id: file, url, alt: 'A boat' })
    await dispatch(deleteEntityRecord('root', 'media', file, { force: true }))
    expect(JSON.stringify(edited(11)?.blocks)).not.toContain(String(file))
    expect(edited(11)?.blocks).toMatchObject([{ attributes: { alt: 'A boat' } }])
    const report = await dispatch(saveDirtyEntityRecords())
    expect(report.failed).toEqual([])
  })

  it('C20: say who refers to them in a text that is computed from nothing else that is edited', async () => {
    const { dispatch, getState, category } = await localSite()
    const id = category('Bees')
    const content = () => `<a href="/?cat=${id}">Bees</a>`
    dispatch(editEntityRecord('postType', 'post', 11, { content }))
    expect(selectReferences(getState(), 'taxonomy', 'category', id)).toMatchObject([{ field: 'content' }])
    const broken = () => {
      throw new Error('Not to be computed')
    }
    dispatch(editEntityRecord('postType', 'post', 11, { content: broken }))
    expect(selectReferences(getState(), 'taxonomy', 'category', id)).toEqual([])
  })

  it('C21: end a circle with one request more', async () => {
    const { dispatch, writes, getState } = await localSite()
    const one = dispatch(createEntityRecord('postType', 'page', { title: 'One' }))
    const other = dispatch(createEntityRecord('postType', 'page', { title: 'Other', parent: one as number }))
    dispatch(editEntityRecord('postType', 'page', one, { content: `<a href="/?p=${other}">Other</a>` }))
    const report = await dispatch(saveDirtyEntityRecords())
    expect(report.failed).toEqual([])
    expect(writes().map((write) => write.split(' ')[0])).toEqual(['POST', 'POST', 'PUT'])
    expect(writes().join()).not.toMatch(/(?<!c)-\d{16}/)
    expect(selectDirtyEntityRecords(getState())).toEqual([])
  })

  it('C21: end a circle of one, a page that links to itself, with one request more', async () => {
    const { dispatch, writes, getState } = await localSite()
    const page = dispatch(createEntityRecord('postType', 'page', { title: 'One' }))
    dispatch(editEntityRecord('postType', 'page', page, { content: `<a href="/?p=${page}">Here</a>` }))
    const report = await dispatch(saveDirtyEntityRecords())
    expect(report.failed).toEqual([])
    const real = selectCurrentId(getState(), 'postType', 'page', page)
    expect(writes()).toEqual([
      'POST /wp/v2/pages {"title":"One"}',
      `PUT /wp/v2/pages/${real} ${JSON.stringify({ content: `<a href="/?p=${real}">Here</a>` })}`,
    ])
    expect(selectDirtyEntityRecords(getState())).toEqual([])
  })

  it.each([{ values: null }, { values: 'Bees' }, { values: ['Bees'] }])(
    'are not made of $values, which is no object of values',
    async ({ values }) => {
      const { dispatch, dirty } = await localSite()
      expect(() => dispatch(createEntityRecord('taxonomy', 'category', values as never))).toThrow(
        `The values are ${JSON.stringify(values)}, but they must be an object of values by field.`,
      )
      expect(dirty()).toEqual([])
    },
  )

  it('C22: stand nowhere but in the aliases once all is answered', async () => {
    const { dispatch, category, edit, store, getState } = await localSite()
    const id = category('Bees')
    edit(11, { categories: [id] })
    edit(11, { title: 'Other' })
    await dispatch(fetchEntityRecords('postType', 'post', { categories: [id] }))
    await dispatch(saveDirtyEntityRecords())
    expect(localIdsIn(store, id)).toEqual([])
    const real = selectCurrentId(getState(), 'taxonomy', 'category', id)
    expect(selectOriginalId(getState(), 'taxonomy', 'category', real)).toBe(id)
    expect(selectEntityRecord(getState(), 'taxonomy', 'category', id)).toMatchObject({ name: 'Bees' })
  })

  it('C23: are replaced among a thousand records with edits in a moment', async () => {
    const { dispatch, category, edit, store } = await localSite()
    const text = 'x'.repeat(5000)
    for (let id = 100; id < 1100; id++) edit(id, { content: `${text}${id}` })
    const id = category('Bees')
    edit(100, { categories: [id] })
    await dispatch(saveEditedEntityRecord('taxonomy', 'category', id))
    expect(localIdsIn(store, id)).toEqual([])
  })

  it('show a file before it is uploaded, and its real address afterwards', async () => {
    const { dispatch, edit, edited, getState, writes } = await localSite()
    const file = new File(['picture'], 'boat.png', { type: 'image/png' })
    const id = dispatch(uploadMedia(file, { draft: true, data: { alt_text: 'A boat' } }))
    const shown = selectEditedEntityRecord(getState(), 'root', 'media', id)
    const url = String(shown?.source_url)
    expect(url).toMatch(/^blob:/)
    edit(11, { featured_media: id, content: `<img src="${url}" class="wp-image-${id}"/>` })
    const report = await dispatch(saveDirtyEntityRecords())
    expect(report.failed).toEqual([])
    const real = selectEntityRecord(getState(), 'root', 'media', id)
    expect(real?.source_url).toMatch(/^https?:/)
    expect(edited(11)).toMatchObject({
      featured_media: real?.id,
      content: `<img src="${real?.source_url}" class="wp-image-${real?.id}"/>`,
    })
    expect(writes().join()).not.toContain('blob:')
    expect(selectDirtyEntityRecords(getState())).toEqual([])
  })
})

describe('A page without drafts', () => {
  it('looks through no text for local ids with each key', async () => {
    const site = createMockSite({ posts: [{ id: 11, title: 'Long', content: 'word '.repeat(100) }] })
    const { dispatch, durability } = person({ site, durability: { storage: memoryStorage().tab() } })
    await durability.ready
    await dispatch(fetchEntityRecord('postType', 'post', 11))
    await vi.dynamicImportSettled()
    const looks = vi.spyOn(String.prototype, 'match')
    try {
      dispatch(editEntityRecord('postType', 'post', 11, { content: `${'word '.repeat(100)}x` }))
      expect(looks.mock.calls.filter(([pattern]) => String(pattern).includes('local-'))).toEqual([])
    } finally {
      looks.mockRestore()
    }
    await durability.close()
  })
})
