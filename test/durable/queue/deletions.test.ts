import {
  deleteEntityRecord,
  defineEntity,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  RestError,
  saveEditedEntityRecord,
  saveEntityRecord,
  type Fetcher,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'
import { until } from '../../support/until'

const deletions = (office: Office) => office.writes().filter((write) => write.startsWith('DELETE'))
const byBen = (office: Office, path: string, data: object) =>
  office.site.as('ben')({ path, method: 'PUT', data })

/** Deletes for good what a category is, once it was read. */
async function deleteCategoryOffline(office: Office, tab: Tab): Promise<void> {
  await tab.load(11)
  await tab.dispatch(fetchEntityRecord('taxonomy', 'category', 2))
  office.goOffline()
  await tab.remove(2, 'category', { force: true })
}

/** An office with a category of the id 2. */
async function officeWithCategory({ durable = true } = {}) {
  const office = openOffice({ durable })
  await office.site.as('ada')({ path: '/wp/v2/categories', method: 'POST', data: { name: 'Bees' } })
  office.site.clearRequests()
  return office
}

describe('A queued deletion for good', () => {
  it('B27: is held where others have changed a record that only its tag tells from before', async () => {
    const office = await officeWithCategory()
    const tab = await openTab(office)
    await deleteCategoryOffline(office, tab)
    await byBen(office, '/wp/v2/categories/2', { name: 'Needed bees' })
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(tab.queue.entries()).toMatchObject([{ what: 'delete', error: { code: 'save_conflict' } }])
    const { data } = await office.site.as('ada')({ path: '/wp/v2/categories/2' })
    expect(data).toMatchObject({ name: 'Needed bees' })
  })

  it.each([
    ['posts', 'postType', 'post', 11, { title: 'Needed' }],
    ['comments', 'root', 'comment', 1, { content: 'Needed' }],
  ] as const)(
    'is held where others have changed what was shown as visitors see it, of %s',
    async (route, kind, name, id, change) => {
      const office = openOffice()
      if (name === 'comment')
        await office.site.as('ada')({
          ...{ path: '/wp/v2/comments', method: 'POST' },
          data: { post: 11, content: 'Hello' },
        })
      const tab = await openTab(office)
      await tab.dispatch(fetchEntityRecords(kind as string, name as string, { context: 'view' }))
      office.goOffline()
      await tab.dispatch(deleteEntityRecord(kind as string, name as string, id, { force: true }))
      await byBen(office, `/wp/v2/${route}/${id}`, change)
      office.goOnline()
      await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
      expect(deletions(office)).toEqual([])
    },
  )

  it('B27: is done where nobody has', async () => {
    const office = await officeWithCategory()
    const tab = await openTab(office)
    await deleteCategoryOffline(office, tab)
    office.goOnline()
    await tab.queue.whenEmpty()
    await expect(office.site.as('ada')({ path: '/wp/v2/categories/2' })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('B27: is held where somebody writes between the look at the record and the deletion', async () => {
    const plain = openOffice({ durable: true })
    let isQuick = false
    const fetcher: Fetcher = async (request) => {
      const answer = await plain.fetcher(request)
      if (isQuick && /^\/wp\/v2\/posts\/11(\?|$)/.test(request.path ?? '')) {
        isQuick = false
        await byBen(plain, '/wp/v2/posts/11', { title: 'Needed' })
      }
      return answer
    }
    const office = { ...plain, fetcher }
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    await tab.remove(11, 'post', { force: true })
    isQuick = true
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect((await postsOf(office)).map(({ title }) => title)).toContain('Needed')
  })

  it('B27: that was sent and never heard of is held as well', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.breakNetwork()
    await tab.remove(11, 'post', { force: true })
    await until(() => tab.brief().includes('delete 11 uncertain'))
    await byBen(office, '/wp/v2/posts/11', { title: 'Needed' })
    office.mendNetwork()
    await tab.queue.retry()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(deletions(office)).toEqual([])
  })

  it('B12: is not held for what this person has saved before it', async () => {
    for (const durable of [false, true]) {
      const office = openOffice({ durable })
      const [tab, other] = [await openTab(office), await openTab(office)]
      await tab.load(11)
      await other.load(11)
      office.goOffline()
      tab.edit(11, { title: 'Last words' })
      await tab.save(11)
      const answers = office.site.hold('PUT /wp/v2/posts/11')
      office.goOnline()
      await until(() => answers.waiting.length === 1)
      // It can't be joined with what is on its way.
      await other.remove(11, 'post', { force: true })
      await until(() => tab.queue.entries().length === 2)
      answers.end()
      await tab.queue.whenEmpty()
      expect(deletions(office)).toHaveLength(1)
      expect((await postsOf(office)).map(({ title }) => title)).toEqual(['Post 12', 'Post 13'])
    }
  })

  it('B12: is not held for what this person has saved before it, and got no answer to', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    tab.queue.pause()
    office.site.fail('PUT /wp/v2/posts/11', 'offline', { done: true })
    tab.edit(11, { title: 'Last words' })
    await tab.save(11)
    await tab.remove(11, 'post', { force: true })
    expect(tab.brief()).toEqual(['update 11 waiting', 'delete 11 waiting'])
    tab.queue.resume()
    await tab.queue.whenEmpty()
    expect(deletions(office)).toHaveLength(1)
    expect((await postsOf(office)).map(({ title }) => title)).toEqual(['Post 12', 'Post 13'])
  })

  it.each([
    ['post', false, 11, { title: 'Last words' }, { content: 'Needed' }],
    ['post', true, 11, { title: 'Last words' }, { content: 'Needed' }],
    ['category', false, 2, { name: 'Last words' }, { description: 'Needed' }],
    ['category', true, 2, { name: 'Last words' }, { description: 'Needed' }],
  ] as const)(
    'of a %s behind a save that failed before is held where others have changed something else since, durable.php: %s',
    async (name, durable, id, mine, theirs) => {
      const office = await officeWithCategory({ durable })
      const tab = await openTab(office)
      const kind = name === 'post' ? 'postType' : 'taxonomy'
      await tab.load(11)
      await tab.dispatch(fetchEntityRecord<string, string>(kind, name, id))
      office.breakNetwork()
      tab.dispatch(editEntityRecord<string, string>(kind, name, id, mine))
      await tab.dispatch(saveEditedEntityRecord<string, string>(kind, name, id))
      await tab.remove(id, name, { force: true })
      expect(tab.brief()).toEqual([`update ${id} waiting`, `delete ${id} waiting`])
      const path = name === 'post' ? `/wp/v2/posts/${id}` : `/wp/v2/categories/${id}`
      await byBen(office, path, theirs)
      office.mendNetwork()
      await tab.queue.retry()
      await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
      expect(tab.queue.entries()).toMatchObject([{ what: 'delete', error: { code: 'save_conflict' } }])
      const { data } = await office.site.as('ada')({ path: `${path}?context=edit` })
      expect(JSON.stringify(data)).toMatch(/Last words.*Needed|Needed.*Last words/)
      await tab.queue.retry(tab.queue.entries()[0]?.id)
      await tab.queue.whenEmpty()
      await expect(office.site.as('ada')({ path })).rejects.toMatchObject({ status: 404 })
    },
  )

  it.each([
    ['done where nobody else has changed it', undefined],
    ['held where others have changed something else since', { excerpt: 'Needed' }],
  ])('behind a save of this person that was done and not answered is %s', async (_, theirs) => {
    for (const status of ['publish', 'draft'] as const) {
      const office = openOffice()
      const tab = await openTab(office)
      await byBen(office, '/wp/v2/posts/11', { status })
      await tab.load(11)
      tab.queue.pause()
      office.site.fail('PUT /wp/v2/posts/11', 'offline', { done: true })
      tab.edit(11, { title: 'Last words', status: 'publish' })
      await tab.save(11)
      await tab.remove(11, 'post', { force: true })
      expect(tab.brief()).toEqual(['update 11 waiting', 'delete 11 waiting'])
      if (theirs) await byBen(office, '/wp/v2/posts/11', theirs)
      tab.queue.resume()
      const ended = tab.queue.whenEmpty()
      if (theirs) await expect(ended).rejects.toMatchObject({ code: 'queue_held' })
      else await ended
      expect(deletions(office)).toHaveLength(theirs ? 0 : 1)
    }
  })

  it.each(['retry', 'delete again'])('that was held is done after %s', async (how) => {
    const office = openOffice({ durable: true })
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    await tab.remove(11, 'post', { force: true })
    await byBen(office, '/wp/v2/posts/11', { title: 'Not needed after all' })
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    if (how === 'retry') await tab.queue.retry(tab.queue.entries()[0]?.id)
    else {
      await tab.load(11)
      await tab.remove(11, 'post', { force: true })
    }
    await tab.queue.whenEmpty()
    expect((await postsOf(office)).map(({ title }) => title)).toEqual(['Post 12', 'Post 13'])
  })

  it.each([
    ['held where a colleague has renamed it since', { name: 'Needed bees' }, true],
    ['done where a colleague has filed a post under it', undefined, false],
  ])('of a category, whose versions nothing tells apart, is %s', async (_, change, isHeld) => {
    const office = await officeWithCategory({ durable: false })
    const tab = await openTab(office)
    await deleteCategoryOffline(office, tab)
    if (change) await byBen(office, '/wp/v2/categories/2', change)
    await byBen(office, '/wp/v2/posts/11', { categories: [2] })
    office.goOnline()
    const ended = tab.queue.whenEmpty()
    if (!isHeld) return ended
    await expect(ended).rejects.toMatchObject({ code: 'queue_held' })
    expect(tab.queue.entries()).toMatchObject([{ what: 'delete', error: { code: 'save_conflict' } }])
    expect(deletions(office)).toEqual([])
    await tab.queue.retry(tab.queue.entries()[0]?.id)
    await tab.queue.whenEmpty()
    expect(deletions(office)).toHaveLength(1)
  })

  it('of a category is not held for what this person has saved before it', async () => {
    const office = await officeWithCategory({ durable: false })
    const [tab, other] = [await openTab(office), await openTab(office)]
    for (const one of [tab, other]) await one.dispatch(fetchEntityRecord('taxonomy', 'category', 2))
    office.goOffline()
    await tab.dispatch(saveEntityRecord<string, string>('taxonomy', 'category', { id: 2, name: 'Late bees' }))
    const answers = office.site.hold('PUT /wp/v2/categories/2')
    office.goOnline()
    await until(() => answers.waiting.length === 1)
    await other.remove(2, 'category', { force: true })
    answers.end()
    await tab.queue.whenEmpty()
    expect(deletions(office)).toHaveLength(1)
  })

  it('of an entity of your own says by If-Match which version is meant', async () => {
    for (const isChanged of [false, true]) {
      const plain = openOffice()
      let version = 1
      let isThere = true
      const shop: Fetcher = (request) => {
        const { path = '', method = 'GET', headers = {} } = request
        if (!path.startsWith('/shop/')) return plain.fetcher(request)
        if (!plain.storage.isOnline()) return plain.fetcher({ path: '/' })
        const wanted = new Headers(headers).get('If-Match')
        if (method === 'DELETE' && wanted !== `"${version}"`)
          return Promise.reject(
            new RestError({ code: 'precondition_failed', message: 'Changed.', status: 412 }),
          )
        if (method === 'DELETE') isThere = false
        const data = method === 'DELETE' ? null : { id: 1, title: `Version ${version}` }
        return Promise.resolve({ data, status: 200, headers: new Headers({ ETag: `"${version}"` }) })
      }
      const books = defineEntity({ kind: 'shop', name: 'book', baseURL: '/shop/books', key: 'id' } as never)
      const tab = await openTab({ ...plain, fetcher: shop }, { entities: [books] })
      await tab.dispatch(fetchEntityRecord<string, string>('shop', 'book', 1))
      plain.goOffline()
      await tab.dispatch(deleteEntityRecord('shop', 'book', 1))
      if (isChanged) version = 2
      plain.goOnline()
      const ended = tab.queue.whenEmpty()
      if (isChanged) await expect(ended).rejects.toMatchObject({ code: 'queue_held' })
      else await ended
      expect(isThere).toBe(isChanged)
    }
  })
})

describe('A queued deletion into the trash whose answer was lost', () => {
  async function trashLost(isDone: boolean) {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    tab.queue.pause()
    office.site.fail('DELETE /wp/v2/posts/11', 'offline', { done: isDone })
    await tab.remove(11)
    expect(tab.brief()).toEqual(['delete 11 uncertain'])
    return { office, tab }
  }

  it('is not sent again after a colleague has restored the post', async () => {
    const { office, tab } = await trashLost(true)
    await byBen(office, '/wp/v2/posts/11', { status: 'publish', title: 'Needed' })
    tab.queue.resume()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(tab.queue.entries()).toMatchObject([{ what: 'delete', error: { code: 'save_conflict' } }])
    expect(deletions(office)).toHaveLength(1)
    expect((await postsOf(office))[0]).toMatchObject({ title: 'Needed', status: 'publish' })
    await tab.queue.retry(tab.queue.entries()[0]?.id)
    await tab.queue.whenEmpty()
    expect((await postsOf(office))[0]).toMatchObject({ status: 'trash' })
  })

  it.each([true, false])(
    'is done once where nobody has touched the post: it had arrived: %s',
    async (isDone) => {
      const { office, tab } = await trashLost(isDone)
      tab.queue.resume()
      await tab.queue.whenEmpty()
      expect(deletions(office)).toHaveLength(isDone ? 1 : 2)
      expect((await postsOf(office))[0]).toMatchObject({ status: 'trash' })
      expect(tab.shown(11)).toMatchObject({ status: 'trash' })
    },
  )

  it('is done where the post is gone for good', async () => {
    const { office, tab } = await trashLost(true)
    await office.site.as('ben')({ path: '/wp/v2/posts/11?force=true', method: 'DELETE' })
    tab.queue.resume()
    await tab.queue.whenEmpty()
    expect(tab.shown(11)).toBeUndefined()
  })
})

it('A queued deletion into the trash is done where somebody else has put the post there', async () => {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11)
  office.goOffline()
  await tab.remove(11)
  await office.site.as('ben')({ path: '/wp/v2/posts/11', method: 'DELETE' })
  office.goOnline()
  await tab.queue.whenEmpty()
  expect(tab.shown(11)).toMatchObject({ status: 'trash' })
})
