import { describe, expect, it } from 'vitest'
import { onBoth } from './bothSites'

const everybody = ['administrator', 'editor', 'author', 'contributor', 'subscriber', null] as const
const planned = 'before=2025-01-01T00:00:00'
/** Tests of other files leave pictures on the site. */
const plannedMedia = 'include=501,518,535,552,569,586'

describe('lists of posts are the same in the mock and in the real WordPress', () => {
  it.each([
    `posts?${planned}`,
    `posts?${planned}&context=edit&per_page=3`,
    `posts?${planned}&context=embed&per_page=3`,
    `posts?${planned}&page=2&per_page=4&_fields=id,title.rendered`,
    `posts?${planned}&offset=3&per_page=2&_fields=id`,
    `posts?${planned}&per_page=2&context=edit&_fields=id,_links.version-history,_links.about`,
    'posts/1009?context=edit&_fields=id,_links.version-history',
    `posts?${planned}&page=99`,
    'posts?per_page=101',
    'posts?per_page=0&page=x',
    'posts?order=up',
    'posts?orderby=hello&status=foo',
    'posts?include=abc',
    `posts?${planned}&order=asc&per_page=4&_fields=id,date`,
    `posts?${planned}&orderby=id&per_page=4&_fields=id`,
    `posts?${planned}&orderby=slug&order=asc&per_page=5&_fields=id,slug`,
    'posts?orderby=include&include=1083,1009,1046&_fields=id',
    'posts?orderby=include_slugs&slug=a-morning-with-the-old-ferry&_fields=id',
    'posts?include[]=1009&include[]=5&_fields=id,slug',
    `posts?${planned}&exclude=1009&per_page=100&_fields=id`,
    `posts?${planned}&search=ferry&_fields=id,title`,
    `posts?${planned}&search=nothing+at+all`,
    `posts?${planned}&categories=2&per_page=5&_fields=id,categories`,
    `posts?${planned}&categories_exclude=2,3&per_page=5&_fields=id,categories`,
    `posts?${planned}&tags=17&per_page=5&_fields=id,tags`,
    `posts?${planned}&author=2&per_page=5&_fields=id,author`,
    `posts?${planned}&author_exclude=2&per_page=5&_fields=id,author`,
    `posts?${planned}&status=draft,pending&per_page=5&_fields=id,status`,
    `posts?${planned}&status=private&per_page=5&_fields=id,status,title`,
    `posts?${planned}&after=2024-01-01T00:00:00&per_page=5&_fields=id,date`,
    `pages?${planned}&parent=0&per_page=3&context=edit`,
    `pages?${planned}&orderby=menu_order&order=asc&_fields=id,menu_order,parent,link`,
    `pages?${planned}&parent=0&_fields=id,parent`,
    `books?${planned}&context=edit`,
    `posts?include=1009&_fields=id,_links`,
    `posts?${planned}&format=standard&per_page=3&_fields=id`,
    `posts?${planned}&format=quote,aside&per_page=3&_fields=id`,
    'posts?format=none',
    `posts?${planned}&search=ferry&search_semantics=exact&_fields=id`,
    'posts?search=ferry&search_semantics=like',
    'posts?ignore_sticky=perhaps',
    `media?${plannedMedia}&media_type=image,video&orderby=id&order=asc&per_page=3&_fields=id`,
    'media?media_type=image,plan&_fields=id',
    `media?${plannedMedia}&mime_type=image/png,image/gif&orderby=id&order=asc&per_page=3&_fields=id`,
  ])('for an editor: %s', (path) =>
    onBoth(async (ask) => {
      await ask('editor', 'GET', `/wp/v2/${path}`)
    }),
  )

  it.each([
    `posts?${planned}`,
    `posts?${planned}&context=edit`,
    `posts?${planned}&status=draft`,
    'posts?status=foo',
    `posts?${planned}&status=any&per_page=5&_fields=id,status`,
  ])('for an author, a subscriber and a visitor: %s', (path) =>
    onBoth(async (ask) => {
      for (const who of ['author', 'subscriber', null] as const) await ask(who, 'GET', `/wp/v2/${path}`)
    }),
  )

  it('with sticky posts first where that is asked for', () =>
    onBoth(async (ask) => {
      const sticky = [8298, 5042]
      for (const id of sticky) await ask('editor', 'PUT', `/wp/v2/posts/${id}?_fields=id`, { sticky: true })
      for (const asked of [
        '',
        '&page=2',
        '&offset=2',
        '&orderby=title&order=asc',
        '&author=3',
        '&exclude=5042',
        '&include=1009,5042',
        '&search=ferry',
        '&categories=2',
        '&sticky=true',
        '&sticky=false',
        '&status=draft',
      ]) {
        await ask(
          'editor',
          'GET',
          `/wp/v2/posts?${planned}&ignore_sticky=false&per_page=4&_fields=id${asked}`,
        )
      }
      await ask('editor', 'GET', `/wp/v2/posts?${planned}&per_page=4&_fields=id`)
      for (const id of sticky) await ask('editor', 'PUT', `/wp/v2/posts/${id}?_fields=id`, { sticky: false })
    }))

  it('with totals that count what somebody may not see', () =>
    onBoth(async (ask) => {
      const drafts = `/wp/v2/posts?${planned}&status=draft&_fields=id,author&per_page=6`
      const { headers, data } = await ask('contributor', 'GET', drafts)
      expect(Object.values(data).length).toBeLessThan(Number(headers['X-WP-Total']))
    }))
})

