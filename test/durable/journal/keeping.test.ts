import { editEntityBlocks, selectEntityBlocks, selectUndoHistory, startCollecting } from 'copydesk'
import { memoryStorage } from 'copydesk/durable'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bookServer, loadKeeping, openPage, owner, settle } from './page'

describe('A journal', () => {
  it('A1: shows every edit again after a flush and a kill, in order, with its undo history', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    page.edit(2, { title: 'Two' })
    page.edit(1, { title: 'One', text: 'Text' })
    page.editSettings({ title: 'Shop' })
    page.edit(2, { title: 'Two again' })
    await page.flush()
    tab.kill()
    const again = openPage(tab.reload())
    await again.ready
    expect(again.edits(1)).toEqual({ title: 'One', text: 'Text' })
    expect(again.edits(2)).toEqual({ title: 'Two again' })
    expect(again.settings()).toEqual({ title: 'Shop' })
    expect(again.dirty()).toEqual([2, 1, 'settings'])
    again.undo()
    expect(again.edits(2)).toEqual({ title: 'Two' })
    again.undo()
    again.undo()
    again.undo()
    expect(again.dirty()).toEqual([])
    expect(again.hasUndo()).toBe(false)
  })

  it('A1: does so again and again, however often the page is killed', async () => {
    const storage = memoryStorage()
    let tab = storage.tab()
    let page = openPage(tab)
    for (let round = 1; round <= 4; round++) {
      page.edit(round, { title: `Title ${round}` })
      await page.flush()
      tab.kill()
      tab = tab.reload()
      page = openPage(tab)
      await page.ready
      expect(page.dirty()).toEqual([1, 2, 3, 4].slice(0, round))
      expect(selectUndoHistory(page.store.getState()).levels).toHaveLength(round)
    }
    expect(page.recovered()).toEqual([])
  })

  it('A3: does not offer an edit that was undone or saved before the last flush', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    page.edit(2, { title: 'Saved' })
    page.edit(1, { title: 'Undone' })
    await page.flush()
    expect(storage.rows().filter(({ store }) => store === 'edits')).toHaveLength(2)
    await page.save(2)
    page.undo()
    await page.flush()
    expect(storage.rows().filter(({ store }) => store !== 'reads')).toEqual([])
    tab.kill()
    const again = openPage(tab.reload())
    await again.ready
    expect(again.dirty()).toEqual([])
    expect(again.recovered()).toEqual([])
  })

  it('A4: gives an edit up that was saved and answered, but not flushed, once the record is read', async () => {
    const server = bookServer()
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab, { server })
    page.edit(1, { title: 'Saved' })
    await page.flush()
    await page.save(1)
    tab.kill()
    const again = openPage(tab.reload(), { server })
    await again.ready
    expect(again.edits(1)).toEqual({ title: 'Saved' })
    await again.read(1)
    expect(again.edits(1)).toBeUndefined()
    expect(server.writes()).toHaveLength(1)
  })

  it('A5: settles a save that was sent and never answered by a read, without a second one', async () => {
    const server = bookServer()
    server.swallowAnswers()
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab, { server })
    page.edit(1, { title: 'Sent' })
    void page.save(1)
    await settle()
    page.edit(1, { text: 'Not sent' })
    await page.flush()
    tab.kill()
    const again = openPage(tab.reload(), { server })
    await again.ready
    expect(again.edits(1)).toEqual({ title: 'Sent', text: 'Not sent' })
    await again.read(1)
    expect(again.edits(1)).toEqual({ text: 'Not sent' })
    expect(server.writes()).toHaveLength(1)
  })

  it('A5: keeps a save as edits until its check is over, and as sent from then on', async () => {
    const server = bookServer()
    server.swallowAnswers()
    const { fetcher } = server
    let answered = Promise.resolve()
    const slow = (request: Parameters<typeof fetcher>[0]) => answered.then(() => fetcher(request))
    const storage = memoryStorage()
    const page = openPage(storage.tab(), { server: { ...server, fetcher: slow }, conflicts: 'merge' })
    await page.ready
    await page.read(1)
    page.edit(1, { title: 'Sent' })
    const kept = () => JSON.stringify(storage.rows())
    let answer: () => void = () => undefined
    answered = new Promise<void>((resolve) => (answer = resolve))
    void page.save(1)
    await settle()
    await page.flush()
    expect(kept()).toContain('Sent')
    expect(kept()).not.toContain('sending')
    answer()
    await settle()
    expect(server.writes()).toHaveLength(1)
    expect(kept()).toContain('sending')
  })

  it('A6: makes no request for restoring', async () => {
    const server = bookServer()
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    page.edit(1, { title: 'One' })
    await page.flush()
    tab.kill()
    const other = openPage(storage.tab(), { server })
    await other.ready
    const report = await other.durability.restore(other.recovered())
    expect(report.restored).toHaveLength(1)
    expect(other.edits(1)).toEqual({ title: 'One' })
    expect(server.log).toEqual([])
  })

  it('A9: keeps what was typed since the page began, and lists what is left of the rest', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    page.edit(1, { title: 'Recovered', text: 'Recovered', meta: { a: 1, b: 1 } })
    await page.flush()
    tab.kill()
    const again = openPage(tab.reload())
    again.edit(1, { title: 'Typed', meta: { b: 2 } })
    await again.ready
    expect(again.edits(1)).toEqual({ title: 'Typed', text: 'Recovered', meta: { a: 1, b: 2 } })
    expect(again.fields()).toEqual(['1 title meta.b'])
    expect(again.recovered()[0]?.values).toEqual({ title: 'Recovered', meta: { b: 1 } })
    const { restored } = await again.durability.restore(again.recovered(), { prefer: 'recovered' })
    expect(restored).toHaveLength(1)
    expect(again.edits(1)).toEqual({ title: 'Recovered', text: 'Recovered', meta: { a: 1, b: 1 } })
    expect(again.recovered()).toEqual([])
    again.undo()
    expect(again.edits(1)).toMatchObject({ title: 'Typed', meta: { b: 2 } })
  })

  it('A14: makes no call and changes no state for a store without it', () => {
    const storage = memoryStorage()
    const open = vi.spyOn(storage, 'open')
    const page = openPage(false)
    page.edit(1, { title: 'One' })
    expect(open).not.toHaveBeenCalled()
    expect(Object.keys(page.store.getState()).sort()).toEqual(
      Object.keys(openPage(storage).store.getState()).sort(),
    )
  })

  it('A16: keeps no password, in edits, what they are based on, or undo levels', async () => {
    const storage = memoryStorage()
    const server = bookServer(
      new Map([
        ['1', { id: 1, title: 'One', password: 'secret before', meta: { api_password: 'secret too' } }],
      ]),
    )
    const page = openPage(storage, { server })
    await page.read(1)
    page.edit(1, { title: 'New', password: 'secret', meta: { api_password: 'secret', note: 'kept' } })
    await page.flush()
    const text = JSON.stringify(storage.rows())
    expect(text).toContain('kept')
    expect(text).not.toContain('secret')
  })

  it('keeps all but the fields that isKept fails at, and says so', async () => {
    const reported: unknown[] = []
    vi.spyOn(console, 'error').mockImplementation((error) => void reported.push(error))
    const storage = memoryStorage()
    const tab = storage.tab()
    const isKept = (kind: string, name: string, field: string) => {
      if (field === 'text') throw new Error('Nobody knows.')
      return true
    }
    const page = openPage(tab, { isKept })
    page.edit(1, { title: 'Kept', text: 'Secret' })
    page.edit(2, { title: 'Also kept' })
    await page.flush()
    tab.kill()
    const again = openPage(tab.reload())
    await again.ready
    expect([again.edits(1), again.edits(2)]).toEqual([{ title: 'Kept' }, { title: 'Also kept' }])
    expect(reported.map(String)).toEqual(['Error: Nobody knows.'])
    vi.restoreAllMocks()
  })

  it('keeps what isKept says', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab, { isKept: (kind, name, field) => field !== 'text' && field !== 'meta.hidden' })
    page.edit(1, { title: 'Kept', text: 'Not kept', meta: { hidden: 1, shown: 2 } })
    page.edit(2, { text: 'Not kept either' })
    await page.flush()
    tab.kill()
    const again = openPage(tab.reload())
    await again.ready
    expect(again.edits(1)).toEqual({ title: 'Kept', meta: { shown: 2 } })
    expect(again.edits(2)).toBeUndefined()
  })

  it('A18: keeps the edits of an entity without ids', async () => {
    const storage = memoryStorage()
    const page = openPage(storage.tab())
    const other = openPage(storage.tab())
    await other.ready
    page.editSettings({ title: 'Shop' })
    await page.durability.close()
    await settle()
    expect(other.recovered()).toMatchObject([
      {
        kind: 'shop',
        name: 'settings',
        key: undefined,
        title: 'Settings',
        fields: ['title'],
        from: 'closed',
      },
    ])
    await other.durability.restore(other.recovered())
    expect(other.settings()).toEqual({ title: 'Shop' })
  })

  it('A19: undoes and redoes a restored level, and holds undoLimit over both', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    page.edit(1, { title: 'A' })
    page.edit(1, { title: 'B' })
    page.edit(1, { title: 'C' })
    page.undo()
    await page.flush()
    tab.kill()
    const again = openPage(tab.reload(), { undoLimit: 3 })
    await again.ready
    expect(again.edits(1)).toEqual({ title: 'B' })
    again.redo()
    expect(again.edits(1)).toEqual({ title: 'C' })
    again.undo()
    again.undo()
    expect(again.edits(1)).toEqual({ title: 'A' })
    for (const title of ['D', 'E', 'F']) again.edit(1, { title })
    expect(selectUndoHistory(again.store.getState()).levels).toHaveLength(3)
  })

  it('A19: joins no level of before with one of after', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    for (const text of ['a', 'ab', 'abc']) page.edit(1, { text }, { isCached: true })
    await page.flush()
    tab.kill()
    const again = openPage(tab.reload())
    await again.ready
    for (const text of ['abcd', 'abcde']) again.edit(1, { text }, { isCached: true })
    again.undo()
    expect(again.edits(1)).toEqual({ text: 'abc' })
    again.undo()
    expect(again.edits(1)).toBeUndefined()
  })

  it('A19: leaves out levels of records that are not restored', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    page.edit(1, { title: 'Saved' })
    page.edit(2, { title: 'Edited' })
    await page.save(1)
    await page.flush()
    tab.kill()
    const again = openPage(tab.reload())
    await again.ready
    expect(selectUndoHistory(again.store.getState()).levels).toHaveLength(1)
    again.undo()
    expect(again.dirty()).toEqual([])
    expect(again.hasUndo()).toBe(false)
  })

  it('keeps no undo history where that is not wanted', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab, { undo: false })
    page.edit(1, { title: 'A' })
    await page.flush()
    expect(storage.rows().filter(({ store }) => store === 'undo')).toEqual([])
    tab.kill()
    const again = openPage(tab.reload(), { undo: false })
    await again.ready
    expect(again.edits(1)).toEqual({ title: 'A' })
    expect(again.hasUndo()).toBe(false)
  })

  it('keeps the newest levels only, as many as are wanted', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab, { undo: { levels: 5 } })
    for (let count = 1; count <= 100; count++) page.edit(1, { title: `Title ${count}` })
    await page.flush()
    tab.kill()
    const again = openPage(tab.reload())
    await again.ready
    expect(selectUndoHistory(again.store.getState()).levels).toHaveLength(5)
    for (let count = 1; count <= 5; count++) again.undo()
    expect(again.edits(1)).toEqual({ title: 'Title 95' })
  })

  it('keeps of each long text in the history only what differs', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    const text = 'Word '.repeat(20_000)
    for (let count = 1; count <= 20; count++) page.edit(1, { text: `${text}${count}${text}` })
    await page.flush()
    const size = (store: string) =>
      storage
        .rows()
        .filter((row) => row.store === store)
        .reduce((sum, { value }) => sum + String(value).length, 0)
    expect(size('edits')).toBeLessThan(210_000)
    expect(size('undo')).toBeLessThan(210_000)
    tab.kill()
    const again = openPage(tab.reload())
    await again.ready
    again.undo()
    again.undo()
    expect(again.edits(1)?.text).toBe(`${text}18${text}`)
  })

  it('keeps content that is edited as blocks, as the text that they come to', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    const line = (text: string) => ({ name: 'line', attributes: { line: text }, innerBlocks: [] })
    page.store.dispatch(editEntityBlocks('shop', 'page', 1, [line('One')]))
    page.store.dispatch(editEntityBlocks('shop', 'page', 1, [line('One'), line('Two')]))
    await page.flush()
    tab.kill()
    const again = openPage(tab.reload())
    await again.ready
    const shown = () =>
      selectEntityBlocks(again.store.getState(), 'shop', 'page', 1)?.map(({ attributes }) => attributes?.line)
    expect(shown()).toEqual(['One', 'Two'])
    again.undo()
    expect(shown()).toEqual(['One'])
  })

  it('A22: orders by its own count where the clock is set back by a day', async () => {
    const clock = vi.spyOn(Date, 'now')
    try {
      const now = new Date('2026-11-22').getTime()
      clock.mockReturnValue(now)
      const storage = memoryStorage()
      const tab = storage.tab()
      const page = openPage(tab)
      for (let id = 1; id <= 60; id++) page.edit(id, { title: 'Before' })
      await page.flush()
      clock.mockReturnValue(now - 86_400_000)
      page.edit(7, { title: 'After' })
      await page.flush()
      tab.kill()
      const again = openPage(tab.reload())
      await again.ready
      expect(again.edits(7)).toEqual({ title: 'After' })
      expect(again.dirty()).toHaveLength(60)
    } finally {
      clock.mockRestore()
    }
  })

  it('A23: keeps restored edits and what they are based on from being collected', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = openPage(tab)
    await page.read(1)
    page.edit(1, { title: 'Edited' })
    await page.flush()
    tab.kill()
    vi.useFakeTimers()
    try {
      const again = openPage(tab.reload())
      await vi.advanceTimersByTimeAsync(10)
      await again.ready
      const before = again.store.getState().edits
      const stop = startCollecting(again.store, { after: 1000 })
      await vi.advanceTimersByTimeAsync(60_000)
      stop()
      expect(again.store.getState().edits).toBe(before)
      expect(JSON.stringify(before)).toContain('Book 1')
    } finally {
      vi.useRealTimers()
    }
  })

  it('waits with writing until it is known whose edits they are', async () => {
    const storage = memoryStorage()
    const signedIn: (typeof owner)[] = []
    const page = openPage(storage, { owner: () => signedIn[0] })
    page.edit(1, { title: 'Typed before' })
    await settle()
    expect(page.status()).toMatchObject({ storage: 'opening' })
    expect(storage.rows().filter(({ store }) => store !== 'reads')).toEqual([])
    signedIn.push(owner)
    await page.flush()
    expect(page.status()).toMatchObject({ storage: 'on', unkept: 0 })
    expect(JSON.stringify(storage.rows())).toContain('Typed before')
  })
})

