import { describe, expect, it } from 'vitest'
import { onBoth } from './bothSites'
import { pictureForm } from './pictureForm'

const forced = '?force=true'
// Ids of terms, users and comments are small on both sides, and not the same after other tests.
const smallIds = ['id', 'href', 'Location']

describe('terms are the same in the mock and in the real WordPress', () => {
  it.each([
    'categories?include=2,3&context=edit',
    'categories?include=2,3,9&orderby=name&order=desc&_fields=id,count',
    'categories?include=9,2&orderby=include&_fields=id',
    'categories?include=9,2,3&orderby=include&order=desc&_fields=id',
    'categories?slug=markets,harbour&orderby=include_slugs&order=desc&_fields=id',
    'categories?post=1009&_fields=id,name',
    'categories?search=boo&_fields=id,name',
    'categories?slug=harbour&_fields=id',
    'tags?include=17&context=embed',
    'tags?post=1009&_fields=id',
    'categories?orderby=hello',
    'categories/2?context=edit',
    'categories/999',
    'tags/2',
    'wp_pattern_category/22',
  ])('to read, for an editor and an author: %s', (path) =>
    onBoth(async (ask) => {
      await ask('editor', 'GET', `/wp/v2/${path}`)
      if (path.includes('edit')) await ask('author', 'GET', `/wp/v2/${path}`)
    }),
  )

  it('to write', () =>
    onBoth(async (ask) => {
      await ask('editor', 'POST', '/wp/v2/categories', {})
      await ask('editor', 'POST', '/wp/v2/categories', { name: 'Harbour' })
      await ask('editor', 'POST', '/wp/v2/categories', { name: 'x', parent: 999 })
      await ask('author', 'POST', '/wp/v2/categories', { name: 'x' })
      await ask(null, 'POST', '/wp/v2/categories', { name: 'x' })
      const { data } = await ask('editor', 'POST', '/wp/v2/categories', {
        name: 'New & one',
        description: 'Text',
        parent: 2,
      })
      expect(data.slug).toBe('new-one')
      await ask('editor', 'DELETE', `/wp/v2/categories/${data.id}${forced}`)
    }, smallIds))

  it('to change and to delete', async () => {
    await onBoth(async (ask) => {
      const made = await ask('editor', 'POST', '/wp/v2/tags', { name: 'A tag for contracts' })
      const path = `/wp/v2/tags/${made.data.id}`
      await ask('editor', 'PUT', path, { name: 'Another name' })
      await ask('author', 'PUT', path, { name: 'x' })
      await ask('editor', 'DELETE', path)
      await ask('author', 'DELETE', path + forced)
      await ask('editor', 'OPTIONS', `${path}?_fields=methods`)
      await ask('editor', 'DELETE', path + forced)
      expect((await ask('editor', 'GET', path)).status).toBe(404)
      await ask('editor', 'DELETE', `/wp/v2/categories/1${forced}`)
    }, smallIds)
  })
})

describe('users are the same', () => {
  it.each(['administrator', 'editor', 'author', 'subscriber', null] as const)('for: %s', (who) =>
    onBoth(
      async (ask) => {
        await ask(who, 'GET', '/wp/v2/users/me?context=edit')
        await ask(who, 'OPTIONS', '/wp/v2/users/me?_fields=methods')
        await ask(who, 'GET', '/wp/v2/users?include=1,2,3,4,5&context=edit')
        await ask(who, 'GET', '/wp/v2/users?include=1,2,3,4,5&who=authors&_fields=id')
        await ask(who, 'GET', '/wp/v2/users?include=1,2,3,4,5')
        await ask(who, 'GET', '/wp/v2/users?include=1,3,2&orderby=include&order=desc&_fields=id')
        await ask(
          who,
          'GET',
          '/wp/v2/users?slug=editor,administrator&orderby=include_slugs&order=desc&_fields=id',
        )
        await ask(who, 'GET', '/wp/v2/users/5')
        await ask(who, 'OPTIONS', '/wp/v2/users/3?_fields=methods')
      },
      ['registered_date'],
    ),
  )

  it('to write, with somebody who takes over the posts', () =>
    onBoth(
      async (ask) => {
        await ask('administrator', 'GET', '/wp/v2/users/99')
        await ask('administrator', 'GET', '/wp/v2/users?include=1,2&roles=editor&_fields=id')
        await ask('editor', 'GET', '/wp/v2/users?roles=editor')
        await ask('administrator', 'POST', '/wp/v2/users', { username: 'x' })
        const fields = {
          username: 'contract',
          email: 'contract@example.org',
          password: 'p',
          roles: ['author'],
        }
        await ask('editor', 'POST', '/wp/v2/users', fields)
        const { data } = await ask('administrator', 'POST', '/wp/v2/users', fields)
        await ask('administrator', 'POST', '/wp/v2/users', fields)
        const path = `/wp/v2/users/${data.id}`
        const post = await ask('administrator', 'POST', '/wp/v2/posts', {
          title: 'Of a user',
          status: 'publish',
          author: data.id,
          _fields: 'title',
        })
        expect(post.status).toBe(201)
        await ask('administrator', 'PUT', path, { name: 'Another', first_name: 'An' })
        await ask('editor', 'PUT', path, { name: 'x' })
        await ask('administrator', 'DELETE', path)
        await ask('administrator', 'DELETE', path + forced)
        await ask('administrator', 'DELETE', `${path}${forced}&reassign=999`)
        await ask('administrator', 'DELETE', `${path}${forced}&reassign=1`)
        const found = await ask(
          'administrator',
          'GET',
          '/wp/v2/posts?search=Of+a+user&author=1&_fields=id,author',
        )
        const [row] = Object.values(found.data) as unknown as { id: number }[]
        await ask('administrator', 'DELETE', `/wp/v2/posts/${row?.id}${forced}`)
      },
      ['registered_date', ...smallIds],
    ))
})

