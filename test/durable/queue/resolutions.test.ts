import {
  clearEntityRecordEdits,
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectDirtyEntityRecords,
  selectHasEdits,
  selectSaveError,
  undo,
  type EntityId,
} from 'copydesk'
import {
  resolveConflict,
  selectSaveConflict,
  selectUnsavedRecords,
  type ConflictChoice,
} from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf, waitingSave, type Office, type Tab } from './office'
import { until } from '../../support/until'

type Choices = { readonly [field: string]: ConflictChoice }

const byBen = (office: Office, data: object, id = 11) =>
  office.site.as('ben')({ path: `/wp/v2/posts/${id}`, method: 'PUT', data })
const putsOf = (office: Office) => office.writes().filter((line) => line.startsWith('PUT'))
const conflictIn = (tab: Tab, id: EntityId = 11) => selectSaveConflict(tab.getState(), 'postType', 'post', id)
const resolve = (tab: Tab, choices: Choices, id: EntityId = 11) =>
  tab.dispatch(resolveConflict('postType', 'post', id, choices))
const isDirty = (tab: Tab) => selectHasEdits(tab.getState(), 'postType', 'post', 11)

/** What the site has of the post. */
async function postOnSite({ site }: Office) {
  const { data } = await site.as('ada')({ path: '/wp/v2/posts/11?context=edit' })
  const { title, excerpt, status } = data as {
    title: { raw: string }
    excerpt: { raw: string }
    status: string
  }
  return { title: title.raw, excerpt: excerpt.raw, status }
}

/** Tabs of which the first has saved without a network what somebody else has changed since, and that is held. */
async function heldSave({
  mine = { title: 'Off' },
  theirs = { title: 'Theirs' },
  tabs = 1,
  author = 0,
}: { mine?: object; theirs?: object | 'trashed' | 'gone'; tabs?: number; author?: number } = {}) {
  const office = openOffice()
  const all: Tab[] = []
  for (let at = 0; at < tabs; at++) all.push(await openTab(office))
  for (const tab of all) await tab.load(11)
  const tab = all[author] as Tab
  office.goOffline()
  tab.edit(11, mine)
  await tab.save(11)
  if (typeof theirs === 'object') await byBen(office, theirs)
  else {
    const path = `/wp/v2/posts/11${theirs === 'gone' ? '?force=true' : ''}`
    await office.site.as('ben')({ path, method: 'DELETE' })
  }
  office.site.clearRequests()
  office.goOnline()
  await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
  for (const one of all) await until(() => conflictIn(one) !== undefined)
  const id = tab.queue.entries()[0]?.id ?? ''
  return { office, tab, all, id }
}