describe('Time', () => {
  beforeEach(async () => {
    await loadKeeping()
    vi.useFakeTimers()
  })
  afterEach(() => vi.useRealTimers())

  /** Opens a page while no time passes by itself. */
  async function openedPage(storage: Parameters<typeof openPage>[0]) {
    const page = openPage(storage)
    await vi.advanceTimersByTimeAsync(10)
    await page.ready
    return page
  }

  it('A2: loses nothing that was typed a second ago, and no earlier key before a later one', async () => {
    const storage = memoryStorage()
    const tab = storage.tab()
    const page = await openedPage(tab)
    const typed = 'The quick brown fox jumps over the lazy dog'
    for (let length = 1; length <= typed.length; length++) {
      page.edit(1, { title: typed.slice(0, length) }, { isCached: true })
      await vi.advanceTimersByTimeAsync(100)
    }
    tab.kill()
    const again = await openedPage(tab.reload())
    const kept = String(again.edits(1)?.title)
    expect(typed.startsWith(kept)).toBe(true)
    expect(kept.length).toBeGreaterThanOrEqual(typed.length - 10)
  })

  it('A24: writes no more than 700 times in five minutes of typing, and leaves one row', async () => {
    const storage = memoryStorage()
    const page = await openedPage(storage)
    let text = ''
    // With pauses of all lengths in between.
    for (let time = 0; time < 300_000; time += 90 + (text.length % 7) * 90) {
      text += 'x'
      page.edit(1, { text }, { isCached: true })
      await vi.advanceTimersByTimeAsync(90 + (text.length % 7) * 90)
    }
    await vi.advanceTimersByTimeAsync(2000)
    const { commits } = storage
    expect(commits).toBeGreaterThan(200)
    expect(commits).toBeLessThanOrEqual(700)
    expect(storage.rows().filter(({ store }) => store === 'edits')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(storage.commits).toBe(commits)
  })
})
