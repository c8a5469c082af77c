import { describe, expect, it } from 'vitest'
import { onBoth } from './bothSites'
import { pictureForm } from './pictureForm'

const planned = 'before=2025-01-01T00:00:00'

describe('what a post is after it was saved again is the same in the mock and in the real WordPress', () => {
  it('with the date of a draft, which moves with each save until somebody gives it one', () =>
    onBoth(async (ask) => {
      const drafts = `/wp/v2/posts?${planned}&status=draft&author=2&orderby=id&order=asc&_fields=id,date&per_page=1`
      const [{ id = 0, date = '' } = {}] = Object.values((await ask('editor', 'GET', drafts)).data) as {
        id?: number
        date?: string
      }[]
      const seeded = `/wp/v2/posts/${id}?_fields=date,date_gmt,modified,status`
      const made = await ask('editor', 'POST', '/wp/v2/posts?_fields=id,date,status', { title: 'A draft' })
      const path = `/wp/v2/posts/${made.data.id}`
      const fields = '_fields=date,status,slug'
      const given = '2023-05-05T05:05:05'
      await ask('editor', 'PUT', seeded, { meta: { subtitle: '' } })
      expect((await ask('editor', 'PUT', `${path}?${fields}`, { date: given })).data.date).toBe(given)
      await ask('editor', 'PUT', `${path}?${fields}`, { title: 'Saved again' })
      await ask('editor', 'PUT', `${path}?${fields}`, { date: null })
      await ask('editor', 'PUT', `${path}?${fields}`, { date: given, status: 'pending' })
      await ask('editor', 'PUT', `${path}?${fields}`, { status: 'publish' })
      await ask('editor', 'PUT', `${path}?${fields}`, { status: 'draft' })
      await ask('editor', 'PUT', `${path}?${fields}`, { title: 'Saved as a draft that was published' })
      // Other files of the run find it where it was.
      await ask('editor', 'PUT', seeded, { date })
      await ask('editor', 'DELETE', `${path}?force=true&_fields=deleted`)
    }))

  it('with a slug that is taken away', () =>
    onBoth(async (ask) => {
      const made = await ask('contributor', 'POST', '/wp/v2/posts?_fields=id,slug', {
        title: 'High Water',
        slug: 'a-marker',
      })
      const path = `/wp/v2/posts/${made.data.id}?_fields=slug,status`
      expect((await ask('editor', 'PUT', path, { slug: '' })).data.slug).toBe('')
      await ask('editor', 'PUT', path, { slug: 'another-marker' })
      expect((await ask('editor', 'PUT', path, { slug: '', status: 'publish' })).data.slug).toBe('high-water')
      await ask('editor', 'PUT', path, { slug: '', title: 'Low Water at Last' })
      await ask('editor', 'DELETE', `/wp/v2/posts/${made.data.id}?force=true&_fields=deleted`)
    }))

  it('a file with a slug that is taken away, which is found by it until then', () =>
    onBoth(async (ask) => {
      const marker = 'c-0123456789abcdef'
      const found = `/wp/v2/media?slug=${marker},${marker}__trashed&status=inherit,private,trash&context=edit&_fields=id,slug,status`
      await ask('author', 'GET', found)
      const made = await ask(
        'author',
        'POST',
        '/wp/v2/media?_fields=id,slug,title',
        pictureForm('A Buoy.png', { slug: marker }),
      )
      expect(Object.values((await ask('author', 'GET', found)).data)).toMatchObject([{ slug: marker }])
      const path = `/wp/v2/media/${made.data.id}`
      expect((await ask('author', 'PUT', `${path}?_fields=slug,status`, { slug: '' })).data.slug).toBe(
        'a-buoy',
      )
      await ask('author', 'GET', found)
      await ask('author', 'DELETE', `${path}?force=true&_fields=deleted`)
    }))

  it('with a picture that is none', () =>
    onBoth(async (ask) => {
      const made = await ask('editor', 'POST', '/wp/v2/posts?_fields=id,featured_media', {
        title: 'With a picture',
        featured_media: -5,
      })
      const path = `/wp/v2/posts/${made.data.id}?_fields=featured_media`
      for (const media of [501, 999_999, 501, 1009, 501, -5, 501, 0]) {
        await ask('editor', 'PUT', path, { featured_media: media })
      }
      await ask('editor', 'DELETE', `/wp/v2/posts/${made.data.id}?force=true&_fields=deleted`)
    }))

  it('in lists by terms and all that is below them', () =>
    onBoth(
      async (ask) => {
        const term = async (name: string, parent = 0) =>
          (
            await ask('editor', 'POST', '/wp/v2/categories?_fields=id,parent', {
              name,
              ...(parent && { parent }),
            })
          ).data.id
        const animals = await term('Animals of the sea')
        const birds = await term('Birds of the sea', animals)
        const gulls = await term('Gulls', birds)
        const plants = await term('Plants of the sea')
        const posts: number[] = []
        for (const [title, ...categories] of [
          ['About gulls', gulls],
          ['About animals and plants', animals, plants],
          ['About birds and animals', birds, animals],
          ['About all of them', animals, birds, gulls],
          ['About plants', plants],
        ] as const) {
          const made = await ask('editor', 'POST', '/wp/v2/posts?_fields=id', {
            ...{ title, categories, status: 'publish' },
          })
          posts.push(made.data.id)
        }
        for (const [query, titles] of [
          [`categories[terms][]=${animals}`, [1, 2, 3]],
          [`categories[terms][0]=${animals}&categories[include_children]=true`, [0, 1, 2, 3]],
          [`categories[terms]=${birds},${plants}&categories[include_children]=1`, [0, 1, 2, 3, 4]],
          [`categories[terms]=${animals},${birds}&categories[operator]=AND`, [2, 3]],
          [
            `categories[terms]=${animals}&categories[operator]=AND&categories[include_children]=true`,
            undefined,
          ],
          [`categories_exclude[terms]=${birds}&categories_exclude[include_children]=true`, [1, 4]],
          [`categories_exclude[terms]=${birds}`, [0, 1, 4]],
          [`categories[include_children]=true`, [0, 1, 2, 3, 4]],
        ] as const) {
          const list = `/wp/v2/posts?include=${posts.join()}&orderby=id&order=asc&_fields=title.raw,title&${query}`
          const { data } = await ask('editor', 'GET', list)
          const shown = Object.values(data as object) as { title: { rendered: string } }[]
          const all = ['gulls', 'animals and plants', 'birds and animals', 'all of them', 'plants']
          if (titles)
            expect(
              shown.map(({ title }) => all.indexOf(title.rendered.slice(6))),
              query,
            ).toEqual(titles)
        }
        for (const id of posts) await ask('editor', 'DELETE', `/wp/v2/posts/${id}?force=true&_fields=deleted`)
        for (const id of [gulls, birds, animals, plants])
          await ask('editor', 'DELETE', `/wp/v2/categories/${id}?force=true&_fields=deleted`)
      },
      // Terms have small ids, which other stories of the run move on.
      ['id', 'parent', 'Location'],
    ))

  it('whatever precondition it is sent with', () =>
    onBoth(async (ask) => {
      const made = await ask('editor', 'POST', '/wp/v2/posts?_fields=id', { title: 'No tags' })
      const path = `/wp/v2/posts/${made.data.id}`
      const headers = { 'If-Match': '"of another day"' }
      const saved = await ask('editor', 'PUT', `${path}?_fields=title`, { title: 'x' }, headers)
      expect(saved.status).toBe(200)
      await ask('editor', 'DELETE', `${path}?force=true&_fields=deleted`)
    }))
})