describe('A save of the queue that is held for a conflict', () => {
  it.each([
    ['mine' as const, 'Off'],
    [{ value: 'Both' }, 'Both'],
  ])('is sent once %j was chosen', async (choice, title) => {
    const { office, tab } = await heldSave()
    resolve(tab, { title: choice })
    expect(conflictIn(tab)).toBeUndefined()
    expect(tab.isQueued(11)).toBe(true)
    expect(tab.shown(11)).toMatchObject({ title })
    expect(selectUnsavedRecords(tab.getState())).toEqual([])
    await tab.queue.whenEmpty()
    expect(putsOf(office)).toEqual([`PUT /wp/v2/posts/11 {"title":"${title}"}`])
    expect(isDirty(tab)).toBe(false)
    expect(tab.isQueued(11)).toBe(false)
    expect(selectSaveError(tab.getState(), 'postType', 'post', 11)).toBeUndefined()
  })

  it('is gone once theirs was chosen, and undo brings it back as an edit', async () => {
    const { office, tab } = await heldSave()
    resolve(tab, { title: 'theirs' })
    await tab.queue.whenEmpty()
    expect(tab.queue.entries()).toEqual([])
    expect(tab.isQueued(11)).toBe(false)
    expect(isDirty(tab)).toBe(false)
    expect(tab.shown(11)).toMatchObject({ title: 'Theirs' })
    tab.dispatch(undo())
    expect(tab.shown(11)).toMatchObject({ title: 'Off' })
    expect(selectUnsavedRecords(tab.getState())).toMatchObject([{ key: 11 }])
    expect(putsOf(office)).toEqual([])
    await tab.save(11)
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"title":"Off"}'])
  })

  it('does not send what was given up where it is retried, whatever the server has by then', async () => {
    const { office, tab, id } = await heldSave()
    tab.queue.pause()
    resolve(tab, { title: 'theirs' })
    await byBen(office, { title: 'Post 11' })
    office.site.clearRequests()
    await tab.queue.retry(id).catch(() => undefined)
    tab.queue.resume()
    await tab.queue.whenEmpty()
    expect(putsOf(office)).toEqual([])
    expect(await postOnSite(office)).toMatchObject({ title: 'Post 11' })
  })

  it('is compared with what was chosen from: only something newer is a conflict again', async () => {
    const { office, tab } = await heldSave()
    tab.queue.pause()
    resolve(tab, { title: 'mine' })
    await byBen(office, { title: 'Third' })
    tab.queue.resume()
    await until(() => conflictIn(tab) !== undefined)
    expect(conflictIn(tab)?.fields.title).toEqual({ base: 'Theirs', mine: 'Off', theirs: 'Third' })
    await until(() => tab.queue.entries()[0]?.state === 'held')
    resolve(tab, { title: 'mine' })
    await tab.queue.whenEmpty()
    expect(await postOnSite(office)).toMatchObject({ title: 'Off' })
  })

  it('stays held until all is chosen, of which theirs leaves it', async () => {
    const { office, tab } = await heldSave({
      mine: { title: 'Off', excerpt: 'Mine', slug: 'mine' },
      theirs: { title: 'Theirs', excerpt: 'Theirs' },
    })
    resolve(tab, { title: 'theirs' })
    await until(() => tab.queue.entries()[0]?.fields.length === 2)
    expect(tab.queue.entries()).toMatchObject([
      { state: 'held', fields: ['excerpt', 'slug'], error: { code: 'save_conflict' } },
    ])
    expect(Object.keys(tab.queue.entries()[0]?.conflict?.fields ?? {})).toEqual(['excerpt'])
    expect(Object.keys(conflictIn(tab)?.fields ?? {})).toEqual(['excerpt'])
    expect(putsOf(office)).toEqual([])
    resolve(tab, { excerpt: { value: 'Both' } })
    await tab.queue.whenEmpty()
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"excerpt":"Both","slug":"mine"}'])
    expect(await postOnSite(office)).toMatchObject({ title: 'Theirs', excerpt: 'Both' })
    expect(isDirty(tab)).toBe(false)
  })

  it('may be resolved again and again by a page that is reloaded between', async () => {
    const { office, tab } = await heldSave({
      mine: { title: 'Off', excerpt: 'Mine' },
      theirs: { title: 'Theirs', excerpt: 'Theirs' },
    })
    const page = tab.page
    resolve(tab, { title: 'mine' })
    await until(() => Object.keys(tab.queue.entries()[0]?.conflict?.fields ?? {}).length === 1)
    await tab.durability.close()
    const again = await openTab(office, { page })
    await again.load(11)
    expect(Object.keys(conflictIn(again)?.fields ?? {})).toEqual(['excerpt'])
    resolve(again, { excerpt: 'theirs' })
    await again.queue.whenEmpty()
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"title":"Off"}'])
    expect(isDirty(again)).toBe(false)
    await again.durability.close()
    const last = await openTab(office)
    await last.load(11)
    expect(conflictIn(last)).toBeUndefined()
    expect(last.queue.entries()).toEqual([])
  })

  it.each(['that was reloaded', 'of another tab'])(
    'is resolved in a page %s and has shown no post yet',
    async (which) => {
      const { office, tab } = await heldSave()
      const page = which === 'that was reloaded' ? tab.page : office.storage.tab()
      await tab.durability.close()
      const again = await openTab(office, { page })
      expect(conflictIn(again)?.fields.title).toMatchObject({ mine: 'Off', theirs: 'Theirs' })
      expect(() => resolve(again, { slug: 'mine' })).toThrow(/not in conflict/)
      resolve(again, { title: 'theirs' })
      await until(() => again.queue.entries().length === 0)
      expect(conflictIn(again)).toBeUndefined()
      expect(putsOf(office)).toEqual([])
    },
  )

  it('waits on, resolved, where there is no network, and survives a reload', async () => {
    const { office, tab } = await heldSave()
    office.goOffline()
    resolve(tab, { title: { value: 'Both' } })
    await until(() => tab.queue.entries()[0]?.state === 'waiting')
    const { page } = tab
    await tab.durability.close()
    const again = await openTab(office, { page })
    expect(again.queue.entries()).toMatchObject([{ state: 'waiting', fields: ['title'] }])
    expect(again.queue.entries()[0]?.conflict).toBeUndefined()
    office.goOnline()
    await again.queue.whenEmpty()
    expect(await postOnSite(office)).toMatchObject({ title: 'Both' })
  })

  it('is resolved in another tab, and what its author has saved over it meanwhile stays', async () => {
    const office = openOffice()
    const [one, other] = [
      await openTab(office, { queue: 'always' }),
      await openTab(office, { queue: 'always' }),
    ] as const
    for (const tab of [one, other]) await tab.load(11)
    one.edit(11, { title: 'First' })
    await byBen(office, { title: 'By Ben' })
    await one.save(11)
    await until(() => conflictIn(other) !== undefined)
    other.edit(11, { excerpt: 'Of the other' })
    await other.save(11)
    await until(() => one.queue.entries().length === 2)
    one.edit(11, { title: 'Second' })
    await one.save(11)
    await until(() => other.shown(11)?.title === 'Second')
    for (const tab of [one, other]) expect(conflictIn(tab)?.fields.title?.theirs).toBe('By Ben')
    resolve(other, { title: 'mine' })
    await other.save(11)
    await other.queue.whenEmpty()
    expect(await postOnSite(office)).toMatchObject({ title: 'Second', excerpt: 'Of the other' })
    for (const tab of [one, other]) expect(tab.shown(11)?.title).toBe('Second')
  })

  it('leaves what was typed on top of it to be saved', async () => {
    const { office, tab } = await heldSave()
    tab.edit(11, { title: 'Off and on', excerpt: 'New' })
    resolve(tab, { title: 'mine' })
    await tab.queue.whenEmpty()
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"title":"Off"}'])
    expect(tab.shown(11)).toMatchObject({ title: 'Off and on', excerpt: 'New' })
    await tab.save(11)
    expect(await postOnSite(office)).toMatchObject({ title: 'Off and on', excerpt: 'New' })
    expect(tab.queue.entries()).toEqual([])
  })

  it('gives up what was typed on top of it with theirs', async () => {
    const { office, tab } = await heldSave()
    tab.edit(11, { title: 'Off and on', excerpt: 'New' })
    resolve(tab, { title: 'theirs' })
    await tab.queue.whenEmpty()
    expect(tab.shown(11)).toMatchObject({ title: 'Theirs', excerpt: 'New' })
    await tab.save(11)
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"excerpt":"New"}'])
  })

  it.each(['before', 'after'])('is one with a save that is asked for right %s the choice', async (when) => {
    const { office, tab } = await heldSave()
    tab.edit(11, { excerpt: 'New' })
    if (when === 'before') {
      const saved = tab.save(11)
      resolve(tab, { title: 'mine' })
      await saved
      await tab.queue.whenEmpty().catch(() => undefined)
      if (conflictIn(tab)) resolve(tab, { title: 'mine' })
    } else {
      resolve(tab, { title: 'mine' })
      await tab.save(11)
    }
    await tab.queue.whenEmpty()
    expect(await postOnSite(office)).toMatchObject({ title: 'Off', excerpt: 'New' })
    expect(isDirty(tab)).toBe(false)
  })

  it('is gone where its edits are given up or undone meanwhile', async () => {
    for (const how of ['clear', 'undo']) {
      const { office, tab } = await heldSave()
      if (how === 'undo') tab.dispatch(undo())
      else tab.dispatch(clearEntityRecordEdits('postType', 'post', 11))
      await tab.queue.whenEmpty()
      expect(conflictIn(tab)).toBeUndefined()
      expect(putsOf(office)).toEqual([])
    }
  })

  it.each([
    ['mine' as const, 1],
    [{ value: 'Both' }, 2],
  ])(
    'is gone where %j was chosen without a network and all of it is undone before it is sent',
    async (choice, steps) => {
      for (const isReloaded of [false, true]) {
        const { office, tab: first } = await heldSave()
        let tab = first
        office.goOffline()
        resolve(tab, { title: choice })
        await until(() => tab.queue.entries()[0]?.state === 'waiting')
        if (isReloaded) {
          await tab.durability.close()
          tab = await openTab(office, { page: tab.page })
          await tab.load(12).catch(() => undefined)
        }
        for (let step = 0; step < steps; step++) {
          expect(tab.brief()).toEqual(['update 11 waiting'])
          tab.dispatch(undo())
        }
        await until(() => tab.queue.entries().length === 0)
        expect(tab.isQueued(11)).toBe(false)
        // What is on screen is not what the server has: it can be saved.
        expect(selectUnsavedRecords(tab.getState())).toMatchObject([{ key: 11, title: 'Post 11' }])
        office.goOnline()
        await tab.queue.whenEmpty()
        expect(putsOf(office)).toEqual([])
        expect(await postOnSite(office)).toMatchObject({ title: 'Theirs' })
      }
    },
  )

  it('of a record in the trash goes on there, or takes it out', async () => {
    for (const choice of ['mine', 'theirs'] as const) {
      for (const at of [0, 1]) {
        const { office, all } = await heldSave({ theirs: 'trashed', tabs: 2 })
        const [tab, chooser] = [all[0] as Tab, all[at] as Tab]
        expect(conflictIn(chooser)).toMatchObject({ reason: 'trashed' })
        resolve(chooser, { status: choice })
        await chooser.queue.whenEmpty()
        expect(await postOnSite(office)).toMatchObject({
          title: 'Off',
          status: choice === 'mine' ? 'publish' : 'trash',
        })
        for (const one of all) await until(() => one.queue.entries().length === 0)
        expect(isDirty(tab)).toBe(false)
      }
    }
  })

  it('of a record that is gone ends with its edits', async () => {
    const { office, tab } = await heldSave({ theirs: 'gone' })
    expect(conflictIn(tab)).toMatchObject({ reason: 'gone' })
    resolve(tab, { title: 'theirs' })
    expect(tab.brief()).toEqual(['update 11 held'])
    tab.dispatch(clearEntityRecordEdits('postType', 'post', 11))
    await tab.queue.whenEmpty()
    expect(tab.queue.entries()).toEqual([])
    expect(putsOf(office)).toEqual([])
  })

  it('that was written by hand follows without an edit', async () => {
    for (const [choice, put] of [
      ['theirs', []],
      ['mine', ['PUT /wp/v2/posts/11 {"title":"Off"}']],
      [{ value: 'Both' }, ['PUT /wp/v2/posts/11 {"title":"Both"}']],
    ] as const) {
      const office = openOffice()
      const tab = await openTab(office)
      await tab.load(11)
      office.goOffline()
      await tab.dispatch(saveEntityRecord('postType', 'post', { id: 11, title: 'Off' }))
      await byBen(office, { title: 'Theirs' })
      office.site.clearRequests()
      office.goOnline()
      await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
      resolve(tab, { title: choice })
      expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
      await tab.queue.whenEmpty()
      expect(putsOf(office)).toEqual(put)
    }
  })
})

