import {
  deleteEntityRecord,
  editEntityRecord,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  undo,
  uploadMedia,
} from 'copydesk'
import { selectCurrentId, type Sealer } from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openOffice, openTab, type Office, type Tab } from './office'
import { until } from '../../support/until'

type Page = ReturnType<Office['storage']['tab']>

async function filesOf({ site }: Office) {
  const path = '/wp/v2/media?context=edit&status=inherit,private,trash&orderby=id&order=asc'
  const { data } = await site.as('ada')({ path })
  return data as { id: number; slug: string; source_url: string; title: { raw: string } }[]
}

/** The rows of files that are kept. */
const keptFiles = ({ storage }: Office) => storage.rows().filter(({ store }) => store === 'files')

const stored = (office: Office) => until(() => keptFiles(office).length > 0)

/** A post that shows a file in each way: featured, by its id and address in a block, and by its address alone. */
function showEverywhere(tab: Tab, post: number, file: number) {
  const url = String(tab.file(file)?.source_url)
  tab.edit(post, {
    featured_media: file,
    content: `<!-- wp:image {"id":${file}} --><img src="${url}" class="wp-image-${file}"/><!-- /wp:image --><a href="${url}">here</a>`,
  })
}

function shownEverywhere({ id, source_url: url }: { id: number; source_url: string }) {
  return {
    featured_media: id,
    content: `<!-- wp:image {"id":${id}} --><img src="${url}" class="wp-image-${id}"/><!-- /wp:image --><a href="${url}">here</a>`,
  }
}

afterEach(() => vi.useRealTimers())

