import {
  fetchEntityRecord,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectSaveError,
} from 'copydesk'
import { isLocalId, selectCurrentId } from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadSending, openOffice, openTab, postsOf, type Office } from './office'
import { until } from '../../support/until'

/** A tab with a new post that was sent, and of which nobody heard whether it was made. */
async function unheardCreate() {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11)
  office.goOffline()
  const draft = tab.draft({ title: 'Half done', status: 'publish' })
  await tab.save(draft)
  const heal = office.site.fail(/^POST/, 'html', { times: 100, done: true })
  office.goOnline()
  await until(() => tab.queue.entries()[0]?.state === 'uncertain')
  heal()
  return { office, tab, draft, id: tab.queue.entries()[0]?.id ?? '' }
}

/** A tab whose save waits for the network, from where time can stand still. */
async function waitingSave() {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11, 12)
  await loadSending(office, tab)
  tab.edit(11, { title: 'Waits' })
  await tab.save(11)
  return { office, tab }
}

/** A tab with a save that was sent, and of which it does not know whether the server has done it. */
async function unheardUpdate({ isDone }: { isDone: boolean }) {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11)
  office.goOffline()
  tab.edit(11, { title: 'Sent' })
  await tab.save(11)
  const heal = office.site.fail(/^PUT/, 'html', { times: 100, done: isDone })
  office.goOnline()
  await until(() => tab.queue.entries().some(({ attempts, state }) => attempts > 0 && state !== 'sending'))
  tab.queue.pause()
  heal()
  return { office, tab, id: tab.queue.entries()[0]?.id ?? '' }
}

/** Holds back the first answer to a look-up by the slug that new posts are made under. */
function holdLookUp({ site }: Office) {
  let isOpen = false
  const held = site.hold(({ path }) => !isOpen && path.includes('slug=c-'))
  return {
    hasBegun: until(() => held.waiting.length > 0).then(() => {
      isOpen = true
    }),
    answer: () => held.end(),
  }
}

const putsOf = (office: Office) => office.writes().filter((line) => line.startsWith('PUT'))

afterEach(() => vi.useRealTimers())

describe('An entry that is discarded', () => {
  it('stays, with its try, where it began to be sent while it was looked up', async () => {
    const { office, tab, id } = await unheardCreate()
    tab.queue.pause()
    const lookUp = holdLookUp(office)
    const discarded = tab.queue.discard(id)
    const refused = expect(discarded).rejects.toMatchObject({ code: 'invalid_option' })
    await lookUp.hasBegun
    const put = office.site.hold(/^PUT/)
    tab.queue.resume()
    await tab.queue.retry()
    await until(() => put.waiting.length === 1)
    lookUp.answer()
    await refused
    expect(tab.queue.entries()).toMatchObject([{ id, state: 'sending' }])
    put.end()
    await tab.queue.whenEmpty()
    // Its slug, and then its status: nothing of it goes twice.
    expect(putsOf(office).map((line) => line.split('{')[1])).toEqual(['"slug":""}', '"status":"publish"}'])
    expect((await postsOf(office)).filter(({ title }) => title === 'Half done')).toMatchObject([
      { status: 'publish', slug: 'half-done' },
    ])
    expect(tab.troubles).toEqual([])
  })

  it('is looked at anew where it was tried in vain meanwhile', async () => {
    const { office, tab, id } = await unheardCreate()
    tab.queue.pause()
    const lookUp = holdLookUp(office)
    const discarded = tab.queue.discard(id)
    await lookUp.hasBegun
    const heal = office.site.fail(/^PUT/, 'html', { times: 100 })
    tab.queue.resume()
    await tab.queue.retry()
    await until(() =>
      tab.queue.entries().some(({ attempts, state }) => attempts === 2 && state !== 'sending'),
    )
    tab.queue.pause()
    heal()
    lookUp.answer()
    await discarded
    expect(tab.queue.entries()).toEqual([])
    expect(tab.troubles).toMatchObject([{ code: 'adopted' }])
    expect((await postsOf(office)).filter(({ title }) => title === 'Half done')).toHaveLength(1)
  })

  it('and is half made, is not made a second time where the answer to that is lost', async () => {
    const { office, tab, draft, id } = await unheardCreate()
    tab.queue.pause()
    office.site.fail(/^PUT/, 'offline', { done: true })
    await expect(tab.queue.discard(id)).rejects.toMatchObject({ code: 'fetch_error' })
    tab.queue.resume()
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    const made = (await postsOf(office)).filter(({ title }) => title === 'Half done')
    expect(made).toMatchObject([{ status: 'publish', slug: 'half-done' }])
    expect(selectCurrentId(tab.getState(), 'postType', 'post', draft)).toBe(14)
  })

  it('and is half made, is given up where a colleague has deleted that, and its draft is made anew', async () => {
    const { office, tab, draft, id } = await unheardCreate()
    const heal = office.site.fail(/^PUT/, { status: 503, code: 'down' }, { times: 100 })
    await tab.queue.retry()
    await until(() => tab.queue.entries().some(({ attempts, state }) => attempts > 1 && state !== 'sending'))
    await office.site.as('ben')({ path: '/wp/v2/posts/14?force=true', method: 'DELETE' })
    heal()
    await tab.queue.retry()
    await until(() => tab.queue.entries()[0]?.state === 'held')
    expect(tab.queue.entries()).toMatchObject([
      { error: { code: 'save_conflict' }, conflict: { reason: 'gone' } },
    ])
    await tab.queue.discard(id)
    expect(tab.queue.entries()).toEqual([])
    await tab.save(draft)
    await tab.queue.whenEmpty()
    expect((await postsOf(office)).filter(({ title }) => title === 'Half done')).toMatchObject([
      { status: 'publish', slug: 'half-done' },
    ])
  })

  it('and is half made, is finished once by a double click', async () => {
    const { office, tab, id } = await unheardCreate()
    tab.queue.pause()
    await Promise.all([tab.queue.discard(id), tab.queue.discard(id)])
    expect(tab.queue.entries()).toEqual([])
    expect(putsOf(office)).toHaveLength(1)
    expect(tab.troubles).toMatchObject([{ code: 'adopted' }])
    await expect(tab.queue.discard(id)).rejects.toMatchObject({ code: 'invalid_id' })
  })
})

