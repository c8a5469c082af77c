import { selectEntityRecord, uploadMedia, type UploadOptions } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, type Office, type Tab } from './office'
import { until } from '../../support/until'

type Page = ReturnType<Office['storage']['tab']>

const picture = (name = 'boat.png') => new File(['a picture'], name, { type: 'image/png' })

const upload = (tab: Tab, options?: UploadOptions & { readonly draft?: never }, name?: string) =>
  tab.dispatch(uploadMedia(picture(name), { throwOnError: true, ...options }))

async function filesOf({ site }: Office) {
  const path = '/wp/v2/media?context=edit&status=inherit,private,trash&orderby=id&order=asc'
  const { data } = await site.as('ada')({ path })
  return data as { id: number; slug: string; alt_text: string; source_url: string; title: { raw: string } }[]
}

const keptFiles = ({ storage }: Office) => storage.rows().filter(({ store }) => store === 'files')

describe('A file that is uploaded without a draft', () => {
  it('E2: waits offline with what is said of it, and is sent once', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    office.goOffline()
    expect(await upload(tab, { data: { alt_text: 'A boat' }, createId: 'new' })).toBeUndefined()
    expect(tab.queue.entries()).toMatchObject([
      {
        what: 'upload',
        kind: 'postType',
        name: 'attachment',
        title: 'boat.png',
        fields: ['alt_text'],
        state: 'waiting',
      },
    ])
    expect(tab.queue.entries()[0]?.key).toBeUndefined()
    expect(keptFiles(office)).toHaveLength(1)
    office.goOnline()
    await tab.queue.whenEmpty()
    const files = await filesOf(office)
    expect(files).toMatchObject([{ slug: 'boat', alt_text: 'A boat', title: { raw: 'boat' } }])
    expect(selectEntityRecord(tab.getState(), 'root', 'media', files[0]?.id ?? 0)).toMatchObject({
      alt_text: 'A boat',
    })
    await until(() => keptFiles(office).length === 0)
  })

  it('E3, E5: outlives the page, and may be sent by another', async () => {
    const office = openOffice()
    const before = await openTab(office)
    office.goOffline()
    await upload(before)
    await upload(before, {}, 'second.png')
    ;(before.page as Page).kill()
    const tab = await openTab(office)
    expect(tab.queue.entries()).toHaveLength(2)
    office.goOnline()
    await tab.queue.whenEmpty()
    expect((await filesOf(office)).map(({ slug }) => slug)).toEqual(['boat', 'second'])
    await until(() => keptFiles(office).length === 0)
  })

  it('E4: whose answer was lost is found, not repeated', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    office.site.fail('POST /wp/v2/media', 'offline', { done: true })
    expect(await upload(tab)).toBeUndefined()
    await tab.queue.whenEmpty()
    expect((await filesOf(office)).map(({ slug }) => slug)).toEqual(['boat'])
    expect(office.writes().filter((line) => line.startsWith('POST /wp/v2/media '))).toHaveLength(1)
  })

  it('waits behind the new post that it is attached to', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load()
    office.goOffline()
    const post = tab.draft({ title: 'With a file' }) as number
    await tab.save(post)
    await upload(tab, { data: { post } })
    const [create, file] = tab.queue.entries()
    expect(file).toMatchObject({ what: 'upload', waitsFor: [create?.id] })
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.writes().join()).not.toMatch(/(?<!c)-\d{16}/)
    expect(await filesOf(office)).toMatchObject([{ post: expect.any(Number) as number }])
  })

  it('E19: fails as without a queue where there is no room for it', async () => {
    const office = openOffice()
    const tab = await openTab(office, { limits: { fileBytes: 5 } })
    office.goOffline()
    await expect(upload(tab)).rejects.toMatchObject({ code: 'offline_error' })
    expect(tab.queue.entries()).toEqual([])
    expect(keptFiles(office)).toEqual([])
    office.goOnline()
    expect(await upload(tab)).toMatchObject({ slug: 'boat' })
  })

  it('E14: is let go of when it is discarded, also by a page that has not made it', async () => {
    const office = openOffice()
    const before = await openTab(office)
    office.goOffline()
    await upload(before)
    const tab = await openTab(office, { page: (before.page as Page).reload() })
    await tab.queue.discard(tab.queue.entries()[0]?.id ?? '')
    expect(keptFiles(office)).toEqual([])
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(await filesOf(office)).toEqual([])
  })

  it('fails as before where there is no queue', async () => {
    const office = openOffice()
    const tab = await openTab(office, { queue: false })
    office.goOffline()
    await expect(upload(tab)).rejects.toMatchObject({ code: 'fetch_error' })
  })
})
