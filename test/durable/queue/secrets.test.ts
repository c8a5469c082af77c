import { saveEntityRecord, selectDirtyEntityRecords, selectSaveError, type EntityId } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf, queueRows, type Office, type Tab } from './office'
import { until } from '../../support/until'

const isKept = (kind: string, name: string, field: string) => field !== 'excerpt' && field !== 'meta.hidden'
const note = (value: string) => ({ meta: { subtitle: value } })
const secret = 'SECRETWORD'

/** All that is on the disk, as one text. */
const onDisk = (office: Office) => JSON.stringify(office.storage.rows().map(({ value }) => value))

const saveErrorOf = (tab: Tab, id: EntityId) => selectSaveError(tab.getState(), 'postType', 'post', id)

async function openPosts(options: Parameters<typeof openTab>[1] = {}) {
  const office = openOffice({ postMeta: { post: { subtitle: { default: '' }, hidden: { default: '' } } } })
  const tab = await openTab(office, options)
  await tab.load(11, 12)
  return { office, tab }
}

describe('A save with a field that is not kept on the device', () => {
  it.each<[string, object, string, Parameters<typeof openTab>[1]]>([
    ["a post's password", { password: secret, title: 'Kept' }, 'password', {}],
    ['what isKept leaves out', { excerpt: secret, title: 'Kept' }, 'excerpt', { isKept }],
    [
      'an entry that isKept leaves out',
      { meta: { hidden: secret }, title: 'Kept' },
      'meta.hidden',
      { isKept },
    ],
    ["a post's password, always queued", { password: secret }, 'password', { queue: 'always' }],
  ])('does not wait in the queue, says why, and its edits stay: %s', async (_, edits, field, options) => {
    const { office, tab } = await openPosts(options)
    office.goOffline()
    tab.edit(11, edits)
    await tab.save(11)
    expect(tab.queue.entries()).toEqual([])
    expect(saveErrorOf(tab, 11)).toMatchObject({
      code: 'fetch_error',
      message: `There is no network. The save does not wait in the queue, as '${field}' is not kept on this device: its edits stay, save again once it can be sent.`,
    })
    expect(tab.shown(11)).toMatchObject(edits)
    await tab.durability.flush()
    expect(onDisk(office)).not.toContain(secret)
    office.goOnline()
    await tab.save(11)
    expect(office.writes()).toEqual([`PUT /wp/v2/posts/11 ${JSON.stringify(edits)}`])
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('does not wait either where it was not taken on the way, nor what was written by hand', async () => {
    const { office, tab } = await openPosts()
    office.breakNetwork()
    const saving = tab.dispatch(
      saveEntityRecord<string, string>(
        'postType',
        'post',
        { id: 11, password: secret },
        { throwOnError: true },
      ),
    )
    await expect(saving).rejects.toThrow("as 'password' is not kept on this device")
    expect(tab.queue.entries()).toEqual([])
    expect(onDisk(office)).not.toContain(secret)
  })

  it('is not sent before an earlier save of its record that waits', async () => {
    const { office, tab } = await openPosts()
    office.goOffline()
    tab.edit(11, { title: 'First' })
    await tab.save(11)
    tab.queue.pause()
    office.goOnline()
    tab.edit(11, { password: secret })
    await tab.save(11)
    expect(saveErrorOf(tab, 11)).toMatchObject({
      message: expect.stringContaining(
        'Earlier writes of it, or of what it refers to, wait to be sent.',
      ) as string,
    })
    expect(office.writes()).toEqual([])
    expect(onDisk(office)).not.toContain(secret)
    tab.queue.resume()
    await tab.queue.whenEmpty()
    await tab.save(11)
    expect(office.writes()).toEqual([
      'PUT /wp/v2/posts/11 {"title":"First"}',
      `PUT /wp/v2/posts/11 {"password":"${secret}"}`,
    ])
  })

  it('of a draft makes one post where the first answer was lost, and leaves nothing of the field on the disk', async () => {
    const { office, tab } = await openPosts()
    const draft = tab.draft({ title: 'Members only', password: secret })
    office.site.fail('POST /wp/v2/posts', { status: 0, code: 'fetch_error' }, { done: true })
    await tab.save(draft)
    expect(saveErrorOf(tab, draft)).toMatchObject({
      message: expect.stringContaining("as 'password' is not kept") as string,
    })
    await tab.save(draft)
    await until(() => tab.queue.entries().length === 0)
    await tab.durability.flush()
    expect(onDisk(office)).not.toContain(secret)
    await tab.save(draft)
    expect((await postsOf(office)).filter(({ title }) => title === 'Members only')).toHaveLength(1)
  })

  it('lets all else of the record wait, and shows no title that is not kept', async () => {
    const { office, tab } = await openPosts({ isKept: (kind, name, field) => field !== 'title' })
    office.goOffline()
    tab.edit(11, note('Sub'))
    await tab.save(11)
    tab.edit(11, { title: secret })
    await tab.durability.flush()
    tab.edit(12, { title: secret })
    tab.edit(12, note('Sub'))
    await tab.durability.flush()
    expect(tab.brief()).toEqual(['update 11 waiting'])
    expect(onDisk(office)).not.toContain(secret)
    expect(onDisk(office)).not.toContain('Post 11')
    expect(queueRows(office)).toHaveLength(1)
  })
})

describe('By default', () => {
  it.each([
    'password',
    'post_password',
    'smtp_pass',
    'smtpPass',
    'user_pwd',
    'secret',
    'clientSecret',
    'token',
    'access_token',
    'apiKey',
    'api_key',
    'API-Key',
    'licence_key',
    'privatekey',
    'credentials',
  ])('%s is kept neither in edits, nor in undo, nor in the queue', async (name) => {
    const { office, tab } = await openPosts()
    tab.edit(11, { meta: { [name]: secret }, title: 'Kept' })
    tab.edit(11, { [name]: secret })
    await tab.durability.flush()
    office.goOffline()
    await tab.save(11)
    expect(tab.queue.entries()).toEqual([])
    expect(onDisk(office)).toContain('Kept')
    expect(onDisk(office)).not.toContain(secret)
  })

  it.each([
    'passage',
    'compass',
    'design_tokens',
    'focus_keyword',
    'secretary',
    'key',
    'keywords',
    'bypass_cache',
  ])('%s is kept', async (name) => {
    const { office, tab } = await openPosts()
    office.goOffline()
    tab.edit(11, { [name]: 'words' })
    await tab.save(11)
    expect(tab.brief()).toEqual(['update 11 waiting'])
    await tab.durability.flush()
    expect(onDisk(office).match(/words/g)?.length).toBeGreaterThan(1)
  })
})