describe('single posts are the same', () => {
  it.each(everybody)('for: %s', async (who) => {
    await onBoth(async (ask) => {
      await ask(who, 'GET', '/wp/v2/posts/1009')
      await ask(who, 'GET', '/wp/v2/posts/1009?context=edit')
      await ask(who, 'OPTIONS', '/wp/v2/posts/1009?_fields=namespace,methods')
      await ask(who, 'OPTIONS', '/wp/v2/pages/192?_fields=methods')
      await ask(who, 'OPTIONS', '/wp/v2/pages?_fields=methods')
    })
  })

  it.each(['view', 'edit', 'embed'])('in the context %s', (context) =>
    onBoth(async (ask) => {
      for (const path of ['posts/1009', 'pages/192', 'books/301', 'posts/5', 'books/1009']) {
        await ask('editor', 'GET', `/wp/v2/${path}?context=${context}`)
      }
    }),
  )

  it('with some fields', () =>
    onBoth(async (ask) => {
      await ask('editor', 'GET', '/wp/v2/posts/1009?_fields=id,title.rendered,content.protected')
      await ask('editor', 'GET', '/wp/v2/posts/1009?_fields[]=id&_fields[]=_links.self')
      await ask('editor', 'GET', '/wp/v2/posts/1009?_fields=none')
    }))

  it('in the schema of their meta', () =>
    onBoth(async (ask) => {
      const { data } = await ask(
        'editor',
        'OPTIONS',
        '/wp/v2/books/?context=edit&_fields=schema.properties.meta.properties',
      )
      expect(data).toHaveProperty('schema.properties.meta.properties.subtitle')
    }))
})

