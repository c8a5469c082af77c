import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onTheWay, openNewsroom, sendAll, type Newsroom, type Person } from './newsroom'

// What happens to records on a real WordPress while somebody edits them: by a colleague in a browser and a profile of her
// own, by a plugin, and by WordPress itself.

let room: Newsroom
let ada: Person
let edith: Person

beforeAll(async () => {
  room = await openNewsroom()
  ada = await room.sit('administrator')
  edith = await room.sit('editor')
})
afterAll(() => room.close())

/** The colleague writes, as the page of hers does. */
async function edithSaves(id: number, edits: object, name = 'post') {
  await edith.say('load')
  await edith.say('read', id, name)
  await edith.say('edit', id, edits, name)
  expect(await edith.say('save', id, name)).toBeNull()
}

/** The answer to the next write is lost after the work. */
async function loseNextAnswer(person: Person) {
  let isLost = false
  return onTheWay(
    person,
    (request) => {
      const isNext = request.method() !== 'GET' && !isLost
      isLost ||= isNext
      return isNext
    },
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
  )
}

describe('On a real WordPress', () => {
  it.each([
    ['trashed', '', 'trashed'],
    ['deleted', '?force=true', 'gone'],
  ] as const)(
    'F33: a post that was %s is not written to, and the edits stay',
    async (what, force, reason) => {
      const id = await room.make({ title: 'Before', status: 'publish' })
      await ada.say('load', id)
      await ada.say('edit', id, { title: 'Mine' })
      await room.as('editor')({ path: `/wp/v2/posts/${id}${force}`, method: 'DELETE' })
      ada.writes.length = 0
      await ada.say('save', id)
      expect((await ada.say('conflict', id))?.reason).toBe(reason)
      expect(ada.writes).toEqual([])
      expect(await ada.say('edits', id)).toEqual({ title: 'Mine' })
    },
  )

  it('F33: a post that was moved to another type is gone from its own, and the edits stay', async () => {
    const id = await room.make({ title: 'Before', status: 'publish' })
    await ada.say('load', id)
    await ada.say('edit', id, { title: 'Mine' })
    await room.move(id, 'page')
    ada.writes.length = 0
    await ada.say('save', id)
    expect((await ada.say('conflict', id))?.reason).toBe('gone')
    expect(ada.writes).toEqual([])
    expect(await ada.say('edits', id)).toEqual({ title: 'Mine' })
    expect((await room.find(id, 'pages')).title.raw).toBe('Before')
  })

  it('F34: a page whose parent was deleted is refused by the site, and its edits stay', async () => {
    const parent = await room.make({ title: 'Parent', status: 'publish' }, 'pages')
    const id = await room.make({ title: 'Child', status: 'publish' }, 'pages')
    await ada.say('load')
    await ada.say('read', id, 'page')
    await ada.say('edit', id, { parent }, 'page')
    await room.as('editor')({ path: `/wp/v2/pages/${parent}?force=true`, method: 'DELETE' })
    expect(await ada.say('save', id, 'page')).toBe('rest_post_invalid_id')
    expect(await ada.say('edits', id, 'page')).toEqual({ parent })
    await ada.say('edit', id, { parent: 0, title: 'Alone' }, 'page')
    expect(await ada.say('save', id, 'page')).toBeNull()
    expect(await room.find(id, 'pages')).toMatchObject({ parent: 0, title: { raw: 'Alone' } })
  })

  it('F35: a term that was merged into another is not given to a post again by an edit of other terms', async () => {
    const terms: number[] = []
    for (const name of ['Bees', 'Cats', 'Dogs']) terms.push(await room.make({ name }, 'categories'))
    const [bees = 0, cats = 0, dogs = 0] = terms
    const id = await room.make({ title: 'Before', categories: [bees] })
    await ada.say('load', id)
    await ada.say('edit', id, { categories: [bees, cats] })
    await room.as('editor')({ path: `/wp/v2/categories/${bees}?force=true`, method: 'DELETE' })
    await edithSaves(id, { categories: [dogs] })
    expect(await ada.say('save', id)).toBeNull()
    expect(await ada.say('conflict', id)).toBeNull()
    const { categories } = await room.find(id)
    expect([...(categories as number[])].sort((one, other) => one - other)).toEqual([cats, dogs])
  })

  it('F36: a right that was lost fails the save with the words of the site, and loses nothing', async () => {
    const id = await room.make({ title: 'Before', status: 'publish' })
    const setRole = (role: string) =>
      room.as('administrator')({
        path: `/wp/v2/users/${room.site.users.editor.id}`,
        method: 'PUT',
        data: { roles: [role] },
      })
    await edith.say('load', id)
    await edith.say('edit', id, { title: 'Hers' })
    await setRole('subscriber')
    expect(await edith.say('save', id)).toMatch(/^rest_(?:cannot_edit|forbidden)/)
    expect(await edith.say('edits', id)).toEqual({ title: 'Hers' })
    expect((await room.find(id)).title.raw).toBe('Before')
    await setRole('editor')
    expect(await edith.say('save', id)).toBeNull()
    expect((await room.find(id)).title.raw).toBe('Hers')
  })

  it('F37: a text that WordPress has cleaned is no conflict, though the answer was lost', async () => {
    const author = await room.sit('author')
    const made = await room.as('author')({
      path: '/wp/v2/posts',
      method: 'POST',
      data: { title: 'Before', content: 'Words' },
    })
    const { id } = made.data as { id: number }
    await author.say('load', id)
    await author.say('edit', id, { content: '<script>alert(1)</script><p onclick="go()">Text</p>' })
    const end = await loseNextAnswer(author)
    await author.say('save', id)
    await author.say('edit', id, { content: '<p>Typed on</p>' })
    await author.say('save', id)
    await sendAll(author)
    await end()
    expect(await author.say('conflict', id)).toBeNull()
    expect((await room.find(id)).content.raw).toBe('<p>Typed on</p>')
    await author.page.close()
  })

  it('F38: a slug that WordPress has made unique is no conflict, though the answer was lost', async () => {
    await room.make({ title: 'There', slug: 'taken', status: 'publish' })
    const id = await room.make({ title: 'Before', status: 'publish' })
    await ada.say('load', id)
    await ada.say('edit', id, { slug: 'taken' })
    const end = await loseNextAnswer(ada)
    await ada.say('save', id)
    await end()
    await sendAll(ada)
    expect((await room.find(id)).slug).toBe('taken-2')
    await ada.say('edit', id, { slug: 'other' })
    await ada.say('save', id)
    await sendAll(ada)
    expect(await ada.say('conflict', id)).toBeNull()
    expect((await room.find(id)).slug).toBe('other')
  })

  it.each([
    ['off', 0],
    ['limited to one', 1],
  ])('F39: with revisions %s, what others write is seen by its value', async (what, limit) => {
    await room.set('revisions', limit)
    const id = await room.make({ title: 'Before', content: 'Words', status: 'publish' })
    // The first ones are there already where one is kept.
    await room.as('editor')({ path: `/wp/v2/posts/${id}`, method: 'PUT', data: { content: 'More words' } })
    await ada.say('load', id)
    await ada.say('edit', id, { title: 'Mine' })
    await edithSaves(id, { title: 'Theirs' })
    ada.writes.length = 0
    await ada.say('save', id)
    expect(await ada.say('conflict', id)).toEqual({ reason: 'changed', fields: ['title'] })
    expect(ada.writes).toEqual([])
    await ada.say('resolve', id, { title: 'mine' })
    expect(await ada.say('save', id)).toBeNull()
    expect((await room.find(id)).title.raw).toBe('Mine')
    await room.unset('revisions')
  })

  it('F40: an autosave of a colleague is a reason to look closer, and no conflict', async () => {
    const id = await room.make({ title: 'Before', content: 'Words', status: 'publish' })
    await ada.say('load', id)
    await ada.say('edit', id, { title: 'Mine', content: 'My words' })
    const autosave = { title: 'A copy', content: 'Their words' }
    await room.as('editor')({ path: `/wp/v2/posts/${id}/autosaves`, method: 'POST', data: autosave })
    expect(await ada.say('save', id)).toBeNull()
    expect(await ada.say('conflict', id)).toBeNull()
    expect((await room.find(id)).title.raw).toBe('Mine')
  })

  it('F41: a list that a plugin filters is found out by its next answer, and patched no more', async () => {
    const hidden = await room.make({ title: 'Kept out', status: 'draft' })
    const query = { per_page: 5, context: 'edit', status: 'publish' } as const
    await room.set('hide', hidden)
    await ada.say('load', hidden)
    await ada.say('list', query)
    await ada.say('edit', hidden, { status: 'publish' })
    expect(await ada.say('save', hidden)).toBeNull()
    // By its parameters it is in; what the site says counts.
    expect(await ada.say('list', query, true)).not.toContain(hidden)
    await ada.say('edit', hidden, { title: 'Kept out again' })
    expect(await ada.say('save', hidden)).toBeNull()
    expect(await ada.say('list', query, true)).not.toContain(hidden)
    await room.unset('hide')
    expect(await ada.say('list', query, true)).toContain(hidden)
  })

  it('F42: an edit of a field that is registered no more ends with the save, and is no conflict', async () => {
    const id = await room.make({ title: 'Before', meta: { newsroom_subtitle: 'Before' } })
    await ada.say('load', id)
    await ada.say('edit', id, { title: 'Mine', meta: { newsroom_subtitle: 'Mine' } })
    await room.set('no_subtitle', 1)
    await edithSaves(id, { excerpt: 'Theirs' })
    await ada.say('save', id)
    expect(await ada.say('conflict', id)).toBeNull()
    expect(await room.find(id)).toMatchObject({ title: { raw: 'Mine' }, excerpt: { raw: 'Theirs' } })
    await room.unset('no_subtitle')
  })

  it('F2, F33: what was kept of a post that another person has deleted since is listed after a crash, and for nobody else', async () => {
    const id = await room.make({ title: 'Before', status: 'publish' })
    await ada.say('load', id)
    await ada.say('edit', id, { title: 'Of Ada' })
    await ada.say('flush')
    await room.kill('administrator')
    await room.as('editor')({ path: `/wp/v2/posts/${id}?force=true`, method: 'DELETE' })
    expect(await edith.say('recovered')).toEqual([])
    ada = await room.sit('administrator')
    await ada.say('check')
    expect((await ada.say('recovered')).find(({ key }) => key === id)).toMatchObject({ standing: 'gone' })
    await ada.say('restoreAll')
    expect(await ada.say('edits', id)).toEqual({ title: 'Of Ada' })
  })
})
