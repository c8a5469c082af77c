import { describe, expect, inject, it } from 'vitest'
import { roles, type Role } from '../../examples/wordpress/content'
import { asUser, asVisitor, newPost, rawFetch, seededPost, signIn, type Session } from '../support/wordpress'
import { serverDoes } from '../support/wordpressVersion'

const me = '/wp/v2/users/me?context=edit&_fields=username,roles'

// A PNG of one pixel.
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
)

describe('Signing in', () => {
  const sessions = new Map<Role, Promise<Session>>()
  /** Somebody signed in, once for these tests. */
  const session = (role: Role) => {
    const opened = sessions.get(role) ?? signIn(role)
    sessions.set(role, opened)
    return opened
  }

  it.each(roles)('knows the %s by application password', async (role) => {
    const { data } = await asUser(role)({ path: me })
    expect(data).toEqual({ username: role, roles: [role] })
  })

  it.each(roles)('knows the %s by cookie and nonce', async (role) => {
    const { fetcher } = await session(role)
    const { data } = await fetcher({ path: me })
    expect(data).toEqual({ username: role, roles: [role] })
  })

  it('sets each cookie in a header of its own', async () => {
    const { username, password } = inject('wordpress').users.editor
    const response = await rawFetch(null, '/wp-login.php', {
      method: 'POST',
      body: new URLSearchParams({ log: username, pwd: password }),
      redirect: 'manual',
    })
    const names = response.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
    expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^wordpress_logged_in_/)]))
    expect(names.length).toBeGreaterThan(2)
  })

  it('lets nobody in with a wrong password', async () => {
    const response = await rawFetch(null, '/wp-login.php', {
      method: 'POST',
      body: new URLSearchParams({ log: 'editor', pwd: 'wrong' }),
      redirect: 'manual',
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('login_error')
  })

  it('does not carry one client’s cookies over to the next', async () => {
    await session('administrator')
    await expect(asVisitor()({ path: me })).rejects.toMatchObject({ status: 401, code: 'rest_not_logged_in' })
  })

  it('takes a cookie without a nonce for a visitor', async () => {
    const { fetch } = await session('editor')
    const response = await fetch('/wp-json/wp/v2/users/me')
    expect(response.status).toBe(401)
  })

  it('refuses an expired nonce with rest_cookie_invalid_nonce', async () => {
    const { fetch } = await session('editor')
    const response = await fetch('/wp-json/wp/v2/users/me', {
      headers: { 'X-WP-Nonce': '0123456789' },
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'rest_cookie_invalid_nonce' })
  })

  it('ends the session when signing out', async () => {
    const { fetch, signOut } = await session('author')
    await signOut()
    const response = await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')
    expect(await response.text()).toBe('0')
  })
})

describe('Permissions', () => {
  it('keep a contributor from publishing another’s post', async () => {
    const post = seededPost('draft')
    const published = asUser('contributor')({
      path: `/wp/v2/posts/${post.id}`,
      method: 'PUT',
      data: { status: 'publish' },
    })
    await expect(published).rejects.toMatchObject({ status: 403, code: 'rest_cannot_edit' })
  })

  it('keep a contributor from publishing her own', async () => {
    const created = newPost({ status: 'publish' }, 'contributor')
    await expect(created).rejects.toMatchObject({ status: 403, code: 'rest_cannot_publish' })
  })

  it.each([
    ['administrator', 'GET, POST, PUT, PATCH, DELETE'],
    ['editor', 'GET, POST, PUT, PATCH, DELETE'],
    ['author', 'GET'],
    ['contributor', 'GET'],
    ['subscriber', 'GET'],
  ] as const)('are in the Allow header of a single post: the %s gets %s', async (role, allow) => {
    const post = seededPost()
    const { headers } = await asUser(role)({ path: `/wp/v2/posts/${post.id}?_fields=id` })
    expect(headers.get('Allow')).toBe(allow)
  })

  it('are in the links of list items where the server hints them', async () => {
    const { data } = await asUser('editor')({ path: '/wp/v2/posts?per_page=1&_fields=_links' })
    const [item] = data as { _links: { self: object[] } }[]
    expect('targetHints' in (item?._links.self[0] ?? {})).toBe(serverDoes('linkHints'))
  })
})

describe('Reading', () => {
  it('runs the WordPress that it says it is', async () => {
    const { url, version } = inject('wordpress')
    const page = await (await rawFetch(null, '/wp-login.php')).text()
    expect(page).toContain(`?ver=${version}`)
    expect(page).toContain(url)
  })

  it('tells a list’s totals', async () => {
    const { data, headers } = await asVisitor()({ path: '/wp/v2/posts?author_exclude=1&per_page=7' })
    expect(data).toHaveLength(7)
    const total = Number(headers.get('X-WP-Total'))
    expect(total).toBeGreaterThan(100)
    expect(headers.get('X-WP-TotalPages')).toBe(String(Math.ceil(total / 7)))
  })

  it('works with plain permalinks', async () => {
    const post = await newPost({ status: 'publish' })
    const path = `/wp/v2/posts/${post.id}?_fields=id,title`
    const { data } = await asVisitor({ plain: true })({ path })
    expect(data).toEqual({ id: post.id, title: { rendered: 'A post for one test' } })
  })

  it('answers ten requests at once', async () => {
    const posts = await asVisitor()({ path: '/wp/v2/posts?per_page=10&_fields=id' })
    const ids = (posts.data as { id: number }[]).map(({ id }) => id)
    const answers = await Promise.all(
      ids.map((id) => asVisitor()({ path: `/wp/v2/posts/${id}?_fields=id` }).then(({ data }) => data)),
    )
    expect(ids).toHaveLength(10)
    expect(answers).toEqual(ids.map((id) => ({ id })))
  })

  it('describes the settings in the answer to OPTIONS', async () => {
    const { data } = await asUser('administrator')({ path: '/wp/v2/settings', method: 'OPTIONS' })
    expect(data).toMatchObject({
      schema: {
        properties: { title: { title: 'Title', type: 'string' }, description: { title: 'Tagline' } },
      },
    })
  })
})