describe('what is written is the same', () => {
  it('from a draft to a published post, by its editor', () =>
    onBoth(async (ask) => {
      const made = await ask('editor', 'POST', '/wp/v2/posts', {
        title: 'A <b>bold</b> & "quoted" story',
        content: 'One\n\nTwo',
      })
      expect(made.status).toBe(201)
      const path = `/wp/v2/posts/${made.data.id}`
      await ask('editor', 'PUT', path, { status: 'publish' })
      await ask('editor', 'PUT', path, {
        title: 'Second',
        excerpt: 'Short',
        meta: { subtitle: 'Sub', none: 1 },
      })
      await ask('editor', 'PUT', path, {
        content: '<!-- wp:paragraph -->\n<p>Hi</p>\n<!-- /wp:paragraph -->',
      })
      await ask('editor', 'PUT', path, {
        categories: [3, 999],
        tags: [17, 12],
        format: 'aside',
        sticky: true,
      })
      await ask('editor', 'PUT', path, {
        slug: 'Another Slug!',
        comment_status: 'closed',
        featured_media: 501,
      })
      await ask('editor', 'PUT', path, { featured_media: 999, sticky: false, status: 'private' })
      await ask('editor', 'PUT', path, {
        id: made.data.id,
        title: { raw: 'As an object' },
        status: 'pending',
      })
      await ask(null, 'GET', path)
      await ask('author', 'PUT', path, { title: 'Not mine' })
      await ask('editor', 'DELETE', `${path}?force=true`)
      await ask('editor', 'GET', path)
    }))

  it('through the trash and back', () =>
    onBoth(async (ask) => {
      const { data } = await ask('editor', 'POST', '/wp/v2/posts', {
        title: 'Trashed story',
        status: 'publish',
      })
      const path = `/wp/v2/posts/${data.id}`
      expect((await ask('editor', 'DELETE', path)).data).toMatchObject({ status: 'trash' })
      expect((await ask('editor', 'DELETE', path)).status).toBe(410)
      await ask('editor', 'GET', `${path}?context=edit`)
      await ask(null, 'GET', path)
      await ask('editor', 'PUT', path, { status: 'draft' })
      await ask('contributor', 'DELETE', path)
      await ask('editor', 'DELETE', `${path}?force=true`)
      await ask('editor', 'DELETE', path)
    }))

  it.each([
    ['title of nothing', 'editor', {}],
    ['unknown status', 'editor', { title: 'x', status: 'hello' }],
    ['wrong types', 'editor', { title: 3, sticky: 'maybe', categories: 'x' }],
    ['id', 'editor', { title: 'x', id: 4 }],
    ['unknown author', 'editor', { title: 'x', author: 999 }],
    ['author who is another', 'author', { title: 'x', author: 2 }],
    ['wrong date', 'editor', { title: 'x', date: 'yes' }],
    ['status that is not allowed', 'contributor', { title: 'x', status: 'publish' }],
    ['private status that is not allowed', 'contributor', { title: 'x', status: 'private' }],
    ['sticky post of a contributor', 'contributor', { title: 'x', sticky: true }],
    ['visitor', null, { title: 'x' }],
    ['subscriber', 'subscriber', { title: 'x' }],
  ] as const)('where it is refused: %s', async (_, who, body) => {
    await onBoth(async (ask) => {
      expect((await ask(who, 'POST', '/wp/v2/posts', body)).status).toBeGreaterThan(399)
    })
  })

  it.each([
    ['contributor', { title: 'x' }],
    ['editor', { status: 'nope' }],
    ['editor', { meta: { subtitle: 5 } }],
    [null, { title: 'x' }],
  ] as const)('where a change is refused: %s %j', async (who, body) => {
    await onBoth(async (ask) => {
      expect((await ask(who, 'PUT', '/wp/v2/posts/1009', body)).status).toBeGreaterThan(399)
      await ask(who, 'PUT', '/wp/v2/posts/5', body)
    })
  })

  it('for pages, books and patterns', () =>
    onBoth(async (ask) => {
      const parent = await ask('editor', 'POST', '/wp/v2/pages', { title: 'Parent page', status: 'publish' })
      const child = await ask('editor', 'POST', '/wp/v2/pages', {
        title: 'Child page',
        status: 'publish',
        parent: parent.data.id,
        menu_order: 3,
      })
      const book = await ask('author', 'POST', '/wp/v2/books', {
        title: 'A book',
        meta: { subtitle: 'Of mine' },
      })
      await ask('contributor', 'GET', `/wp/v2/books/${book.data.id}`)
      await ask('author', 'PUT', `/wp/v2/books/${book.data.id}`, { status: 'publish' })
      const block = await ask('author', 'POST', '/wp/v2/blocks', {
        title: 'A pattern',
        status: 'publish',
        content: '<!-- wp:separator /-->',
      })
      await ask('contributor', 'GET', `/wp/v2/blocks/${block.data.id}`)
      await ask('subscriber', 'GET', `/wp/v2/blocks/${block.data.id}`)
      await ask('contributor', 'POST', '/wp/v2/blocks', { title: 'x' })
      await ask('author', 'POST', '/wp/v2/pages', { title: 'x' })
      for (const [base, { data }] of [
        ['blocks', block],
        ['books', book],
        ['pages', child],
        ['pages', parent],
      ] as const) {
        await ask('administrator', 'DELETE', `/wp/v2/${base}/${data.id}?force=true`)
      }
    }))

  it('behind a password', () =>
    onBoth(async (ask) => {
      const { data } = await ask('editor', 'POST', '/wp/v2/posts', {
        title: 'Secret story',
        status: 'publish',
        password: 'abc',
        content: 'Secret',
      })
      const path = `/wp/v2/posts/${data.id}`
      await ask(null, 'GET', `${path}?_fields=content,excerpt,title`)
      await ask(null, 'GET', `${path}?password=abc&_fields=content,excerpt`)
      await ask(null, 'GET', `${path}?password=x`)
      await ask('editor', 'DELETE', `${path}?force=true`)
    }))

  it('in notations that WordPress does not write', () =>
    onBoth(async (ask) => {
      const { data } = await ask('editor', 'POST', '/wp/v2/posts', { title: 'Notations', status: 'publish' })
      const path = `/wp/v2/posts/${data.id}`
      for (const edits of [
        { date: '2020-01-01T10:00:00Z' },
        { date: '2020-01-02T10:00:00.000Z' },
        { date: '2020-01-03T10:00:00+02:00' },
        { date: '2020-01-04T10:00:00-0330' },
        { date: '2020-01-05T10:00:00+02' },
        { date: '2020-01-06 10:00:00' },
        { date: '2020-01-07T10:00' },
        { date: '2020-01-08' },
        { date: 'tomorrow' },
        { date_gmt: '2020-01-09T10:00:00Z' },
        { date_gmt: '2020-01-10T10:00:00+02:00' },
        { sticky: 'true' },
        { sticky: 0 },
        { sticky: 'yes' },
        { categories: ['3'] },
        { slug: 'Größe' },
        { slug: "It's Œuvre & <b>more</b>/50%" },
        { slug: 'Smørrebrød Þór Łódź' },
        { title: 5 },
      ])
        await ask('editor', 'PUT', `${path}?_fields=date,date_gmt,sticky,categories,slug,title`, edits)
      await ask('editor', 'DELETE', `${path}?force=true`)
    }))

  it('with a slug that is taken', () =>
    onBoth(async (ask) => {
      const { data } = await ask('editor', 'POST', '/wp/v2/posts', {
        title: 'x',
        status: 'publish',
        slug: 'a-morning-with-the-old-ferry',
      })
      expect(data.slug).toBe('a-morning-with-the-old-ferry-2')
      await ask('editor', 'DELETE', `/wp/v2/posts/${data.id}?force=true`)
    }))
})