describe('Files in the queue', () => {
  it.each([true, false])('a file whose upload got no answer is deleted there, done: %s', async (done) => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load()
    tab.queue.pause()
    office.site.fail('POST /wp/v2/media', 'offline', { done, times: 1 })
    const draft = tab.upload('boat.png') as number
    await tab.saveAll()
    expect(tab.brief()).toEqual([`upload ${draft} uncertain`])
    await tab.dispatch(deleteEntityRecord('root', 'media', draft, { force: true }))
    tab.queue.resume()
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    expect(await filesOf(office)).toEqual([])
    await until(() => keptFiles(office).length === 0)
    expect(tab.troubles).toEqual([])
  })

  it('E2: a file and the post that features it are sent in order, with the real id and address', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    const draft = tab.upload('boat.png', { alt_text: 'A boat' }) as number
    showEverywhere(tab, 11, draft)
    const report = await tab.saveAll()
    expect(report.failed).toEqual([])
    expect(tab.queue.entries()).toMatchObject([
      { what: 'upload', kind: 'postType', name: 'attachment', key: draft, fields: ['alt_text'] },
      { what: 'update', key: 11, waitsFor: [tab.queue.entries()[0]?.id] },
    ])
    office.goOnline()
    await tab.queue.whenEmpty()
    const [file] = await filesOf(office)
    const name = file?.id ?? 0
    expect(office.writes().map((write) => write.split(' {')[0])).toEqual([
      'POST /wp/v2/media',
      `PUT /wp/v2/media/${name}`,
      'PUT /wp/v2/posts/11',
    ])
    expect(office.writes().join()).not.toMatch(/blob:|(?<!c)-\d{16}/)
    expect(file).toMatchObject({ slug: 'boat', title: { raw: 'boat' } })
    expect(tab.shown(11)).toMatchObject(shownEverywhere(file as never))
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
    await until(() => keptFiles(office).length === 0)
  })

  it('a post that shows a file by its address alone waits for it, too', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { content: `<img src="${String(tab.file(tab.upload())?.source_url)}"/>` })
    await tab.save(11)
    // Nobody has saved the file: the post can't be sent before.
    expect(tab.queue.entries()).toEqual([])
    await tab.saveAll()
    expect(tab.queue.entries()).toMatchObject([
      { what: 'upload' },
      { waitsFor: [tab.queue.entries()[0]?.id] },
    ])
    office.goOnline()
    await tab.queue.whenEmpty()
    const [file] = await filesOf(office)
    expect(tab.shown(11)).toMatchObject({ content: `<img src="${file?.source_url}"/>` })
  })

  it.each(['offline', 'online'])(
    'C1, E2: a file in blocks goes before the text that is made of them, %s',
    async (network) => {
      const office = openOffice()
      const tab = await openTab(office)
      await tab.load(11)
      if (network === 'offline') office.goOffline()
      const draft = tab.upload() as number
      const url = String(tab.file(draft)?.source_url)
      const blocks = [{ name: 'core/image', attributes: { url, id: draft }, innerBlocks: [] }]
      tab.store.dispatch(
        editEntityRecord('postType', 'post', 11, {
          blocks,
          content: (edited) => {
            const [block] = (edited as unknown as { blocks: typeof blocks }).blocks
            return `<img src="${block?.attributes.url}" class="wp-image-${block?.attributes.id}"/>`
          },
        }),
      )
      const report = await tab.saveAll()
      expect(report.failed).toEqual([])
      if (network === 'offline') {
        expect(tab.queue.entries()).toMatchObject([
          { what: 'upload', key: draft },
          { what: 'update', key: 11, waitsFor: [tab.queue.entries()[0]?.id] },
        ])
        office.goOnline()
        await tab.queue.whenEmpty()
      }
      const [file, ...more] = await filesOf(office)
      expect(more).toEqual([])
      expect(tab.shown(11)).toMatchObject({
        content: `<img src="${file?.source_url}" class="wp-image-${file?.id}"/>`,
      })
      const edited = selectEditedEntityRecord(tab.getState(), 'postType', 'post', 11)
      expect(edited?.blocks).toMatchObject([{ attributes: { url: file?.source_url, id: file?.id } }])
      expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
    },
  )

  it('E3: a file is there after a reload, shown at an address of the new page, and is uploaded once', async () => {
    const office = openOffice()
    const before = await openTab(office)
    await before.load(11)
    office.goOffline()
    const draft = before.upload() as number
    const address = before.file(draft)?.source_url
    showEverywhere(before, 11, draft)
    await before.saveAll()
    before.edit(11, { excerpt: `Typed later, with ${String(address)}` })
    await before.durability.flush()
    const tab = await openTab(office, { page: (before.page as Page).reload() })
    tab.queue.pause()
    office.goOnline()
    await tab.load(11)
    const shown = String(tab.file(draft)?.source_url)
    expect(shown).toMatch(/^blob:/)
    expect(shown).not.toBe(address)
    expect(await (await fetch(shown)).text()).toBe('a picture')
    expect(tab.shown(11)?.content).toContain(`src="${shown}"`)
    expect(JSON.stringify(tab.shown(11))).not.toContain(String(address))
    tab.queue.resume()
    await tab.queue.whenEmpty()
    const files = await filesOf(office)
    expect(files).toHaveLength(1)
    expect(tab.shown(11)).toMatchObject({
      ...shownEverywhere(files[0] as never),
      excerpt: `Typed later, with ${files[0]?.source_url}`,
    })
    expect(selectCurrentId(tab.getState(), 'root', 'media', draft)).toBe(files[0]?.id)
  })

  it('E3: an undo level of before the reload shows the file where this page shows it, and where it is in the end', async () => {
    const office = openOffice()
    const before = await openTab(office)
    await before.load(11)
    const draft = before.upload() as number
    before.edit(11, { content: `<img src="${String(before.file(draft)?.source_url)}"/>` })
    before.edit(11, { content: 'Without' })
    await before.durability.flush()
    expect(keptFiles(office)).toHaveLength(1)
    const tab = await openTab(office, { page: (before.page as Page).reload() })
    await tab.load(11)
    tab.dispatch(undo())
    expect(tab.shown(11)?.content).toBe(`<img src="${String(tab.file(draft)?.source_url)}"/>`)
    await tab.dispatch(saveEditedEntityRecord('root', 'media', draft))
    const [file] = await filesOf(office)
    expect(tab.shown(11)?.content).toBe(`<img src="${file?.source_url}"/>`)
  })

  it('E4: killed between any two steps of an upload, one file is there and none is lost', async () => {
    // Each writing transaction of the upload is one such step; the last dies with nothing left to do.
    let isDone = false
    for (let step = 1; !isDone && step < 20; step++) {
      const office = openOffice()
      const before = await openTab(office)
      await before.load(11)
      office.goOffline()
      const draft = before.upload() as number
      showEverywhere(before, 11, draft)
      await before.saveAll()
      await before.durability.flush()
      const page = before.page as Page
      office.storage.at(office.storage.commits + step, step % 2 ? 'dieAfter' : 'dieBefore')
      office.goOnline()
      await Promise.race([
        before.queue.whenEmpty().then(() => (isDone = step > 3)),
        until(() => !page.isVisible()),
      ])
      const tab = await openTab(office, { page: page.reload() })
      await tab.queue.retry()
      await tab.queue.whenEmpty()
      const files = await filesOf(office)
      expect(
        files.map(({ slug }) => slug),
        `step ${step}`,
      ).toEqual(['boat'])
      await tab.load(11)
      expect(tab.shown(11), `step ${step}`).toMatchObject(shownEverywhere(files[0] as never))
      expect(selectDirtyEntityRecords(tab.getState()), `step ${step}`).toEqual([])
      await tab.durability.close()
    }
    expect(isDone).toBe(true)
  })

  it('E4, E17: an upload whose answer was lost is found, not repeated', async () => {
    for (const failure of ['offline', 'html'] as const) {
      const office = openOffice()
      const tab = await openTab(office)
      office.goOffline()
      const draft = tab.upload()
      await tab.saveAll()
      office.site.fail('POST /wp/v2/media', failure, { done: true })
      office.goOnline()
      await until(() => tab.queue.entries()[0]?.state === 'uncertain')
      expect(tab.queue.entries()).toMatchObject([{ what: 'upload', key: draft, attempts: 1 }])
      await tab.queue.retry()
      await tab.queue.whenEmpty()
      expect((await filesOf(office)).map(({ slug }) => slug)).toEqual(['boat'])
    }
  })

  it('E5: another tab may send the file, and both have the record and its address', async () => {
    const office = openOffice()
    const leader = await openTab(office)
    const other = await openTab(office)
    expect(leader.queue.status().isLeader).toBe(true)
    await other.load(11)
    office.goOffline()
    const draft = other.upload() as number
    showEverywhere(other, 11, draft)
    await other.saveAll()
    await until(() => leader.queue.entries().length === 2)
    office.goOnline()
    await other.queue.whenEmpty()
    const [file] = await filesOf(office)
    await until(() => selectDirtyEntityRecords(other.getState()).length === 0)
    expect(other.shown(11)).toMatchObject(shownEverywhere(file as never))
    expect(selectCurrentId(leader.getState(), 'root', 'media', draft)).toBe(file?.id)
  })

  it('E10: a file that the site does not take is held with its words; what shows it waits', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { featured_media: tab.upload() })
    await tab.saveAll()
    office.site.fail('POST /wp/v2/media', {
      status: 413,
      code: 'rest_upload_file_too_big',
      message: 'Too big.',
    })
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(tab.queue.entries()).toMatchObject([
      { what: 'upload', state: 'held', error: { message: 'Too big.' } },
      { key: 11, state: 'waiting' },
    ])
    expect(keptFiles(office)).toHaveLength(1)
  })

  it('E19: an upload is not accepted for which there is no room, and told once', async () => {
    for (const limits of [{ fileBytes: 5 }, {}]) {
      const office = openOffice()
      if (!('fileBytes' in limits)) office.storage.at(office.storage.commits + 2, 'quota')
      const tab = await openTab(office, { limits, reads: false })
      office.goOffline()
      if (!('fileBytes' in limits)) office.storage.at(office.storage.commits + 1, 'quota')
      const draft = tab.upload()
      await until(() => tab.troubles.length > 0)
      expect(tab.troubles).toMatchObject([{ code: 'storage_full' }])
      if ('fileBytes' in limits) {
        const report = await tab.saveAll()
        expect(report.failed).toMatchObject([{ error: { code: 'offline_error' } }])
        expect(tab.queue.entries()).toEqual([])
      }
      expect(tab.file(draft)?.source_url).toMatch(/^blob:/)
      office.goOnline()
      expect((await tab.saveAll()).failed).toEqual([])
      expect(await filesOf(office)).toHaveLength(1)
    }
  })

  it('counts among what is kept, in all tabs, as long as it is not uploaded, and so does the write that waits', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    const other = await openTab(office)
    const bytes = () => [tab, other].map(({ durability }) => durability.status().bytes)
    expect(bytes()).toEqual([0, 0])
    let told = 0
    tab.durability.subscribe(() => told++)
    office.goOffline()
    const draft = tab.dispatch(
      uploadMedia(new Blob(['x'.repeat(10_000)]), { draft: true, fileName: 'map.pdf' }),
    )
    await until(() => bytes().every((count) => count >= 10_000))
    expect(told).toBeGreaterThan(0)
    const before = tab.durability.status().bytes
    tab.dispatch(editEntityRecord('root', 'media', draft, { description: 'y'.repeat(5000) }))
    await tab.saveAll()
    await tab.durability.flush()
    // The edits are kept, and what was saved with the write.
    expect(tab.durability.status().bytes).toBeGreaterThan(before + 10_000)
    // A page that opens later, and one that is reloaded, count the same.
    const later = await openTab(office, { page: (tab.page as Page).reload() })
    await until(() => later.durability.status().bytes > before + 10_000)
    const seen = other.durability.status().bytes
    office.goOnline()
    await later.queue.whenEmpty()
    await until(() => later.durability.status().bytes < 2000)
    // Of what others edit it knows what it saw last.
    await until(() => other.durability.status().bytes <= seen - 10_000)
    expect(keptFiles(office)).toEqual([])
  })

  it('E14: a discarded upload keeps the draft with its file', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    office.goOffline()
    const draft = tab.upload()
    await tab.saveAll()
    await tab.queue.discard(tab.queue.entries()[0]?.id ?? '')
    office.goOnline()
    expect(selectDirtyEntityRecords(tab.getState())).toMatchObject([{ key: draft }])
    expect(await filesOf(office)).toEqual([])
    expect((await tab.saveAll()).failed).toEqual([])
    expect(await filesOf(office)).toHaveLength(1)
  })

  it('what an upload says of its file is joined to it before it was sent', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    office.goOffline()
    const draft = tab.upload()
    await tab.saveAll()
    tab.dispatch(editEntityRecord('root', 'media', draft, { alt_text: 'Later' }))
    await tab.saveAll()
    expect(tab.queue.entries()).toMatchObject([{ what: 'upload', fields: ['alt_text'] }])
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.writes()[0]).toContain('"alt_text":"Later"')
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('a file is kept sealed where the rest is', async () => {
    const office = openOffice()
    const seal: Sealer = {
      seal: (text) => Promise.resolve(new TextEncoder().encode(text).map((byte) => byte ^ 1)),
      unseal: (bytes) => Promise.resolve(new TextDecoder().decode(bytes.map((byte) => byte ^ 1))),
    }
    const before = await openTab(office, { seal })
    office.goOffline()
    before.upload('boat at sea.png')
    await before.saveAll()
    await before.durability.flush()
    expect(JSON.stringify(keptFiles(office))).not.toContain('boat')
    const tab = await openTab(office, { seal, page: (before.page as Page).reload() })
    office.goOnline()
    await tab.queue.whenEmpty()
    expect((await filesOf(office)).map(({ source_url: url }) => url.split('/').at(-1))).toEqual([
      'boat-at-sea.png',
    ])
  })

  it('what is left of a file goes with the recovered draft that is discarded, and with a day', async () => {
    const office = openOffice()
    const before = await openTab(office, { restore: 'ask' })
    before.upload()
    await before.durability.flush()
    ;(before.page as Page).kill()
    const tab = await openTab(office, { restore: 'ask' })
    await until(() => tab.durability.recovered().length > 0)
    await tab.durability.discard(tab.durability.recovered())
    expect(keptFiles(office)).toEqual([])
    tab.upload()
    await stored(office)
    // The page dies before it stores that there is a draft.
    ;(tab.page as Page).kill()
    vi.useFakeTimers({ now: Date.now() + 2 * 86_400_000, toFake: ['Date'] })
    await openTab(office)
    await until(() => keptFiles(office).length === 0)
    expect(keptFiles(office)).toEqual([])
  })
})

