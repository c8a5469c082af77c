import { describe, expect, it } from 'vitest'
import { quiet } from '../registryOf'
import { coreOf } from './coreOf'

type Held = readonly [path: string, mode: 'exclusive' | 'shared']

const pathOf = (text: string) => text.split('/').filter(Boolean)

/** A store, what takes locks by paths such as `a/b`, and the names of those that were granted, in their order. */
function lockStore() {
  const { act } = coreOf()
  const granted: string[] = []
  const take = ([path, mode]: Held) =>
    act('__unstableAcquireStoreLock', 'core', pathOf(path), { exclusive: mode === 'exclusive' }).then(
      (lock) => {
        granted.push(`${mode} ${path}`)
        return lock
      },
    )
  return { act, take, granted }
}

// Posts are the target: above them is their kind, below them one record and its revisions.
const target = 'records/postType/post'
const above = 'records/postType'
const top = 'records'
const below = `${target}/1`
const farBelow = `${target}/1/revisions`

describe('an exclusive lock', () => {
  it.each<[what: string, held: readonly Held[], path: string, isGranted: boolean]>([
    ['nothing is held [locks 2, 4]', [], target, true],
    ['the same is held [locks 3, 13]', [[target, 'exclusive']], target, false],
    ['another name of the kind is held [locks 5]', [['records/postType/page', 'exclusive']], target, true],
    ['another kind is held [locks 6]', [['records/root', 'exclusive']], target, true],
    ['a record of another name is held [locks 7]', [['records/postType/page/1', 'exclusive']], target, true],
    ['another branch from the root is held [locks 8]', [['settings/a', 'exclusive']], target, true],
    [
      'nobody was there before, nor is held above [locks 9, 16]',
      [['records/root', 'exclusive']],
      'a/b/c',
      true,
    ],
    [
      'nobody was there before, but is held above [locks 10]',
      [[above, 'exclusive']],
      `${above}/new/7`,
      false,
    ],
    ['the top is held [locks 11]', [[top, 'exclusive']], target, false],
    ['right above is held [locks 12]', [[above, 'exclusive']], target, false],
    ['right below is held [locks 14]', [[below, 'exclusive']], target, false],
    ['far below is held [locks 15]', [[farBelow, 'exclusive']], target, false],
    ['nobody was there before, but reads above [locks 17]', [[above, 'shared']], `${above}/new/7`, false],
    ['the top is read [locks 18]', [[top, 'shared']], target, false],
    ['right above is read [locks 19]', [[above, 'shared']], target, false],
    ['the same is read [locks 20]', [[target, 'shared']], target, false],
    ['right below is read [locks 21]', [[below, 'shared']], target, false],
    ['far below is read [locks 22]', [[farBelow, 'shared']], target, false],
  ])('where %s', async (what, held, path, isGranted) => {
    await expectGrant(held, [path, 'exclusive'], isGranted)
  })
})

describe('a shared lock', () => {
  it.each<[what: string, held: readonly Held[], path: string, isGranted: boolean]>([
    ['nothing is held [locks 23]', [], target, true],
    [
      'nobody was there before, but is held above [locks 24]',
      [[above, 'exclusive']],
      `${above}/new/7`,
      false,
    ],
    ['the top is held [locks 25]', [[top, 'exclusive']], target, false],
    ['right above is held [locks 26]', [[above, 'exclusive']], target, false],
    ['the same is held [locks 27]', [[target, 'exclusive']], target, false],
    ['right below is held [locks 28]', [[below, 'exclusive']], target, false],
    ['far below is held [locks 29]', [[farBelow, 'exclusive']], target, false],
    ['nobody was there before, but reads above [locks 30]', [[above, 'shared']], `${above}/new/7`, true],
    ['the top is read [locks 31]', [[top, 'shared']], target, true],
    ['right above is read [locks 32]', [[above, 'shared']], target, true],
    ['the same is read [locks 33]', [[target, 'shared']], target, true],
    ['right below is read [locks 34]', [[below, 'shared']], target, true],
    ['far below is read [locks 35]', [[farBelow, 'shared']], target, true],
  ])('where %s', async (what, held, path, isGranted) => {
    await expectGrant(held, [path, 'shared'], isGranted)
  })
})

/** Takes what is held, asks for one more, and gives back what was held. */
async function expectGrant(held: readonly Held[], asked: Held, isGranted: boolean): Promise<void> {
  const { act, take, granted } = lockStore()
  const locks = await Promise.all(held.map(take))
  const taken = take(asked)
  await quiet()
  expect(granted).toHaveLength(held.length + (isGranted ? 1 : 0))
  for (const lock of locks) await act('__unstableReleaseStoreLock', lock)
  expect(await taken).toMatchObject({ path: pathOf(asked[0]), exclusive: asked[1] === 'exclusive' })
}

describe('two locks', () => {
  it.each<[what: string, Held, Held, together: boolean]>([
    ['both exclusive wait for one another [engine 1]', ['a', 'exclusive'], ['a', 'exclusive'], false],
    ['an exclusive one waits for one that reads [engine 2]', ['a', 'shared'], ['a', 'exclusive'], false],
    ['one above the other wait for one another [engine 3]', ['a', 'exclusive'], ['a/b', 'exclusive'], false],
    ['that read are held together [engine 4]', ['a', 'shared'], ['a', 'shared'], true],
    ['of branches apart are held together [engine 5]', ['a/b', 'exclusive'], ['a/c', 'exclusive'], true],
  ])('%s', async (what, one, other, together) => {
    const { act, take, granted } = lockStore()
    const [held] = [await take(one)]
    const second = take(other)
    await quiet()
    expect(granted).toHaveLength(together ? 2 : 1)
    await act('__unstableReleaseStoreLock', held)
    await second
    expect(granted).toEqual([one, other].map(([path, mode]) => `${mode} ${path}`))
  })
})