describe('comments are the same', () => {
  it('to read', () =>
    onBoth(
      async (ask) => {
        for (const who of ['editor', 'author', null] as const) {
          await ask(who, 'GET', '/wp/v2/comments?include=2,30&context=view')
          await ask(who, 'GET', '/wp/v2/comments?include=2,30&context=edit')
          await ask(who, 'OPTIONS', '/wp/v2/comments/2?_fields=methods')
          await ask(who, 'GET', '/wp/v2/comments/9999')
          await ask(who, 'GET', '/wp/v2/comments?include=2&status=hold')
        }
        for (const status of ['0', '1', 'any', 'approved'])
          await ask('editor', 'GET', `/wp/v2/comments?include=2,6&status=${status}&_fields=id,status`)
      },
      ['author_avatar_urls', 'author_ip', 'author_user_agent'],
    ))

  it('to write, from waiting to approved and to the trash', () =>
    onBoth(
      async (ask) => {
        await ask(null, 'POST', '/wp/v2/comments', { post: 1009, content: 'x' })
        await ask('editor', 'POST', '/wp/v2/comments', { post: 1009, content: '' })
        await ask('editor', 'POST', '/wp/v2/comments', { content: 'x' })
        const { data } = await ask('subscriber', 'POST', '/wp/v2/comments', { post: 1009, content: 'A word' })
        const path = `/wp/v2/comments/${data.id}`
        await ask(null, 'GET', path)
        await ask('subscriber', 'PUT', path, { content: 'x' })
        await ask('editor', 'PUT', path, { status: 'approved', content: 'Another word' })
        await ask('editor', 'PUT', path, { status: 'hold' })
        expect((await ask('editor', 'DELETE', path)).data).toMatchObject({ status: 'trash' })
        await ask('editor', 'DELETE', path)
        await ask('editor', 'DELETE', path + forced)
      },
      [...smallIds, 'link', 'author_avatar_urls', 'author_ip', 'author_user_agent'],
    ))
})

describe('what was below a deleted record comes below the one above', () => {
  it.each([
    ['categories', (name: string) => ({ name })],
    ['comments', (content: string) => ({ post: 1009, content })],
    ['pages', (title: string) => ({ title, status: 'publish' })],
  ] as const)('for %s', (base, fields) =>
    onBoth(
      async (ask) => {
        const make = async (name: string, parent: number) => {
          const made = await ask('editor', 'POST', `/wp/v2/${base}?_fields=id`, { ...fields(name), parent })
          return made.data.id
        }
        const above = await make('Above', 0)
        const between = await make('Between', above)
        const below = await make('Below', between)
        const read = () => ask('editor', 'GET', `/wp/v2/${base}/${below}?_fields=parent`)
        expect((await read()).data.parent).toBe(between)
        await ask('editor', 'DELETE', `/wp/v2/${base}/${between}${forced}&_fields=deleted`)
        expect((await read()).data.parent).toBe(above)
        for (const id of [below, above])
          await ask('editor', 'DELETE', `/wp/v2/${base}/${id}${forced}&_fields=deleted`)
      },
      [...smallIds, 'parent'],
    ),
  )
})

