import {
  RestError,
  saveEditedEntityRecord,
  selectDeleteError,
  selectDirtyEntityRecords,
  selectIsSaving,
  selectSaveError,
  undo,
} from 'copydesk'
import { selectCurrentId, selectSaveConflict, selectUnsavedRecords, type MemoryTab } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf } from './office'
import { until } from '../../support/until'

describe('The offline queue', () => {
  it('keeps a save that is made offline, without an error, and sends it once', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'On the train' })
    expect(await tab.save(11)).toBeUndefined()
    expect(tab.isQueued(11)).toBe(true)
    expect(selectIsSaving(tab.getState(), 'postType', 'post', 11)).toBe(false)
    expect(selectSaveError(tab.getState(), 'postType', 'post', 11)).toBeUndefined()
    expect(tab.shown(11)).toMatchObject({ title: 'On the train' })
    expect(selectDirtyEntityRecords(tab.getState())).toHaveLength(1)
    expect(selectUnsavedRecords(tab.getState())).toEqual([])
    expect(tab.queue.entries()).toMatchObject([
      { what: 'update', kind: 'postType', name: 'post', key: 11, title: 'On the train', fields: ['title'] },
    ])
    expect(tab.queue.status()).toMatchObject({ state: 'offline', waiting: 1, held: 0 })
    tab.edit(11, { excerpt: 'Later' })
    expect(selectUnsavedRecords(tab.getState())).toMatchObject([{ key: 11 }])
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"On the train"}'])
    expect(tab.isQueued(11)).toBe(false)
    expect(tab.shown(11)).toMatchObject({ title: 'On the train', excerpt: 'Later' })
    expect(tab.queue.status()).toMatchObject({ state: 'idle', waiting: 0 })
  })

  it.each(['fails', 'is kept'])('lets a save wait on beside an autosave that %s', async (how) => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.breakNetwork()
    tab.edit(11, { title: 'On the train' })
    await tab.save(11)
    tab.queue.pause()
    if (how === 'is kept') office.mendNetwork()
    await tab.dispatch(saveEditedEntityRecord('postType', 'post', 11, { isAutosave: true }))
    expect(tab.isQueued(11)).toBe(true)
    expect(selectUnsavedRecords(tab.getState())).toEqual([])
    office.mendNetwork()
    tab.queue.resume()
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    expect(tab.isQueued(11)).toBe(false)
    expect(selectSaveError(tab.getState(), 'postType', 'post', 11)).toBeUndefined()
    expect(office.writes().at(-1)).toBe('PUT /wp/v2/posts/11 {"title":"On the train"}')
  })

  it('E1: sends two updates after thirty saves of two posts, and no term that was made and deleted', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11, 12)
    office.goOffline()
    for (let round = 1; round <= 15; round++) {
      for (const id of [11, 12]) {
        tab.edit(id, { title: `${id} in round ${round}` })
        await tab.save(id)
      }
    }
    const term = tab.term('Bees')
    await tab.saveAll()
    expect(tab.brief()).toContain(`create ${term} waiting`)
    await tab.remove(term, 'category')
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.writes()).toEqual([
      'PUT /wp/v2/posts/11 {"title":"11 in round 15"}',
      'PUT /wp/v2/posts/12 {"title":"12 in round 15"}',
    ])
    expect(office.batches()).toEqual([2])
  })

  it('sends what is referred to first, with the id that the server gives', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    const term = tab.term('Bees')
    const post = tab.draft({ title: 'About bees', status: 'publish', categories: [term] })
    const report = await tab.saveAll()
    expect(report.failed).toEqual([])
    expect(tab.queue.entries()).toHaveLength(2)
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.writes().join()).not.toContain(String(term))
    expect(office.writes().join()).not.toContain(String(post))
    const id = selectCurrentId(tab.getState(), 'postType', 'post', post)
    const category = selectCurrentId(tab.getState(), 'taxonomy', 'category', term)
    expect(tab.shown(id ?? 0)).toMatchObject({
      title: 'About bees',
      status: 'publish',
      categories: [category],
    })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
    expect((await postsOf(office)).filter(({ title }) => title === 'About bees')).toEqual([
      { title: 'About bees', status: 'publish', slug: 'about-bees' },
    ])
  })

  it('E3: shows what was saved after a page that has died soon after, and takes it for its own', async () => {
    const office = openOffice()
    const before = await openTab(office)
    await before.load(11)
    before.edit(11, { title: 'Ty' })
    await before.durability.flush()
    office.goOffline()
    before.edit(11, { title: 'Typed' })
    await before.save(11)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    ;(before.page as MemoryTab).kill()
    const tab = await openTab(office, { page: (before.page as MemoryTab).reload() })
    expect([tab.shown(11)?.title, tab.brief()]).toEqual(['Typed', ['update 11 waiting']])
    tab.queue.pause()
    office.goOnline()
    await tab.load(11)
    tab.edit(11, { title: 'Typed on' })
    tab.queue.resume()
    await tab.queue.whenEmpty()
    expect(await tab.save(11)).toMatchObject({ title: { raw: 'Typed on' } })
  })

  it('E3: is there after a reload, with drafts and edits, and is sent once', async () => {
    const office = openOffice()
    const before = await openTab(office)
    await before.load(11)
    office.goOffline()
    before.edit(11, { title: 'Before the reload' })
    await before.save(11)
    const draft = before.draft({ title: 'A draft', content: 'Text' })
    await before.save(draft)
    await before.durability.flush()
    const page = (before.page as ReturnType<typeof office.storage.tab>).reload()
    const tab = await openTab(office, { page })
    expect(tab.brief()).toEqual(['update 11 waiting', `create ${draft} waiting`])
    office.goOnline()
    await tab.queue.whenEmpty()
    expect((await postsOf(office)).map(({ title }) => title)).toEqual([
      'Before the reload',
      'Post 12',
      'Post 13',
      'A draft',
    ])
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('E10: holds what is refused with the words of the server, and goes on with others', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11, 12)
    office.goOffline()
    for (const id of [11, 12]) {
      tab.edit(id, { title: `New ${id}` })
      await tab.save(id)
    }
    office.site.fail('PUT /wp/v2/posts/11', { status: 403, code: 'rest_cannot_edit', message: 'Not yours.' })
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(tab.queue.entries()).toMatchObject([
      { key: 11, state: 'held', error: { code: 'rest_cannot_edit', message: 'Not yours.' } },
    ])
    expect(tab.troubles).toMatchObject([{ code: 'queue_held', key: 11 }])
    expect(tab.isQueued(11)).toBe(false)
    expect(selectSaveError(tab.getState(), 'postType', 'post', 11)).toMatchObject({
      code: 'rest_cannot_edit',
    })
    expect(selectDirtyEntityRecords(tab.getState())).toMatchObject([{ key: 11 }])
    expect((await postsOf(office)).map(({ title }) => title)).toContain('New 12')
    await tab.queue.retry(tab.queue.entries()[0]?.id)
    await tab.queue.whenEmpty()
    expect((await postsOf(office)).map(({ title }) => title)).toContain('New 11')
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  describe('E10: what is refused while it has been saved anew', () => {
    /** A tab with a title that the site refuses while something else is being saved. */
    async function refusedBehind(edits: object) {
      const office = openOffice()
      const { fetcher } = office
      const refusal = new RestError({ code: 'bad', message: 'Bad', status: 400 })
      let refuse: (() => void) | undefined
      const isAsked = new Promise<void>((resolve) => (refuse = resolve))
      let isSent = false
      office.fetcher = async (request) => {
        if ((request.data as { title?: string } | undefined)?.title !== 'Bad') return fetcher(request)
        isSent = true
        await isAsked
        throw refusal
      }
      const tab = await openTab(office, { queue: 'always' })
      await tab.load(11)
      tab.edit(11, { title: 'Bad' })
      await tab.save(11)
      await until(() => isSent)
      tab.edit(11, edits)
      const saved = tab.save(11)
      refuse?.()
      await saved
      return { office, tab }
    }

    it('is not sent any more', async () => {
      const { office, tab } = await refusedBehind({ title: 'Good' })
      await tab.queue.whenEmpty()
      expect((await postsOf(office))[0]).toMatchObject({ title: 'Good' })
      expect(tab.shown(11)).toMatchObject({ title: 'Good' })
      expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
      expect(selectSaveError(tab.getState(), 'postType', 'post', 11)).toBeUndefined()
    })

    it('is replaced by the next save also where another field waits behind it', async () => {
      const { office, tab } = await refusedBehind({ slug: 'other' })
      await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
      tab.edit(11, { title: 'Good' })
      await tab.save(11)
      await tab.queue.whenEmpty()
      expect((await postsOf(office))[0]).toMatchObject({ title: 'Good', slug: 'other' })
      expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
    })
  })

  it('E11: lets what refers to a held create wait, and says for what', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    const term = tab.term('Bees')
    tab.edit(11, { categories: [term] })
    await tab.saveAll()
    office.site.fail('POST /wp/v2/categories', { status: 403, code: 'rest_cannot_create' })
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    const [held, waiting] = tab.queue.entries()
    expect(held).toMatchObject({ what: 'create', state: 'held' })
    expect(waiting).toMatchObject({ what: 'update', state: 'waiting', waitsFor: [held?.id] })
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    const category = selectCurrentId(tab.getState(), 'taxonomy', 'category', term)
    expect(office.writes().at(-1)).toBe(`PUT /wp/v2/posts/11 {"categories":[${category}]}`)
  })

  it('E11: lets what refers to a draft wait that got no answer, though the browser believes in the network', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.breakNetwork()
    const term = tab.term('Bees')
    await tab.saveAll()
    const draft = tab.draft({ title: 'Of bees', categories: [term] })
    await tab.save(draft)
    tab.edit(11, { categories: [term] })
    await tab.save(11)
    expect(tab.queue.entries()).toMatchObject([
      { what: 'create', name: 'category', state: 'uncertain' },
      { what: 'create', name: 'post', state: 'waiting', waitsFor: [tab.queue.entries()[0]?.id] },
      { what: 'update', key: 11, state: 'waiting', waitsFor: [tab.queue.entries()[0]?.id] },
    ])
    expect(selectSaveError(tab.getState(), 'postType', 'post', draft)).toBe(undefined)
    office.mendNetwork()
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    const category = selectCurrentId(tab.getState(), 'taxonomy', 'category', term)
    expect(tab.shown(draft)).toMatchObject({ title: 'Of bees', categories: [category] })
    expect(tab.shown(11)).toMatchObject({ categories: [category] })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it.each([
    ['was never done', false],
    ['was done', true],
  ])('sends what was saved of a draft after its create got no answer, which %s', async (_, done) => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    tab.queue.pause()
    office.site.fail('POST /wp/v2/posts', 'offline', { done })
    const draft = tab.draft({ title: 'First' })
    await tab.save(draft)
    tab.edit(draft, { title: 'Second', excerpt: 'Behind it' })
    await tab.save(draft)
    expect(tab.brief()).toEqual([`create ${draft} uncertain`, `update ${draft} waiting`])
    tab.queue.resume()
    await tab.queue.whenEmpty()
    expect((await postsOf(office)).map(({ title }) => title)).toContain('Second')
    expect(tab.shown(draft)).toMatchObject({ title: 'Second', excerpt: 'Behind it' })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
    expect(selectUnsavedRecords(tab.getState())).toEqual([])
  })

  it('leaves nothing unsaved of a draft that was saved twice, when something else comes into the queue as it gets its id', async () => {
    const office = openOffice()
    const tab = await openTab(office, { queue: 'always' })
    await tab.load(11, 12)
    office.site.fail('POST /wp/v2/posts', 'offline')
    const draft = tab.draft({ title: 'First' })
    await tab.save(draft)
    await until(() => tab.queue.entries()[0]?.state === 'uncertain')
    tab.queue.pause()
    tab.edit(draft, { title: 'Second' })
    await tab.save(draft)
    const ids = [11, 12]
    for (const id of ids) tab.edit(id, { title: `Meanwhile ${id}` })
    let saved: Promise<unknown> | undefined
    tab.store.subscribe(() => {
      if (selectCurrentId(tab.getState(), 'postType', 'post', draft) === 14) saved ??= tab.saveAll()
    })
    tab.queue.resume()
    await tab.queue.retry()
    await until(() => saved !== undefined)
    await saved
    await tab.queue.whenEmpty()
    expect(tab.shown(draft)).toMatchObject({ id: 14, title: 'Second' })
    expect(selectUnsavedRecords(tab.getState())).toEqual([])
    expect((await postsOf(office)).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Meanwhile 11', 'Meanwhile 12', 'Second']),
    )
  })

  it('keeps a record in the trash that was saved before, when everything is saved while the deletion waits', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11, 12)
    office.goOffline()
    tab.edit(11, { status: 'draft', title: 'Saved before' })
    await tab.save(11)
    await tab.remove(11)
    await tab.saveAll()
    expect(tab.brief()).toEqual(['delete 11 waiting'])
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(tab.isQueued(11)).toBe(false)
    expect(office.writes()).toEqual(['DELETE /wp/v2/posts/11 {}'])
    expect(tab.shown(11)).toMatchObject({ id: 11 })
    // A status that is chosen after the deletion brings it back.
    office.goOffline()
    await tab.remove(12)
    tab.edit(12, { status: 'draft' })
    await tab.save(12)
    expect(tab.brief()).toEqual(['update 12 waiting'])
  })

  it('E12: merges what others have written, and holds what is in conflict', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11, 12)
    office.goOffline()
    for (const id of [11, 12]) {
      tab.edit(id, { title: `Mine ${id}` })
      await tab.save(id)
    }
    const ben = office.site.as('ben')
    await ben({ path: '/wp/v2/posts/11', method: 'PUT', data: { title: 'Theirs' } })
    await ben({ path: '/wp/v2/posts/12', method: 'PUT', data: { excerpt: 'Theirs' } })
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(tab.queue.entries()).toMatchObject([
      { key: 11, state: 'held', conflict: { fields: { title: { mine: 'Mine 11', theirs: 'Theirs' } } } },
    ])
    expect(selectSaveConflict(tab.getState(), 'postType', 'post', 11)).toMatchObject({ reason: 'changed' })
    expect((await postsOf(office)).map(({ title }) => title)).toEqual(['Theirs', 'Mine 12', 'Post 13'])
  })

  it('E13: sends nothing more while it is paused', async () => {
    const office = openOffice()
    const [tab, other] = [await openTab(office), await openTab(office)]
    await tab.load(11)
    other.queue.pause()
    await until(() => tab.queue.status().state === 'idle')
    office.goOffline()
    tab.edit(11, { title: 'Paused' })
    await tab.save(11)
    office.goOnline()
    await until(() => tab.queue.status().state === 'paused')
    expect(office.writes()).toEqual([])
    other.queue.resume()
    await tab.queue.whenEmpty()
    expect(office.writes()).toHaveLength(1)
  })

  it('E14: keeps the edits and the draft of what is discarded', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'Kept' })
    await tab.save(11)
    const draft = tab.draft({ title: 'Kept too' })
    await tab.save(draft)
    for (const { id } of tab.queue.entries()) await tab.queue.discard(id)
    expect(tab.queue.entries()).toEqual([])
    expect(tab.isQueued(11)).toBe(false)
    expect(selectUnsavedRecords(tab.getState())).toMatchObject([{ key: 11 }, { key: draft }])
    office.goOnline()
    await tab.saveAll()
    expect((await postsOf(office)).map(({ title }) => title)).toEqual([
      'Kept',
      'Post 12',
      'Post 13',
      'Kept too',
    ])
    await expect(tab.queue.discard('nothing')).rejects.toMatchObject({ code: 'invalid_id' })
  })

  it('E14: of a create that is half done the draft is that record from then on, and is told of', async () => {
    for (const isKnown of [true, false]) {
      const office = openOffice()
      const tab = await openTab(office)
      await tab.load(11)
      office.goOffline()
      const draft = tab.draft({ title: 'Half done', status: 'publish' })
      await tab.save(draft)
      // The answer to the second request, or already to the first, does not come.
      const heal = office.site.fail(isKnown ? /^PUT/ : /^POST/, 'html', { times: 100, done: !isKnown })
      office.goOnline()
      await until(() => tab.queue.entries()[0]?.state === 'uncertain')
      tab.queue.pause()
      heal()
      await tab.queue.discard(tab.queue.entries()[0]?.id ?? '')
      const id = selectCurrentId(tab.getState(), 'postType', 'post', draft) as number
      expect(id).toBeGreaterThan(0)
      expect(tab.troubles).toMatchObject([{ code: 'adopted', key: id }])
      expect(tab.queue.entries()).toEqual([])
      expect(selectDirtyEntityRecords(tab.getState())).toMatchObject([{ key: id }])
      tab.queue.resume()
      await tab.save(id)
      expect((await postsOf(office)).filter(({ title }) => title === 'Half done')).toMatchObject([
        { status: 'publish', slug: 'half-done' },
      ])
    }
  })

  it('E17: looks a create up that was answered by the page of a captive portal', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load()
    office.goOffline()
    const draft = tab.draft({ title: 'Once', status: 'publish' })
    await tab.save(draft)
    office.site.fail('POST /wp/v2/posts', 'html', { done: true })
    office.goOnline()
    await until(() => tab.brief().includes(`create ${draft} uncertain`))
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    expect((await postsOf(office)).filter(({ title }) => title === 'Once')).toEqual([
      { title: 'Once', status: 'publish', slug: 'once' },
    ])
    expect(office.writes().filter((line) => line.startsWith('POST /wp/v2/posts '))).toHaveLength(1)
  })

  it('E19: does not accept a save for which there is no room', async () => {
    const office = openOffice()
    const tab = await openTab(office, { reads: false })
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'No room' })
    await tab.durability.flush()
    office.storage.at(office.storage.commits + 2, 'quota')
    await tab.save(11)
    expect(selectSaveError(tab.getState(), 'postType', 'post', 11)).toMatchObject({ code: 'offline_error' })
    expect(tab.isQueued(11)).toBe(false)
    expect(tab.shown(11)).toMatchObject({ title: 'No room' })
    expect(tab.queue.entries()).toEqual([])
  })

  it('E20: lets go of what was undone before it was sent', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'A mistake' })
    await tab.save(11)
    tab.dispatch(undo())
    await until(() => tab.queue.entries().length === 0)
    expect(tab.shown(11)).toMatchObject({ title: 'Post 11' })
    expect(tab.isQueued(11)).toBe(false)
    await until(() => selectDirtyEntityRecords(tab.getState()).length === 0)
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.writes()).toEqual([])
  })

  it('E20: updates what was undone in part', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { excerpt: 'Stays' })
    tab.edit(11, { title: 'A mistake' })
    await tab.save(11)
    tab.dispatch(undo())
    await until(() => tab.queue.entries()[0]?.fields.join() === 'excerpt')
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"excerpt":"Stays"}'])
  })

  it.each([
    ['two saves', ['First', 'Second'], 2],
    ['a save and what was typed on top of it', ['First'], 2],
  ])('E20: lets go of %s once all of it is undone, and not before', async (what, saved, steps) => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    for (const title of ['First', 'Second']) {
      tab.edit(11, { title })
      if (saved.includes(title)) await tab.save(11)
    }
    for (let step = 0; step < steps; step++) {
      expect(tab.isQueued(11)).toBe(true)
      tab.dispatch(undo())
    }
    await until(() => tab.queue.entries().length === 0)
    expect(tab.shown(11)).toMatchObject({ title: 'Post 11' })
    await until(() => selectDirtyEntityRecords(tab.getState()).length === 0)
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.writes()).toEqual([])
  })

  it("E20: keeps another tab's save of a field that is given up here", async () => {
    const office = openOffice()
    const [tab, other] = [await openTab(office), await openTab(office)]
    for (const one of [tab, other]) await one.load(11)
    office.goOffline()
    other.edit(11, { title: 'Of the other' })
    await other.save(11)
    await until(() => tab.queue.entries().length === 1)
    tab.edit(11, { title: 'A mistake' })
    tab.dispatch(undo())
    office.goOnline()
    await other.queue.whenEmpty()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Of the other"}'])
  })

  it('E18: says when nothing waits, and what waits for somebody', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    await tab.queue.whenEmpty()
    office.goOffline()
    tab.edit(11, { title: 'Refused' })
    await tab.save(11)
    office.site.fail('PUT /wp/v2/posts/11', { status: 400, code: 'rest_invalid_param' })
    const ended = tab.queue.whenEmpty()
    office.goOnline()
    await expect(ended).rejects.toThrow("(postType, post) 11 'Refused'")
  })

  it('is gone with all that is kept when the owner is forgotten', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'Of nobody' })
    await tab.save(11)
    await tab.durability.forget()
    expect(tab.queue.entries()).toEqual([])
    expect(tab.queue.status().state).toBe('off')
    office.goOnline()
    expect(office.writes()).toEqual([])
  })

  it('E23: costs no request when it is empty', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await until(() => tab.queue.status().isLeader)
    expect(office.site.requests).toEqual([])
    await tab.queue.whenEmpty()
  })

  it('E24: holds the invalid one of several updates alone', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11, 12, 13)
    office.goOffline()
    for (const id of [11, 12, 13]) tab.edit(id, id === 12 ? { status: 'nonsense' } : { title: `New ${id}` })
    expect((await tab.saveAll()).failed).toEqual([])
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(tab.brief()).toEqual(['update 12 held'])
    expect((await postsOf(office)).map(({ title }) => title)).toEqual(['New 11', 'Post 12', 'New 13'])
  })

  it('keeps deletions, and takes one that was done before for done', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    expect(await tab.remove(11, 'post', { force: true })).toBeUndefined()
    expect(selectDeleteError(tab.getState(), 'postType', 'post', 11)).toBeUndefined()
    expect(tab.isQueued(11)).toBe(true)
    office.site.fail('DELETE /wp/v2/posts/11', 'offline', { done: true })
    office.goOnline()
    await until(() => tab.brief().includes('delete 11 uncertain'))
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    expect((await postsOf(office)).map(({ title }) => title)).toEqual(['Post 12', 'Post 13'])
    expect(tab.shown(11)).toBeUndefined()
  })

  it('B27: holds a deletion for good of what was changed since', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    await tab.remove(11, 'post', { force: true })
    await office.site.as('ben')({ path: '/wp/v2/posts/11', method: 'PUT', data: { title: 'Needed' } })
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(office.writes().filter((line) => line.startsWith('DELETE'))).toEqual([])
  })

  it('asks what became of a create that was sent before it came to the queue, where another is like it', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    await office.site.as('ada')({
      path: '/wp/v2/posts',
      method: 'POST',
      data: { title: 'Answer lost', content: 'Text', status: 'publish' },
    })
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    const draft = tab.draft({ title: 'Answer lost', content: 'Text' })
    await tab.save(draft)
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(tab.brief()).toEqual([`create ${draft} uncertain`])
    const { data } = await office.site.as('ada')({ path: '/wp/v2/posts?status=draft' })
    const [made] = data as { id: number }[]
    await tab.queue.settle(tab.queue.entries()[0]?.id ?? '', { exists: made?.id ?? 0 })
    await tab.queue.whenEmpty()
    expect((await postsOf(office)).filter(({ title }) => title === 'Answer lost')).toHaveLength(2)
    expect(selectCurrentId(tab.getState(), 'postType', 'post', draft)).toBe(made?.id)
  })

  it('is off where it is not wanted', async () => {
    const office = openOffice()
    const tab = await openTab(office, { queue: false })
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'Fails' })
    await tab.save(11)
    expect(selectSaveError(tab.getState(), 'postType', 'post', 11)).toMatchObject({ code: 'fetch_error' })
    expect(tab.queue.status()).toEqual({ state: 'off', isLeader: false, waiting: 0, held: 0 })
  })

  it('takes all saves where that is wanted', async () => {
    const office = openOffice()
    const tab = await openTab(office, { queue: 'always' })
    await tab.load(11)
    tab.edit(11, { title: 'Through the queue' })
    expect(await tab.save(11)).toBeUndefined()
    await tab.queue.whenEmpty()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Through the queue"}'])
  })

  it('keeps of many saves offline what one keeps', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    const text = (word: number) => `${word}`.padStart(4, '0').repeat(250)
    for (let word = 0; word < 40; word++) {
      tab.edit(11, { content: text(word) })
      await tab.save(11)
    }
    await tab.durability.flush()
    for (const store of ['queue', 'edits']) {
      const rows = office.storage.rows().filter((row) => row.store === store)
      expect(JSON.stringify(rows).length).toBeLessThan(4 * text(0).length)
    }
    expect(tab.queue.entries()).toHaveLength(1)
    expect(selectUnsavedRecords(tab.getState())).toEqual([])
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(tab.shown(11)).toMatchObject({ content: text(39) })
  })

  it('keeps of many tries what one keeps, and of many texts that were tried the first and the last', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    const text = (word: number) => `${word}`.padStart(4, '0').repeat(250)
    // The first is done, and nobody hears of it.
    office.site.fail('PUT /wp/v2/posts/11', 'offline', { done: true, times: 1 })
    tab.edit(11, { content: text(0) })
    await tab.save(11)
    const end = office.site.fail(({ method }) => method !== 'GET', 'offline', { times: 1000 })
    const tried = async () => {
      const before = tab.queue.entries()[0]?.attempts ?? 0
      await tab.queue.retry()
      await until(() => (tab.queue.entries()[0]?.attempts ?? 0) > before)
      await until(() => tab.queue.entries()[0]?.state === 'waiting')
    }
    for (let word = 1; word < 30; word++) {
      tab.edit(11, { content: text(word) })
      await tab.save(11)
      await tried()
    }
    for (let again = 0; again < 10; again++) await tried()
    await tab.durability.flush()
    const rows = office.storage.rows().filter(({ store }) => store === 'queue')
    // Of twenty the text, and what it was made on.
    expect(JSON.stringify(rows).length).toBeLessThan(45 * text(0).length)
    end()
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    expect(tab.shown(11)).toMatchObject({ content: text(29) })
    expect(tab.troubles).toEqual([])
  })
})
