import { selectDeleteError, selectHasEdits, selectSaveError } from 'copydesk'
import { selectSaveConflict, selectUnsavedRecords } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf, type Office, type Tab } from '../queue/office'
import { until } from '../../support/until'

type Write = 'update' | 'trash' | 'deletion' | 'create' | 'upload'

const matches: { readonly [write in Write]: string | RegExp } = {
  update: 'PUT /wp/v2/posts/11',
  trash: /DELETE \/wp\/v2\/posts\/11/,
  deletion: /DELETE \/wp\/v2\/posts\/11/,
  create: 'POST /wp/v2/posts',
  upload: 'POST /wp/v2/media',
}

/** A tab with a write that waits for the network, behind which another post is saved as well. */
async function waiting(write: Write) {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11, 12)
  office.goOffline()
  let key = 11
  if (write === 'update') tab.edit(11, { title: 'Mine' })
  if (write === 'create') key = Number(tab.draft({ title: 'Made' }))
  if (write === 'upload') key = Number(tab.upload())
  if (write === 'trash') await tab.remove(11)
  else if (write === 'deletion') await tab.remove(11, 'post', { force: true })
  else await tab.saveAll()
  await until(() => tab.queue.entries().length === 1)
  return { office, tab, key }
}

const isUnsaved = (tab: Tab, id: number) => selectUnsavedRecords(tab.getState()).some(({ key }) => key === id)

function errorOf({ getState }: Tab, write: Write, key: number): { readonly message: string } | undefined {
  const [kind, name] = write === 'upload' ? ['root', 'media'] : ['postType', 'post']
  const select = write === 'trash' || write === 'deletion' ? selectDeleteError : selectSaveError
  return select(getState(), kind, name, key)
}

/** What the site has made of a write. */
async function isDone(office: Office, write: Write): Promise<boolean> {
  const path = '/wp/v2/media?context=edit&status=inherit,private'
  if (write === 'upload') return ((await office.site.as('ada')({ path })).data as unknown[]).length === 1
  const all = await postsOf(office)
  const [first, ...others] = all
  if (write === 'update') return first?.title === 'Mine'
  if (write === 'trash') return first?.status === 'trash'
  if (write === 'deletion') return all.length === 2
  return others.filter(({ title }) => title === 'Made').length === 1
}

const statuses = [400, 403, 404, 409, 410, 412, 413, 422, 423, 428]
const writes = Object.keys(matches) as Write[]
const table = writes.flatMap((write) => statuses.map((status) => ({ write, status })))

describe('A queued write that is refused', () => {
  it.each(table)('with $status is held with the words of the server: $write', async ({ write, status }) => {
    for (const then of ['retry', 'discard'] as const) {
      const { office, tab, key } = await waiting(write)
      const failure = { status, code: 'rest_refused', message: 'Not this one.' }
      const end = office.site.fail(matches[write], failure, { times: 100 })
      office.goOnline()
      await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
      const [entry] = tab.queue.entries()
      expect(tab.queue.entries()).toHaveLength(1)
      expect(entry?.state).toBe('held')
      expect(errorOf(tab, write, key)?.message).toBe(entry?.error?.message)
      const isOutdated = status === 412 || status === 428
      if (!isOutdated || write === 'create' || write === 'upload')
        expect(entry?.error).toMatchObject({ status, message: 'Not this one.' })
      else expect(entry?.error).toMatchObject({ code: 'save_conflict' })
      expect(selectSaveConflict(tab.getState(), 'postType', 'post', 11)?.reason).toBe(
        isOutdated && write === 'update' ? 'changed' : undefined,
      )
      const isEdited = !['trash', 'deletion'].includes(write)
      expect(isUnsaved(tab, key)).toBe(isEdited)
      // Others go on.
      tab.edit(12, { title: 'Another' })
      await tab.save(12)
      expect((await postsOf(office)).map(({ title }) => title)).toContain('Another')
      end()
      if (then === 'retry') {
        await tab.queue.retry(entry?.id)
        await tab.queue.whenEmpty()
        expect(await isDone(office, write)).toBe(true)
        expect(isUnsaved(tab, key)).toBe(false)
      } else {
        await tab.queue.discard(entry?.id ?? '')
        await tab.queue.whenEmpty()
        expect(await isDone(office, write)).toBe(false)
        expect(isUnsaved(tab, key)).toBe(isEdited)
        expect(errorOf(tab, write, key)).toBeUndefined()
      }
      await tab.durability.close()
    }
  })

  const later = [401, 408, 425, 429, 502, 503, 504]
  it.each(writes.flatMap((write) => later.map((status) => ({ write, status }))))(
    'with $status is tried again, and is not unsaved meanwhile: $write',
    async ({ write, status }) => {
      const { office, tab, key } = await waiting(write)
      expect(isUnsaved(tab, key)).toBe(false)
      office.site.fail(matches[write], { status, code: 'rest_later' }, { times: 1 })
      office.goOnline()
      await until(() => tab.queue.entries()[0]?.error !== undefined)
      expect(['waiting', 'uncertain']).toContain(tab.queue.entries()[0]?.state)
      expect(errorOf(tab, write, key)).toBeUndefined()
      expect(isUnsaved(tab, key)).toBe(false)
      expect(await isDone(office, write)).toBe(false)
      await tab.queue.retry()
      await tab.queue.whenEmpty()
      expect(await isDone(office, write)).toBe(true)
      expect(selectHasEdits(tab.getState(), 'postType', 'post', 11)).toBe(false)
      expect(isUnsaved(tab, key)).toBe(false)
      await tab.durability.close()
    },
  )
})
