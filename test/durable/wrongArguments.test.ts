import type { EntityStoreError } from 'copydesk'
import { resolveConflict, selectSaveConflict } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, waitingSave, type Office, type Tab } from './queue/office'
import { until } from '../support/until'

const nonsense: readonly unknown[] = [undefined, null, 0, true, {}, [null], { item: 5 }, () => undefined]

/** What a call is refused with. */
async function refusal(call: () => unknown): Promise<EntityStoreError | undefined> {
  try {
    await call()
    return undefined
  } catch (error) {
    return error as EntityStoreError
  }
}

/** A tab that finds the edits of another that has died. */
async function tabWithRemains() {
  const office = openOffice()
  const page = office.storage.tab()
  const dead = await openTab(office, { page })
  await dead.load(11)
  dead.edit(11, { title: 'Left behind' })
  await dead.durability.flush()
  page.kill()
  const tab = await openTab(office)
  await tab.load(11)
  expect(tab.durability.recovered()).toMatchObject([{ title: 'Left behind' }])
  return { office, tab }
}

/** A tab with a save that is held for a conflict. */
async function tabInConflict() {
  const { office, tab } = await waitingSave()
  office.goOnline()
  await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
  return tab
}

/** A tab with a create of which nobody knows whether it was done. */
async function tabThatAsks(): Promise<{ office: Office; tab: Tab; id: string }> {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11)
  const data = { title: 'Answer lost', content: 'Text', status: 'publish' }
  await office.site.as('ada')({ path: '/wp/v2/posts', method: 'POST', data })
  office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
  await tab.save(tab.draft({ title: 'Answer lost', content: 'Text' }))
  await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
  return { office, tab, id: tab.queue.entries()[0]?.id ?? '' }
}

describe('Recovered edits', () => {
  it.each(['restore', 'discard', 'check'] as const)(
    'are left alone by %s of what names none, which says so',
    async (command) => {
      const { tab } = await tabWithRemains()
      const { durability } = tab
      // Without items all of them are checked.
      for (const items of nonsense.filter((one) => command !== 'check' || one !== undefined)) {
        const error = await refusal(() => durability[command](items as never))
        expect(error).toMatchObject({ name: 'EntityStoreError', code: 'invalid_id' })
        expect(error?.message).toMatch(/names no recovered edits\. Pass /)
      }
      expect(durability.recovered()).toMatchObject([{ title: 'Left behind', standing: 'unchecked' }])
      expect(tab.shown(11)).toMatchObject({ title: 'Post 11' })
    },
  )

  it('that are not there are named, also where nothing is kept any more', async () => {
    const { durability } = await openTab(openOffice())
    await durability.close()
    const { failed } = await durability.restore(['no such item', { item: 'nor this' }])
    expect(failed.map(({ item }) => item)).toEqual(['no such item', 'nor this'])
  })

  it.each([
    ['choices', null],
    ['choices', 'asNew'],
    ['asNew', { asNew: 'yes' }],
    ['prefer', { prefer: 'mine' }],
  ])('are restored in no way that is not known: %s', async (option, choices) => {
    const { tab } = await tabWithRemains()
    const [item] = tab.durability.recovered()
    const error = await refusal(() => tab.durability.restore(item ?? [], choices as never))
    expect(error).toMatchObject({ name: 'EntityStoreError', code: 'invalid_option' })
    expect(error?.message).toMatch(new RegExp(`^${option} of restore is .+\\. Pass `))
    expect(tab.durability.recovered()).toHaveLength(1)
  })
})

describe('The queue', () => {
  it.each([true, false])('has no entry of another name, with a queue: %s', async (isOn) => {
    const { queue } = await openTab(openOffice(), isOn ? {} : { queue: false })
    for (const id of [...nonsense, '', 'no such entry']) {
      const calls = [
        () => queue.discard(id as never),
        () => queue.settle(id as never, 'sendAgain'),
        ...(id === undefined ? [] : [() => queue.retry(id as never)]),
      ]
      for (const call of calls) {
        const error = await refusal(call)
        expect(error).toMatchObject({ name: 'EntityStoreError', code: 'invalid_id' })
        expect(error?.message).toMatch(/^The queue has no entry .+: look at entries\(\)\.$/)
      }
    }
    await queue.retry()
    await queue.whenEmpty()
  })

  it('goes on with what is uncertain only as somebody has said', async () => {
    const { office, tab, id } = await tabThatAsks()
    const writes = office.writes().length
    for (const how of [
      ...nonsense,
      'again',
      { exists: undefined },
      { exists: '' },
      { exists: 0 },
      { exists: NaN },
      { exists: {} },
      { exists: tab.queue.entries()[0]?.key },
    ]) {
      const error = await refusal(() => tab.queue.settle(id, how as never))
      expect(error).toMatchObject({ name: 'EntityStoreError', code: 'invalid_option' })
      expect(error?.message).toMatch(/^The settlement is .+\. Pass 'sendAgain', or \{ exists: id \}/)
    }
    expect(tab.queue.entries()).toMatchObject([{ id, state: 'uncertain' }])
    expect(office.writes()).toHaveLength(writes)
  })
})

describe('A conflict', () => {
  it('stays where what is chosen is nothing', async () => {
    const tab = await tabInConflict()
    const resolve = (choices: unknown) =>
      tab.dispatch(resolveConflict('postType', 'post', 11, choices as never))
    for (const choices of [
      undefined,
      null,
      'mine',
      ['mine'],
      { title: null },
      { title: 'yours' },
      { title: {} },
      { title: { value: undefined } },
      { title: { value: () => 'text' } },
      { slug: 'mine' },
    ]) {
      const error = await refusal(() => resolve(choices))
      expect(error?.code).toMatch(/^invalid_(option|edit)$/)
    }
    const conflict = selectSaveConflict(tab.getState(), 'postType', 'post', 11)
    expect(conflict?.fields.title).toMatchObject({ mine: 'Off', theirs: 'Theirs' })
    expect(tab.brief()).toEqual(['update 11 held'])
    resolve({ title: 'mine' })
    await until(() => tab.queue.entries().length === 0)
    expect(tab.shown(11)).toMatchObject({ title: 'Off' })
  })
})

it('Nobody is called back who can not be called', async () => {
  const { durability } = await openTab(openOffice())
  const error = await refusal(() => durability.subscribe(undefined as never))
  expect(error).toMatchObject({ name: 'EntityStoreError', code: 'invalid_option' })
  expect(error?.message).toBe('listener is undefined. Pass a function.')
})
