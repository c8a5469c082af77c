import { memoryStorage } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openPage } from './page'

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
})