describe('What is chosen of a part of a field', () => {
  const content = (...texts: string[]) =>
    texts.map((text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`).join('\n\n')

  it('is sent as the text that was put together of it', async () => {
    const office = openOffice()
    await byBen(office, { content: content('One', 'Two', 'Three') })
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { content: content('One', 'Two of mine', 'Three') })
    await tab.save(11)
    await byBen(office, { content: content('One of theirs', 'Two of theirs', 'Three') })
    office.site.clearRequests()
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    const { proposals } = conflictIn(tab)?.fields.content ?? {}
    resolve(tab, { content: { value: proposals?.mine } })
    await tab.queue.whenEmpty()
    expect(putsOf(office)).toEqual([
      `PUT /wp/v2/posts/11 ${JSON.stringify({ content: content('One of theirs', 'Two of mine', 'Three') })}`,
    ])
    expect(isDirty(tab)).toBe(false)
  })

  it.each([0, 1])('leaves the other entries of meta to be sent, chosen in tab %i', async (at) => {
    const type = { type: 'string' as const }
    const office = openOffice({ postMeta: { post: { subtitle: type, color: type, size: type } } })
    await byBen(office, { meta: { subtitle: 'Base', color: 'blue', size: 'small' } })
    const all = [await openTab(office), await openTab(office)]
    for (const tab of all) await tab.load(11)
    const [tab, chooser] = [all[0] as Tab, all[at] as Tab]
    office.goOffline()
    tab.edit(11, { meta: { subtitle: 'Mine', color: 'red' } })
    await tab.save(11)
    await byBen(office, { meta: { subtitle: 'Theirs' } })
    office.site.clearRequests()
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    await until(() => conflictIn(chooser) !== undefined)
    expect(Object.keys(conflictIn(chooser)?.fields ?? {})).toEqual(['meta.subtitle'])
    resolve(chooser, { 'meta.subtitle': 'theirs' })
    for (const one of all) await until(() => one.queue.entries().length === 0)
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"meta":{"color":"red"}}'])
    await tab.readAgain(11)
    expect(tab.shown(11)).toMatchObject({ meta: { subtitle: 'Theirs', color: 'red' } })
    expect(isDirty(tab)).toBe(false)
  })
})

describe('A conflict of the settings, which have no id', () => {
  it('goes on with what was chosen', async () => {
    const office = openOffice()
    const { dispatch, getState, queue } = await openTab(office)
    await dispatch(fetchEntityRecord<string, string>('root', 'site', undefined))
    office.goOffline()
    const edits = { title: 'Off', description: 'Mine' }
    dispatch(editEntityRecord<string, string>('root', 'site', undefined, edits))
    await dispatch(saveEditedEntityRecord('root', 'site'))
    await office.site.as('ben')({ path: '/wp/v2/settings', method: 'PUT', data: { title: 'Theirs' } })
    office.site.clearRequests()
    office.goOnline()
    await expect(queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    dispatch(resolveConflict('root', 'site', undefined, { title: 'theirs' }))
    await queue.whenEmpty()
    expect(office.writes()).toEqual(['POST /wp/v2/settings {"description":"Mine"}'])
    expect(selectDirtyEntityRecords(getState())).toEqual([])
  })
})

describe('A conflict of the queue in several tabs', () => {
  it.each([
    ['mine' as const, 'Off', 0],
    ['mine' as const, 'Off', 1],
    ['theirs' as const, 'Theirs', 0],
    ['theirs' as const, 'Theirs', 1],
    [{ value: 'Both' }, 'Both', 0],
    [{ value: 'Both' }, 'Both', 1],
  ])(
    'is over in all of them once %j was chosen in the one without the edit',
    async (choice, title, author) => {
      const { office, tab, all } = await heldSave({ tabs: 2, author })
      const other = all.find((one) => one !== tab) as Tab
      resolve(other, { title: choice })
      for (const one of all) {
        await until(() => one.queue.entries().length === 0)
        expect(conflictIn(one)).toBeUndefined()
        await until(() => !one.isQueued(11))
      }
      expect(await postOnSite(office)).toMatchObject({ title })
      for (const one of all) {
        await one.readAgain(11)
        expect(one.shown(11)).toMatchObject({ title })
        expect(selectDirtyEntityRecords(one.getState())).toEqual([])
      }
    },
  )

  it('says in all of them what is left to choose', async () => {
    const { tab, all } = await heldSave({
      mine: { title: 'Off', excerpt: 'Mine' },
      theirs: { title: 'Theirs', excerpt: 'Theirs' },
      tabs: 2,
    })
    resolve(all[1] as Tab, { title: 'theirs' })
    await until(() => Object.keys(conflictIn(tab)?.fields ?? {}).length === 1)
    expect(Object.keys(conflictIn(tab)?.fields ?? {})).toEqual(['excerpt'])
    expect(tab.shown(11)).toMatchObject({ title: 'Theirs', excerpt: 'Mine' })
  })

  it('leaves alone what was typed elsewhere on top of what was in question', async () => {
    const { office, tab, all } = await heldSave({ tabs: 2 })
    tab.edit(11, { title: 'Off and on' })
    resolve(all[1] as Tab, { title: 'theirs' })
    for (const one of all) await until(() => one.queue.entries().length === 0)
    expect(tab.shown(11)).toMatchObject({ title: 'Off and on' })
    await tab.save(11)
    expect(conflictIn(tab)?.fields.title).toMatchObject({ mine: 'Off and on', theirs: 'Theirs' })
    expect(putsOf(office)).toEqual([])
  })
})

describe('A choice of a conflict of the queue', () => {
  it('can be made as soon as it is stored that the save is held, and no sooner', async () => {
    const { office, tab } = await waitingSave()
    let states: readonly string[] | undefined
    tab.store.subscribe(() => {
      if (states || !conflictIn(tab)) return
      states = tab.brief()
      resolve(tab, { title: { value: 'Both' } })
    })
    office.goOnline()
    await until(() => tab.queue.entries().length === 0)
    expect(states).toEqual(['update 11 held'])
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"title":"Both"}'])
    expect(isDirty(tab)).toBe(false)
  })

  it('is not needed for a deletion that takes the place of the save', async () => {
    const { office, tab } = await heldSave()
    await tab.remove(11)
    await tab.queue.whenEmpty()
    expect(conflictIn(tab)).toBeUndefined()
    expect(office.writes()).toMatchObject([expect.stringMatching(/^DELETE/)])
  })

  it('goes for a save behind it that says the same', async () => {
    const { office, tab } = await waitingSave()
    const looks = office.site.hold(({ method, path }) => method === 'GET' && path.includes('include=11'))
    office.goOnline()
    await until(() => looks.waiting.length === 1)
    const other = await openTab(office)
    await other.load(12)
    await other.dispatch(saveEntityRecord('postType', 'post', { id: 11, title: 'Off', slug: 'by-hand' }))
    await until(() => tab.queue.entries().length === 2)
    looks.end()
    await until(() => tab.queue.entries()[0]?.state === 'held')
    expect(tab.brief()).toEqual(['update 11 held', 'update 11 waiting'])
    await until(() => conflictIn(other) !== undefined)
    expect(conflictIn(tab)?.fields.title).toMatchObject({ mine: 'Off', theirs: 'Theirs' })
    resolve(tab, { title: 'theirs' })
    await tab.queue.whenEmpty()
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"slug":"by-hand"}'])
    expect((await postsOf(office))[0]).toMatchObject({ title: 'Theirs', slug: 'by-hand' })
  })
})
