import 'fake-indexeddb/auto'
import { PREFERRED_TRIM_SIZE } from 'y-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { indexedDbPersistence } from 'copydesk/sync'
import { passes } from '../support/until'

const persistence = indexedDbPersistence({ prefix: 'test/' })

async function rowsOf(name: string): Promise<number> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(`test/${name}`)
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(new Error(`${name} can't be opened`))
  })
  const rows = await new Promise<number>((resolve) => {
    const asked = database.transaction('updates').objectStore('updates').count()
    asked.onsuccess = () => resolve(asked.result)
  })
  database.close()
  return rows
}

function write(doc: Y.Doc, count: number): void {
  for (let i = 0; i < count; i++) doc.getMap('document').set('title', `Title ${i}`)
}

describe('the local copy in IndexedDB', () => {
  afterEach(() => void vi.useRealTimers())

  it('is put together at 500 changes: the number is the library’s own', () => {
    expect(PREFERRED_TRIM_SIZE).toBe(500)
  })

  it('waits a second before it is put together, and holds the same afterwards', async () => {
    const doc = new Y.Doc()
    const kept = await persistence.open('compacted', doc)
    const before = await rowsOf('compacted')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    write(doc, PREFERRED_TRIM_SIZE - before - 1)
    expect(vi.getTimerCount()).toBe(0)
    write(doc, 1)
    vi.advanceTimersByTime(999)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    await passes(async () => expect(await rowsOf('compacted')).toBe(1))
    await kept.destroy()
    const again = new Y.Doc()
    const reopened = await persistence.open('compacted', again)
    expect(again.getMap('document').get('title')).toBe(doc.getMap('document').get('title'))
    await reopened.destroy()
  })

  it('keeps the record that it was made from', async () => {
    const kept = await persistence.open('based', new Y.Doc())
    expect(kept.base).toBeUndefined()
    kept.keepBase({ title: 'Harbour lights' })
    await kept.destroy()
    const again = await persistence.open('based', new Y.Doc())
    expect(again.base).toEqual({ title: 'Harbour lights' })
    await again.destroy()
  })

  it('is gone when it is cleared', async () => {
    const doc = new Y.Doc()
    const kept = await persistence.open('cleared', doc)
    write(doc, 3)
    await kept.clear()
    const again = new Y.Doc()
    const reopened = await persistence.open('cleared', again)
    expect([...again.getMap('document').keys()]).toEqual([])
    await reopened.destroy()
  })
})