describe('A half-made record that is discarded beside another tab', () => {
  /** The tab that has made it, and one more, both of which know of it. */
  async function twoTabs() {
    const { office, tab, draft, id } = await unheardCreate()
    tab.queue.pause()
    const other = await openTab(office)
    other.queue.pause()
    await until(() => other.queue.entries().length === 1)
    const madePosts = async () =>
      (await postsOf(office)).filter(({ title }) => ['Half done', 'Finished'].includes(title))
    /** The draft is that record in the tab that has it, with what was typed still to be saved, by an update. */
    const expectOneRecord = async () => {
      for (const { queue } of [tab, other]) await until(() => queue.entries().length === 0)
      const isReal = () => !isLocalId(selectCurrentId(tab.getState(), 'postType', 'post', draft))
      await until(isReal)
      expect(selectDirtyEntityRecords(tab.getState())).toMatchObject([
        { key: selectCurrentId(tab.getState(), 'postType', 'post', draft) },
      ])
      expect(await madePosts()).toMatchObject([{ status: 'draft', slug: '' }])
      tab.edit(draft, { title: 'Finished' })
      tab.queue.resume()
      expect((await tab.saveAll()).failed).toEqual([])
      expect(await madePosts()).toMatchObject([{ title: 'Finished', status: 'publish', slug: 'finished' }])
      expect(office.writes().filter((line) => line.startsWith('POST'))).toHaveLength(1)
    }
    return { office, tab, other, draft, id, expectOneRecord }
  }

  it('is the record that the draft of the other tab becomes', async () => {
    const { other, id, expectOneRecord } = await twoTabs()
    await other.queue.discard(id)
    await expectOneRecord()
  })

  it('is finished once where both discard it at once: the later one hears that it is gone', async () => {
    const { office, tab, other, id, expectOneRecord } = await twoTabs()
    const outcomes = await Promise.allSettled([tab.queue.discard(id), other.queue.discard(id)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'invalid_id' },
    })
    expect([...tab.troubles, ...other.troubles]).toMatchObject([{ code: 'adopted' }])
    expect(putsOf(office)).toHaveLength(1)
    await expectOneRecord()
  })

  it('is not touched any more where the other tab has sent it while this one looked it up', async () => {
    const { office, tab, other, id } = await twoTabs()
    const lookUp = holdLookUp(office)
    const late = expect(other.queue.discard(id)).rejects.toMatchObject({ code: 'invalid_id' })
    await lookUp.hasBegun
    tab.queue.resume()
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    const writes = office.writes()
    lookUp.answer()
    await late
    expect(office.writes()).toEqual(writes)
    expect((await postsOf(office)).filter(({ title }) => title === 'Half done')).toMatchObject([
      { status: 'publish', slug: 'half-done' },
    ])
    expect(other.troubles).toEqual([])
  })
})

