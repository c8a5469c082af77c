import { fetchEntityRecords, selectEntityRecords } from 'copydesk'
import { selectCurrentId, selectDrafts } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, until, type Tab } from './office'

const drafts = { status: 'draft' as const }

async function openTabs() {
  const office = openOffice()
  const [one, other] = [await openTab(office), await openTab(office)]
  for (const tab of [one, other]) {
    await tab.load(11)
    await tab.dispatch(fetchEntityRecords('postType', 'post', drafts))
  }
  office.site.clearRequests()
  return { office, one, other }
}

function titles(tab: Tab): readonly unknown[] | undefined {
  const rows = selectEntityRecords(tab.getState(), 'postType', 'post', drafts)
  return rows?.map(({ title }) => (title as { raw?: string }).raw)
}

describe('A record that another tab makes', () => {
  it('C17: is not here as long as it is a draft, and in the lists once it is saved', async () => {
    const { office, one, other } = await openTabs()
    const draft = one.draft({ title: 'Made there' })
    await one.durability.flush()
    expect(selectDrafts(other.getState(), 'postType', 'post')).toEqual([])
    expect(other.shown(draft)).toBeUndefined()
    await one.save(draft)
    await until(() => titles(other)?.length === 1)
    expect(titles(other)).toEqual(['Made there'])
    expect(selectDrafts(other.getState(), 'postType', 'post')).toEqual([])
    const id = selectCurrentId(one.getState(), 'postType', 'post', draft)
    expect(other.shown(id ?? 0)).toMatchObject({ title: 'Made there' })
    // An address with the local id that was copied over leads there, too.
    expect(selectCurrentId(other.getState(), 'postType', 'post', draft)).toBe(id)
    expect(office.site.requests.filter(({ method }) => method === 'GET')).toEqual([])
  })

  it('D16: patches the lists here where it was made by the queue, without a request of this tab', async () => {
    const { office, one, other } = await openTabs()
    office.goOffline()
    await one.save(one.draft({ title: 'Queued there' }))
    await until(() => other.queue.entries().length === 1)
    expect(titles(other)).toEqual([])
    office.goOnline()
    await one.queue.whenEmpty()
    await until(() => titles(other)?.length === 1)
    expect(titles(other)).toEqual(['Queued there'])
    expect(titles(one)).toEqual(['Queued there'])
    const lists = office.site.requests.filter(
      ({ method, path }) => method === 'GET' && path.includes('status=draft'),
    )
    expect(lists).toEqual([])
  })
})