describe('revisions and autosaves are the same', () => {
  it('for each save, newest first, in each context', () =>
    onBoth(async (ask) => {
      const { data } = await ask('editor', 'POST', '/wp/v2/posts', { title: 'First', status: 'publish' })
      const path = `/wp/v2/posts/${data.id}`
      await ask('editor', 'PUT', path, { title: 'Second', content: 'Text', excerpt: 'Short' })
      await ask('editor', 'PUT', path, { title: 'Third' })
      await ask('editor', 'PUT', path, { title: 'Third', sticky: true })
      for (const context of ['view', 'edit', 'embed']) {
        await ask('editor', 'GET', `${path}/revisions?context=${context}`)
      }
      const ids = await ask('editor', 'GET', `${path}/revisions?_fields=id&per_page=1&page=2`)
      const [{ id = 0 } = {}] = Object.values(ids.data) as unknown as { id?: number }[]
      await ask('editor', 'GET', `${path}/revisions/${id}?context=edit`)
      await ask('editor', 'DELETE', `${path}/revisions/${id}?force=true`)
      await ask('editor', 'GET', `${path}/revisions/99`)
      await ask('editor', 'GET', `${path}/revisions?page=9`)
      await ask('editor', 'GET', '/wp/v2/posts/99/revisions')
      await ask('contributor', 'GET', `${path}/revisions`)
      await ask(null, 'GET', `${path}/revisions`)
      await ask('contributor', 'OPTIONS', `${path}/autosaves?_fields=methods`)
      await ask('editor', 'DELETE', `${path}?force=true`)
    }))

  it('beside a published post, and in place of one’s own draft', () =>
    onBoth(
      async (ask) => {
        const { data } = await ask('editor', 'POST', '/wp/v2/posts', { title: 'First', status: 'publish' })
        const path = `/wp/v2/posts/${data.id}`
        await ask('editor', 'GET', `${path}/autosaves?context=edit`)
        const saved = await ask('editor', 'POST', `${path}/autosaves`, { title: 'Typed', content: 'Text' })
        expect(saved.data.id).not.toBe(data.id)
        await ask('editor', 'GET', `${path}/autosaves?context=edit`)
        await ask('editor', 'GET', `${path}/autosaves/${saved.data.id}`)
        await ask('administrator', 'POST', `${path}/autosaves`, { title: 'By another', content: 'Text' })
        await ask('editor', 'GET', `${path}?context=edit`)
        await ask('editor', 'GET', `${path}/revisions?_fields=id,slug,parent`)
        await ask('contributor', 'POST', `${path}/autosaves`, { title: 'x' })
        await ask('editor', 'POST', '/wp/v2/posts/99/autosaves', { title: 'x' })
        await ask('editor', 'DELETE', `${path}?force=true`)

        const draft = await ask('contributor', 'POST', '/wp/v2/posts', { title: 'Mine' })
        const own = `/wp/v2/posts/${draft.data.id}`
        const kept = await ask('contributor', 'POST', `${own}/autosaves`, {
          title: 'Mine, typed',
          content: 'zz',
        })
        expect(kept.data.id).toBe(draft.data.id)
        await ask('contributor', 'GET', `${own}/autosaves`)
        await ask('contributor', 'GET', `${own}?context=edit`)
        await ask('contributor', 'DELETE', `${own}?force=true`)
      },
      ['preview_link'],
    ))
})