describe('Writing', () => {
  it('updates with PUT', async () => {
    const post = await newPost()
    const { data } = await asUser('editor')({
      path: `/wp/v2/posts/${post.id}?_fields=title,status`,
      method: 'PUT',
      data: { title: 'Tom & Jerry' },
    })
    expect(data).toEqual({ status: 'draft', title: { raw: 'Tom & Jerry', rendered: 'Tom &#038; Jerry' } })
  })

  it('moves to the trash with DELETE, and answers the post as it lies there', async () => {
    const post = await newPost({ status: 'publish', slug: `trash-me-${Date.now()}` })
    const { data } = await asUser('administrator')({ path: `/wp/v2/posts/${post.id}`, method: 'DELETE' })
    expect(data).toMatchObject({ id: post.id, status: 'trash', slug: `${String(post.slug)}__trashed` })
  })

  it('deletes for good with force, and answers what was there', async () => {
    const post = await newPost()
    const path = `/wp/v2/posts/${post.id}`
    const { data } = await asUser('administrator')({ path: `${path}?force=true`, method: 'DELETE' })
    expect(data).toMatchObject({ deleted: true, previous: { id: post.id } })
    await expect(asUser('administrator')({ path })).rejects.toMatchObject({ code: 'rest_post_invalid_id' })
  })

  it('answers an empty change of the settings with all of them', async () => {
    const administrator = asUser('administrator')
    const { data: before } = await administrator({ path: '/wp/v2/settings' })
    const { data } = await administrator({ path: '/wp/v2/settings', method: 'PUT', data: {} })
    expect(data).toEqual(before)
  })

  it('keeps registered post meta', async () => {
    const post = await newPost({ meta: { subtitle: 'In two parts' } })
    expect(post.meta).toMatchObject({ subtitle: 'In two parts' })
  })
})

describe('Media', () => {
  it('takes an upload as a form', async () => {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(pixel)], { type: 'image/png' }), 'form.png')
    body.append('title', 'From a form')
    const { status, data } = await asUser('author')({ path: '/wp/v2/media', method: 'POST', body })
    expect(status).toBe(201)
    expect(data).toMatchObject({ title: { raw: 'From a form' }, media_type: 'image', mime_type: 'image/png' })
  })

  it('takes an upload as a bare body, and serves the same bytes with their type', async () => {
    const { data } = await asUser('author')({
      path: '/wp/v2/media',
      method: 'POST',
      body: new Uint8Array(pixel),
      headers: { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="bare.png"' },
    })
    const { source_url: address } = data as { source_url: string }
    const file = await fetch(address)
    expect(file.headers.get('Content-Type')).toBe('image/png')
    expect(Buffer.from(await file.arrayBuffer()).equals(pixel)).toBe(true)
  })

  it.each(['thumbnail', 'medium', 'full'])('serves the pictures it was filled with: %s', async (size) => {
    const { data } = await asVisitor()({ path: '/wp/v2/media/501?_fields=media_details' })
    const { media_details: details } = data as {
      media_details: { sizes: Record<string, { source_url: string }> }
    }
    const file = await fetch(details.sizes[size]?.source_url ?? '')
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  })
})

describe('Beside the REST interface', () => {
  it.each([
    ['/wp-includes/js/dist/url.min.js', 'text/javascript; charset=utf-8'],
    ['/wp-admin/css/login.min.css', 'text/css; charset=utf-8'],
    ['/wp-login.php', 'text/html; charset=UTF-8'],
  ])('serves %s as %s', async (path, type) => {
    const response = await rawFetch(null, path)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type])
  })

  it.each([
    ['?ver=6.6', 'public, max-age=31536000, immutable'],
    ['', 'public, max-age=0'],
  ])('lets a browser keep a script of a version, and no other: %s', async (query, kept) => {
    const response = await rawFetch(null, `/wp-includes/js/dist/url.min.js${query}`)
    expect(response.headers.get('Cache-Control')).toBe(kept)
  })

  it.each(['/wp-content/database/.ht.sqlite', '/wp-content/%2e%2e/wp-content/database/.ht.sqlite'])(
    'does not hand out the database at %s',
    async (path) => {
      const response = await rawFetch(null, path)
      expect(response.status).toBe(403)
    },
  )
})
