import { describe, expect, it } from 'vitest'
import { onBoth } from './bothSites'

const smallIds = ['id', 'href', 'Location']

describe('the id of what was deleted is given to nothing else, in the mock as in the real WordPress', () => {
  it.each([
    ['categories', { name: 'Deleted' }, ''],
    ['tags', { name: 'Deleted' }, ''],
    ['users', { username: 'deleted', email: 'deleted@example.org', password: 'long enough' }, '&reassign=1'],
    ['comments', { post: 1009, content: 'Deleted' }, ''],
    ['menus', { name: 'Deleted' }, ''],
  ])('%s', (base, fields, more) =>
    onBoth(async (ask) => {
      const make = async () =>
        (await ask('administrator', 'POST', `/wp/v2/${base}?_fields=id`, fields)).data.id
      const remove = (id: number) =>
        ask('administrator', 'DELETE', `/wp/v2/${base}/${id}?force=true&_fields=id${more}`)
      const first = await make()
      await remove(first)
      const second = await make()
      await remove(second)
      expect(second).toBeGreaterThan(first)
    }, smallIds),
  )
})
