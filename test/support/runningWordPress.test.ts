import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../../examples/wordpress/content'
import { readRunningWordPress } from './runningWordPress'

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'copydesk-'))))
afterAll(() => rm(folder, { recursive: true }))

const user = { id: 1, username: 'somebody', password: 'p', applicationPassword: 'a' }
const site = {
  url: 'https://example.org',
  root: 'https://example.org/wp-json/',
  plainRoot: 'https://example.org/?rest_route=/',
  version: '7.1',
  users: Object.fromEntries(roles.map((role) => [role, user])),
}

describe('a WordPress that runs already', () => {
  it('is described by a file', async () => {
    const path = join(folder, 'site.json')
    await writeFile(path, JSON.stringify(site))
    expect(await readRunningWordPress(path)).toEqual(site)
  })

  it.each([
    ['has no description', undefined, 'There is no description of a WordPress at'],
    ['lacks what is needed', { ...site, version: '', users: {} }, 'it lacks version, users.administrator'],
  ])('is refused where it %s', async (title, described, message) => {
    const path = join(folder, `${title.length}.json`)
    if (described) await writeFile(path, JSON.stringify(described))
    await expect(readRunningWordPress(path)).rejects.toThrow(message)
  })
})