describe('media are the same', () => {
  it('to read, but for the names of their sizes’ files and their description', () =>
    onBoth(
      async (ask) => {
        await ask('editor', 'GET', '/wp/v2/media/586?context=edit')
        await ask(null, 'GET', '/wp/v2/media/586')
        await ask(null, 'GET', '/wp/v2/media/586?context=embed')
        await ask('editor', 'GET', '/wp/v2/media?include=501,586&search=room&_fields=id,slug')
        await ask('contributor', 'OPTIONS', '/wp/v2/media?_fields=methods')
      },
      ['description', 'filesize'],
    ))

  it('to upload, to change and to delete', () =>
    onBoth(async (ask) => {
      await ask('contributor', 'POST', '/wp/v2/media', pictureForm('dot.png'))
      await ask('author', 'POST', '/wp/v2/media', pictureForm('dot.exe'))
      const fields = { title: 'A dot', alt_text: 'Alt', caption: 'Cap', description: 'Des' }
      const { data } = await ask('author', 'POST', '/wp/v2/media', pictureForm('A Dot.png', fields))
      const path = `/wp/v2/media/${data.id}`
      await ask('author', 'PUT', path, {
        title: 'New',
        caption: 'c',
        description: 'd',
        alt_text: 'a',
        post: 1009,
      })
      await ask('contributor', 'PUT', path, { title: 'x' })
      await ask('author', 'DELETE', path)
      expect((await ask('author', 'DELETE', path + forced)).data).toMatchObject({ deleted: true })
    }))
})

describe('settings are the same', () => {
  it('in values, schema and refusals', () =>
    onBoth(async (ask) => {
      await ask('administrator', 'GET', '/wp/v2/settings')
      await ask('administrator', 'OPTIONS', '/wp/v2/settings?_fields=namespace,methods,schema')
      await ask('editor', 'GET', '/wp/v2/settings')
      await ask('editor', 'OPTIONS', '/wp/v2/settings?_fields=methods')
      await ask(null, 'POST', '/wp/v2/settings', { title: 'x' })
      await ask('administrator', 'POST', '/wp/v2/settings', {
        posts_per_page: 'x',
        use_smilies: 'y',
        email: 'no',
      })
      await ask('administrator', 'POST', '/wp/v2/settings', { title: 'The Harbour Gazette', none: 1 })
      const fields = 'name,description,url,home,gmt_offset,timezone_string,site_icon,site_logo,show_on_front'
      await ask(null, 'GET', `/?_fields=${fields}`)
    }))
})

describe('batches are the same', () => {
  it('with their status, headers and errors', () =>
    onBoth(async (ask) => {
      await ask('editor', 'OPTIONS', '/batch/v1?_fields=methods')
      await ask('editor', 'POST', '/batch/v1', {})
      await ask('editor', 'POST', '/batch/v1', { requests: [] })
      await ask('editor', 'POST', '/batch/v1', { requests: [{ path: '/wp/v2/posts', method: 'GET' }] })
      const many = Array.from({ length: 26 }, () => ({ path: '/wp/v2/posts', body: {} }))
      await ask('editor', 'POST', '/batch/v1', { requests: many })
      const wrong = { path: '/wp/v2/posts/1009', method: 'PUT', body: { status: 'nope' } }
      const right = { path: '/wp/v2/posts/5', method: 'PUT', body: { title: 'x' } }
      const validation = 'require-all-validate'
      const failed = await ask('editor', 'POST', '/batch/v1', { validation, requests: [right, wrong] })
      expect(failed).toMatchObject({ status: 207, data: { failed: 'validation' } })
      const made = { path: '/wp/v2/posts?_fields=id,title', body: { title: 'In a batch' } }
      const others = ['/wp/v2/media/501', '/wp/v2/none', '/wp/v2/settings', '/wp/v2/posts/1009/autosaves']
      const { data } = await ask('editor', 'POST', '/batch/v1', {
        requests: [made, right, wrong, ...others.map((path) => ({ path, body: { title: 'x' } }))],
      })
      const [{ body }] = data.responses as [{ body: { id: number } }]
      await ask('editor', 'DELETE', `/wp/v2/posts/${body.id}${forced}`)
    }))

  it('for a visitor', () =>
    onBoth(async (ask) => {
      const requests = [{ path: '/wp/v2/posts', body: { title: 'x' } }]
      expect((await ask(null, 'POST', '/batch/v1', { requests })).status).toBe(207)
    }))
})

describe('search is the same', () => {
  it.each([
    'search=ferry&per_page=2',
    'search=legal',
    'search=ferry&subtype=page',
    'search=harbour&type=term',
    'search=o&per_page=2&type=term&subtype=post_tag',
    'type=zzz',
    'subtype=zzz',
  ])('%s', (query) =>
    onBoth(async (ask) => {
      await ask(null, 'GET', `/wp/v2/search?${query}`)
    }),
  )
})

describe('what links lead to is the same', () => {
  it.each(['_embed', '_embed=author,wp:term', '_embed&_fields=id,_links,_embedded'])('%s', (query) =>
    onBoth(
      async (ask) => {
        await ask('editor', 'GET', `/wp/v2/posts/1046?${query}`)
      },
      ['author_avatar_urls', 'filesize'],
    ),
  )
})
