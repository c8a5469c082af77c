import { RestError, undo, type FetchRequest } from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { person, type PersonOptions } from '../support/person'

/** A person at a post, whose next write is lost on its way, and done when it `lands`. */
async function author(durability?: PersonOptions['durability']) {
  const site = createMockSite({
    users: [{ id: 1, username: 'ada', role: 'administrator' }],
    posts: [{ id: 1, title: 'First', content: 'Once.' }],
  })
  const ask = site.as('ada')
  const late: FetchRequest[] = []
  let isLate = false
  const fetcher = (request: FetchRequest) => {
    if (!isLate || (request.method ?? 'GET') === 'GET') return ask(request)
    isLate = false
    late.push(request)
    return Promise.reject(new RestError({ code: 'fetch_error', message: 'The network is gone.' }))
  }
  const ada = person({ site, durability, network: { fetcher } })
  await ada.load(1)
  return {
    ...ada,
    site,
    saveLost: async (fields: object) => {
      ada.edit(1, fields)
      isLate = true
      await ada.save(1).catch(() => undefined)
    },
    land: () => Promise.all(late.splice(0).map(ask)),
    readAgain: () => ada.load(1, undefined, { force: true }),
    titleOfSite: async () => {
      const { data } = await ask({ path: '/wp/v2/posts/1?context=edit' })
      return (data as { title: { raw: string } }).title.raw
    },
  }
}

afterEach(() => void vi.useRealTimers())

describe.each([
  ['without a plugin', undefined],
  ['checked before it leaves', { storage: false, lists: false, queue: false }],
] as const)('a save that was given up and is done after all, %s', (_, durability) => {
  it('puts nothing in the place of what was saved since: that is edited again', async () => {
    const { edit, edited, save, dirty, saveLost, land, readAgain, titleOfSite } = await author(durability)
    await saveLost({ title: 'Second' })
    edit(1, { title: 'Third' })
    await save(1)
    await land()
    expect(await titleOfSite()).toBe('Second')
    await readAgain()
    expect(edited(1)?.title).toBe('Third')
    expect(dirty()).toMatchObject([{ key: 1 }])
    await save(1)
    expect(await titleOfSite()).toBe('Third')
    expect(dirty()).toEqual([])
  })

  it('does not bring back what was undone since', async () => {
    const { edited, save, dirty, dispatch, saveLost, land, readAgain, titleOfSite } = await author(durability)
    await saveLost({ title: 'Second' })
    await readAgain()
    dispatch(undo())
    expect(dirty()).toEqual([])
    await land()
    await readAgain()
    expect(edited(1)?.title).toBe('First')
    await save(1)
    expect(await titleOfSite()).toBe('First')
  })

  it('is no question where somebody has saved the same, or nothing has changed since', async () => {
    const { edited, dirty, saveLost, land, readAgain } = await author(durability)
    await saveLost({ title: 'Second' })
    await land()
    await readAgain()
    expect(edited(1)?.title).toBe('Second')
    expect(dirty()).toEqual([])
  })

  it('is not looked for after an hour: who restores an old revision then has it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { edit, edited, save, dirty, saveLost, land, readAgain } = await author(durability)
    await saveLost({ title: 'Second' })
    edit(1, { title: 'Third' })
    await save(1)
    await readAgain()
    vi.setSystemTime(Date.now() + 61 * 60_000)
    await land()
    await readAgain()
    expect(edited(1)?.title).toBe('Second')
    expect(dirty()).toEqual([])
  })

  it('is not found in what is no text: somebody may have set it so', async () => {
    const { edit, edited, save, dirty, site, saveLost, readAgain } = await author(durability)
    await saveLost({ status: 'private' })
    edit(1, { status: 'pending' })
    await save(1)
    await readAgain()
    await site.as('ada')({ path: '/wp/v2/posts/1', method: 'PUT', data: { status: 'private' } })
    await readAgain()
    expect(edited(1)?.status).toBe('private')
    expect(dirty()).toEqual([])
  })

  it('is what is typed over, where somebody types already', async () => {
    const { edit, edited, save, saveLost, land, readAgain, titleOfSite } = await author(durability)
    await saveLost({ title: 'Second' })
    edit(1, { title: 'Third' })
    await save(1)
    edit(1, { title: 'Fourth' })
    await land()
    await readAgain()
    expect(edited(1)?.title).toBe('Fourth')
    await save(1)
    expect(await titleOfSite()).toBe('Fourth')
  })
})