describe('The edits of a save that is discarded', () => {
  it('stay until the record is read again, where the server may have them, and are none where it has', async () => {
    const { tab, id } = await unheardUpdate({ isDone: true })
    await tab.queue.discard(id)
    expect(selectDirtyEntityRecords(tab.getState())).toMatchObject([{ key: 11 }])
    await tab.readAgain(11)
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('stay as they are where the server may have them, also once they are typed back, and go once it is known', async () => {
    const { tab, id } = await unheardUpdate({ isDone: false })
    await tab.queue.discard(id)
    tab.edit(11, { title: 'Post 11' })
    expect(selectDirtyEntityRecords(tab.getState())).toMatchObject([{ key: 11 }])
    await tab.readAgain(11)
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('are none where they are typed back, when another tab discards it', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    const other = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'Queued' })
    await tab.save(11)
    await until(() => other.queue.entries().length === 1)
    await other.queue.discard(other.queue.entries()[0]?.id ?? '')
    await until(() => !tab.isQueued(11))
    office.goOnline()
    await tab.readAgain(11)
    tab.edit(11, { title: 'Post 11' })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('leave no error on the record, in no tab', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    const other = await openTab(office)
    await tab.load(11)
    await other.load(11)
    office.goOffline()
    tab.edit(11, { title: 'Refused' })
    await tab.save(11)
    office.site.fail(/^PUT/, { status: 403, code: 'rest_cannot_edit' }, { times: 100 })
    office.goOnline()
    const errors = () =>
      [tab, other].map(({ getState }) => selectSaveError(getState(), 'postType', 'post', 11))
    await until(() => errors().every((error) => error !== undefined))
    expect(errors()).toMatchObject([{ code: 'rest_cannot_edit' }, { code: 'rest_cannot_edit' }])
    await tab.queue.discard(tab.queue.entries()[0]?.id ?? '')
    await until(() => other.queue.entries().length === 0)
    expect(errors()).toEqual([undefined, undefined])
  })
})

describe('F19: a clock that is set back', () => {
  it('keeps nothing waiting for longer than it was to wait', async () => {
    const { office, tab } = await waitingSave()
    vi.useFakeTimers()
    const heal = office.site.fail('PUT /wp/v2/posts/11', { status: 503, code: 'down' }, { times: 100 })
    office.goOnline()
    await vi.advanceTimersByTimeAsync(500)
    expect(tab.queue.entries()).toMatchObject([{ attempts: 1 }])
    heal()
    vi.setSystemTime(Date.now() - 86_400_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(tab.queue.entries()).toEqual([])
    expect(putsOf(office).at(-1)).toBe('PUT /wp/v2/posts/11 {"title":"Waits"}')
  })

  it('does not keep the page from trying at once when the browser is online again', async () => {
    const { office, tab } = await waitingSave()
    vi.useFakeTimers()
    office.goOnline()
    office.breakNetwork()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(tab.queue.entries()).toHaveLength(1)
    vi.setSystemTime(Date.now() - 86_400_000)
    office.goOnline()
    await vi.advanceTimersByTimeAsync(1000)
    expect(tab.queue.entries()).toEqual([])
  })

  it('of which a custom field was refused once the rest was saved, lets the record be read again', async () => {
    const { office, tab } = await waitingSave()
    const refusal = { status: 403, code: 'rest_cannot_update', data: { key: 'secret' } }
    office.site.fail(/^PUT/, refusal, { done: true })
    office.goOnline()
    await until(() => tab.queue.entries()[0]?.state === 'held')
    await tab.queue.discard(tab.queue.entries()[0]?.id ?? '')
    const shown = () => selectEditedEntityRecord(tab.getState(), 'postType', 'post', 11)?.title
    await tab.dispatch(fetchEntityRecord('postType', 'post', 11))
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
    expect((await postsOf(office)).map(({ title }) => title)).toContain('Waits')
    expect(shown()).toBe('Waits')
  })
})
