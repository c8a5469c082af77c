import { editEntityRecord, selectDirtyEntityRecords, uploadMedia } from 'copydesk'
import { createEntityRecord, selectCurrentId } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, type Tab } from './office'

const picture = () => new File(['a picture'], 'boat.png', { type: 'image/png' })

/** Saves all of a tab, without a network at first where that is asked for. */
async function saveAll(office: ReturnType<typeof openOffice>, tab: Tab, isOffline: boolean) {
  if (isOffline) office.goOffline()
  const report = await tab.saveAll()
  expect(report.failed).toEqual([])
  office.goOnline()
  await tab.queue.whenEmpty()
  expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  expect(office.writes().join()).not.toMatch(/(?<!c)-\d{16}/)
}

describe.each([
  ['online', false],
  ['without a network', true],
])('Drafts that refer to one another and have nothing else, %s', (_, isOffline) => {
  it('a file and the post that features it are saved', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    const post = tab.draft({ title: 'With a boat' })
    const file = tab.dispatch(uploadMedia(picture(), { draft: true, data: { post: post as number } }))
    tab.edit(post, { featured_media: file })
    await saveAll(office, tab, isOffline)
    const [id, media] = [
      selectCurrentId(tab.getState(), 'postType', 'post', post),
      selectCurrentId(tab.getState(), 'root', 'media', file),
    ]
    expect(tab.shown(id ?? 0)).toMatchObject({ title: 'With a boat', featured_media: media })
    const { data } = await office.site.as('ada')({ path: `/wp/v2/media/${media}?context=edit` })
    expect(data).toMatchObject({ post: id })
  })

  it('a record that has other fields waits for none that has not', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    const create = (values: object) =>
      tab.dispatch(createEntityRecord<string, string>('postType', 'page', values))
    const parent = create({ title: 'Parent' })
    const child = create({ content: `<a href="/?p=${parent}">up</a>` })
    tab.dispatch(
      editEntityRecord<string, string>('postType', 'page', parent, {
        content: `<a href="/?p=${child}">down</a>`,
      }),
    )
    await saveAll(office, tab, isOffline)
    expect(office.writes().filter((write) => write.startsWith('POST'))).toHaveLength(2)
  })
})

it('A draft whose only field refers to itself is made, and refers to itself', async () => {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11)
  const draft = tab.draft({})
  tab.edit(draft, { content: `<a href="/?p=${draft}">here</a>` })
  await saveAll(office, tab, false)
  const id = selectCurrentId(tab.getState(), 'postType', 'post', draft)
  expect(tab.shown(id ?? 0)).toMatchObject({ content: `<a href="/?p=${id}">here</a>` })
})