describe('A file that is restored as new', () => {
  async function killedUpload({ isQueued }: { isQueued: boolean }) {
    const office = openOffice()
    const before = await openTab(office)
    await before.load(11)
    office.goOffline()
    const draft = before.upload('boat.png', { alt_text: 'A boat' }) as number
    showEverywhere(before, 11, draft)
    if (isQueued) await before.saveAll()
    await before.durability.flush()
    ;(before.page as Page).kill()
    const tab = await openTab(office, { restore: 'ask' })
    tab.queue.pause()
    office.goOnline()
    await tab.load(11)
    return { office, tab, draft }
  }

  it.each([false, true])(
    'stays the draft that it is, as nobody else has it: with its file, and what shows it (queued: %s)',
    async (isQueued) => {
      const { office, tab, draft } = await killedUpload({ isQueued })
      const items = tab.durability.recovered()
      const file = items.filter(({ isNew }) => isNew)
      expect(file).toMatchObject([{ kind: 'postType', name: 'attachment', key: draft }])
      const report = await tab.durability.restore(file, { asNew: true })
      expect(report).toMatchObject({ restored: [file[0]?.item], failed: [] })
      await tab.durability.restore(tab.durability.recovered())
      expect(tab.file(draft)).toMatchObject({ alt_text: 'A boat' })
      expect(await (await fetch(String(tab.file(draft)?.source_url))).text()).toBe('a picture')
      tab.queue.resume()
      expect((await tab.saveAll()).failed).toEqual([])
      await tab.queue.whenEmpty()
      const [sent, ...more] = await filesOf(office)
      expect(more).toEqual([])
      expect(tab.shown(11)).toMatchObject(shownEverywhere(sent as never))
      expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
      await until(() => keptFiles(office).length === 0)
    },
  )

  it('fails and stays listed where its record is gone: there is no file to upload', async () => {
    const office = openOffice()
    const sent = await openTab(office)
    await sent.saveAll()
    const draft = sent.upload()
    await sent.saveAll()
    const [file] = await filesOf(office)
    sent.dispatch(editEntityRecord('root', 'media', draft, { alt_text: 'Typed' }))
    await sent.durability.flush()
    ;(sent.page as Page).kill()
    await office.site.as('ada')({ path: `/wp/v2/media/${file?.id}?force=true`, method: 'DELETE' })
    const tab = await openTab(office, { restore: 'ask' })
    const items = tab.durability.recovered()
    expect(items).toMatchObject([{ name: 'attachment', values: { alt_text: 'Typed' } }])
    const report = await tab.durability.restore(items, { asNew: true })
    expect(report).toMatchObject({ restored: [], failed: [{ error: { code: 'invalid_record' } }] })
    expect(tab.durability.recovered()).toMatchObject([{ values: { alt_text: 'Typed' } }])
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })
})
