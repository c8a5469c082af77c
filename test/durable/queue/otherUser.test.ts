import {
  createRestFetcher,
  editMedia,
  RestError,
  saveEntityRecord,
  selectSaveError,
  type Fetcher,
} from 'copydesk'
import type { DurabilityOptions } from 'copydesk/durable'
import { describe, expect, it, vi } from 'vitest'
import { openOffice, openTab } from './office'
import { until } from '../../support/until'

/** A browser in which Ada is signed in by cookie, with a nonce that is renewed, and in which Ben can sign in elsewhere. */
async function openBrowser(options: Parameters<typeof openTab>[1] = {}, cache?: Map<string, Response>) {
  const office = openOffice()
  const { site } = office
  let [user, life] = ['ada', 1]
  const nonce = () => `${user}-${life}`
  const written: string[] = []
  const fetcher = createRestFetcher({
    root: site.root,
    nonce: { initial: nonce(), refresh: () => Promise.resolve(nonce()) },
    retry: false,
    fetch: async (url, init) => {
      const { method = 'GET' } = init
      if (new Headers(init.headers).get('X-WP-Nonce') !== nonce()) {
        const data = { status: 403 }
        return Response.json({ code: 'rest_cookie_invalid_nonce', message: 'Old.', data }, { status: 403 })
      }
      if (!['GET', 'OPTIONS'].includes(method)) written.push(user)
      const known = method === 'GET' ? cache?.get(url) : undefined
      const response = known ?? (await site.respond(new Request(url, init)))
      if (method === 'GET') cache?.set(url, response.clone())
      return response.clone()
    },
  })
  const signIn = (name: string) => {
    user = name
    site.signIn(name)
  }
  signIn('ada')
  const tab = await openTab({ ...office, fetcher }, options)
  await tab.load(11, 12)
  const asked = () => site.requests.filter(({ path }) => path.startsWith('/wp/v2/users/me')).length
  const expire = () => void life++
  return { office, tab, signIn, expire, written, asked }
}

describe('A nonce that was renewed after somebody else has signed in', () => {
  it.each([
    ['', undefined],
    [', also where the host caches by address who was there', new Map()],
  ])('sends nothing of the queue as them, and goes on when the owner is back%s', async (_, cache) => {
    const { tab, signIn, written } = await openBrowser({ queue: 'always' }, cache)
    tab.edit(11, { title: 'First' })
    await tab.save(11)
    await tab.queue.whenEmpty()
    signIn('ben')
    tab.edit(11, { title: 'Second' })
    await tab.save(11)
    await until(() => tab.queue.status().state === 'otherUser')
    expect(written).toEqual(['ada'])
    expect(tab.troubles).toMatchObject([
      { code: 'other_user', message: expect.stringMatching(/for user 2, and owner\.user is 1:/) },
    ])
    expect(tab.brief()).toEqual(['update 11 waiting'])
    signIn('ada')
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    expect(written).toEqual(['ada', 'ada'])
  })

  it.each<[string, Parameters<typeof openTab>[1]]>([
    ['beside a queue', {}],
    ['without a queue', { queue: false }],
    ['where nothing is kept', { queue: false, storage: false } as object],
  ])('sends no direct save as them, and keeps the edits, %s', async (_, options) => {
    const { tab, signIn, written } = await openBrowser(options)
    signIn('ben')
    tab.edit(11, { title: 'By Ada' })
    await tab.save(11)
    expect(written).toEqual([])
    expect(selectSaveError(tab.getState(), 'postType', 'post', 11)).toMatchObject({ code: 'other_user' })
    expect(tab.queue.entries()).toEqual([])
    expect(tab.shown(11)).toMatchObject({ title: 'By Ada' })
    signIn('ada')
    await tab.save(11)
    expect(written).toEqual(['ada'])
  })

  it('sends no direct save as them that follows a read by which it was renewed', async () => {
    const { tab, signIn, written } = await openBrowser()
    signIn('ben')
    await tab.readAgain(12)
    const saving = tab.dispatch(
      saveEntityRecord<string, string>(
        'postType',
        'post',
        { id: 12, title: 'By Ada' },
        { throwOnError: true },
      ),
    )
    await expect(saving).rejects.toMatchObject({ code: 'other_user' })
    const making = tab.dispatch(
      saveEntityRecord<string, string>('postType', 'post', { title: 'New by Ada' }, { throwOnError: true }),
    )
    await expect(making).rejects.toBeInstanceOf(RestError)
    expect(written).toEqual([])
  })

  it('of the same person costs one question, and every write leaves', async () => {
    const { tab, expire, written, asked } = await openBrowser()
    expire()
    for (const title of ['One', 'Two']) {
      tab.edit(11, { title })
      await tab.save(11)
    }
    expect(written).toEqual(['ada', 'ada'])
    expect(asked()).toBe(1)
  })
})

describe('An owner with the id of somebody else, as it stands in a guide', () => {
  it.each<[string, DurabilityOptions['onTrouble']]>([
    ['in the console of development', undefined],
    ['by onTrouble alone', () => undefined],
  ])('is told which id the site knows, %s', async (where, onTrouble) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const office = openOffice()
    office.site.signIn('ben')
    const tab = await openTab(office, { queue: 'always', onTrouble })
    await tab.load(11)
    tab.edit(11, { title: 'By Ben' })
    await tab.save(11)
    await until(() => tab.queue.status().state === 'otherUser')
    const said = warned.mock.calls.flat()
    warned.mockRestore()
    const sentence = /for user 2, and owner\.user is 1: .* give createDurability the other id/
    expect(said).toEqual(onTrouble ? [] : [expect.stringMatching(sentence)])
  })
})

describe('A page that is shown again, and whose fetcher can not say whether somebody else has signed in', () => {
  it('asks once before it sends a direct save, and sends none as somebody else', async () => {
    const office = openOffice()
    const page = office.storage.tab()
    const asked: string[] = []
    const fetcher: Fetcher = (request) => {
      if (String(request.path).startsWith('/wp/v2/users/me')) asked.push('who')
      return office.fetcher(request)
    }
    const tab = await openTab({ ...office, fetcher }, { page })
    await tab.load(11)
    const save = async (title: string) => {
      tab.edit(11, { title })
      await tab.save(11)
    }
    await save('First')
    expect(asked).toEqual([])
    page.freeze()
    page.thaw()
    await save('Second')
    await save('Third')
    expect(asked).toEqual(['who'])
    page.freeze()
    office.site.signIn('ben')
    page.thaw()
    const before = office.writes()
    await save('Fourth')
    expect(office.writes()).toEqual(before)
    expect(selectSaveError(tab.getState(), 'postType', 'post', 11)).toMatchObject({ code: 'other_user' })
    expect(tab.shown(11)).toMatchObject({ title: 'Fourth' })
  })

  it('turns no image as somebody else', async () => {
    const office = openOffice()
    const page = office.storage.tab()
    const tab = await openTab({ ...office, fetcher: (request) => office.fetcher(request) }, { page })
    page.freeze()
    office.site.signIn('ben')
    page.thaw()
    const before = office.writes()
    const turned = tab.dispatch(editMedia(7, { src: 'https://x.org/a.png', rotation: 90 }, { result: true }))
    expect(await turned).toMatchObject({ status: 'failed', error: { code: 'other_user' } })
    expect(office.writes()).toEqual(before)
  })
})
