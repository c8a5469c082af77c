import 'fake-indexeddb/auto'
import { indexedDbStorage, memoryStorage, type DurableStorage } from 'copydesk/durable'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { editEntityRecord, fetchEntityRecord, selectEditedEntityRecord } from 'copydesk'
import { findBlocks, writeExample } from '../../support/markdown'
import { person } from '../../support/person'

const quiet = { onSuperseded: () => undefined, onDeleted: () => undefined, onTerminated: () => undefined }

const folder = join(process.cwd(), '.tmp', 'keyValueStorage')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { keyValueStorage } = await importOfGuide()

/** The storage that the guide to React Native has. */
async function importOfGuide() {
  const guide = readFileSync(join(process.cwd(), 'docs/guide/react-native.md'), 'utf8')
  const [block] = findBlocks(guide)
  if (!block) throw new Error('The guide has no storage.')
  return (await import(/* @vite-ignore */ writeExample(folder, block))) as {
    keyValueStorage(texts: ReturnType<typeof asyncStorage>): Promise<DurableStorage>
  }
}

/** AsyncStorage in memory. */
function asyncStorage(texts = new Map<string, string>()) {
  return {
    getAllKeys: () => Promise.resolve([...texts.keys()]),
    multiGet: (keys: string[]) =>
      Promise.resolve(keys.map((key) => [key, texts.get(key) ?? null] as [string, string | null])),
    multiSet: (pairs: [string, string][]) =>
      Promise.resolve(pairs.forEach(([key, text]) => texts.set(key, text))),
    multiRemove: (keys: string[]) => Promise.resolve(keys.forEach((key) => texts.delete(key))),
  }
}
const keyed = await keyValueStorage(asyncStorage())

describe.each<{ storage: string; make: () => DurableStorage }>([
  { storage: 'keyValueStorage', make: () => keyed },
  { storage: 'memoryStorage', make: () => memoryStorage() },
  { storage: 'indexedDbStorage', make: () => indexedDbStorage() },
])('$storage', ({ storage, make }) => {
  let count = 0
  const open = () => make().open(`${storage} ${++count}`, quiet)

  it('keeps what a transaction has put, by keys in order', async () => {
    const database = await open()
    await database.transaction(['edits', 'undo'], 'relaxed', (transaction) => {
      transaction.put('edits', 'b 1', 'one')
      transaction.put('edits', 'a 2', { two: 2 })
      transaction.put('undo', 'a', new Uint8Array([3]))
      transaction.commit()
    })
    const rows = await database.transaction(['edits', 'undo'], 'read', async (transaction) => [
      await transaction.rows('edits'),
      await transaction.rows('edits', 'b'),
      await transaction.get('undo', 'a'),
      await transaction.get('undo', 'b'),
    ])
    expect(rows).toEqual([
      [
        { key: 'a 2', value: { two: 2 } },
        { key: 'b 1', value: 'one' },
      ],
      [{ key: 'b 1', value: 'one' }],
      new Uint8Array([3]),
      undefined,
    ])
  })

  it('deletes one row, and those that begin alike', async () => {
    const database = await open()
    await database.transaction(['edits'], 'strict', (transaction) => {
      for (const key of ['a 1', 'a 2', 'b 1', 'b 2']) transaction.put('edits', key, key)
      transaction.deleteAll('edits', 'a ')
      transaction.delete('edits', 'b 1')
    })
    const rows = await database.transaction(['edits'], 'read', (transaction) => transaction.rows('edits'))
    expect(rows.map(({ key }) => key)).toEqual(['b 2'])
    await database.transaction(['edits'], 'relaxed', (transaction) => transaction.deleteAll('edits'))
    expect(await database.transaction(['edits'], 'read', (transaction) => transaction.rows('edits'))).toEqual(
      [],
    )
  })

  it('runs the work at once, as a page that is left has no later', async () => {
    const database = await open()
    let hasRun = false
    const done = database.transaction(['edits'], 'relaxed', () => {
      hasRun = true
    })
    expect(hasRun).toBe(true)
    await done
  })

  it('keeps nothing of a transaction that was given up or failed', async () => {
    const database = await open()
    const aborted = database.transaction(['edits'], 'relaxed', (transaction) => {
      transaction.put('edits', 'a', 1)
      transaction.abort()
    })
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
    const failed = database.transaction(['edits'], 'relaxed', async (transaction) => {
      transaction.put('edits', 'a', 1)
      await transaction.get('edits', 'a')
      throw new Error('Changed my mind.')
    })
    await expect(failed).rejects.toThrow('Changed my mind.')
    expect(await database.transaction(['edits'], 'read', (transaction) => transaction.rows('edits'))).toEqual(
      [],
    )
  })

  it('lets no other transaction in between', async () => {
    const database = await open()
    const add = () =>
      database.transaction(['edits'], 'relaxed', async (transaction) => {
        const count = (await transaction.get('edits', 'count')) as number | undefined
        transaction.put('edits', 'count', (count ?? 0) + 1)
      })
    await Promise.all([add(), add(), add()])
    expect(
      await database.transaction(['edits'], 'read', (transaction) => transaction.get('edits', 'count')),
    ).toBe(3)
  })

  it('says to those who are connected that a database is deleted', async () => {
    const pages = make()
    let isDeleted = false
    const database = await pages.open(`${storage} deleted`, { ...quiet, onDeleted: () => (isDeleted = true) })
    await database.transaction(['edits'], 'relaxed', (transaction) => transaction.put('edits', 'a', 1))
    await pages.remove(`${storage} deleted`)
    expect(isDeleted).toBe(true)
    await expect(database.transaction(['edits'], 'read', () => 1)).rejects.toMatchObject({
      name: 'InvalidStateError',
    })
    const again = await pages.open(`${storage} deleted`, quiet)
    expect(await again.transaction(['edits'], 'read', (transaction) => transaction.rows('edits'))).toEqual([])
  })

  it('lets a name be taken by one store of the page at a time', () => {
    const page = make()
    const giveBack = page.claim(`${storage} name`)
    expect(page.claim(`${storage} name`)).toBeUndefined()
    giveBack?.()
    expect(page.claim(`${storage} name`)).toBeDefined()
  })
})

describe('An app that keeps edits in AsyncStorage', () => {
  it('has them again after it was killed, and forgets them when somebody signs out', async () => {
    const texts = new Map<string, string>()
    const begin = async () => {
      const storage = await keyValueStorage(asyncStorage(texts))
      const app = person({ posts: [{ id: 1, title: 'Tides' }], durability: { storage, reads: false } })
      await app.durability.ready
      await app.dispatch(fetchEntityRecord('postType', 'post', 1))
      return app
    }
    const titleOf = ({ getState }: Awaited<ReturnType<typeof begin>>) =>
      selectEditedEntityRecord(getState(), 'postType', 'post', 1)?.title
    const first = await begin()
    first.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Ebb' }))
    await first.durability.flush()
    const again = await begin()
    expect(titleOf(again)).toBe('Ebb')
    await again.durability.forget()
    expect([...texts.keys()].filter((key) => !key.includes('remembered'))).toEqual([])
    expect(titleOf(await begin())).toBe('Tides')
  })
})
