import {
  addEntities,
  createRestFetcher,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectCanUser,
  selectDeleteError,
  selectEntityRecord,
  selectEntityRecordEdits,
  selectEntityRecordsTotalItems,
  selectHasEdits,
  selectSaveError,
} from 'copydesk'
import { describe, expect, inject, it } from 'vitest'
import { asUser, newPost, postOnServer, seededPost, signIn } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

describe('A site with plain permalinks', () => {
  it('is listed, edited, saved and deleted in like any other', async () => {
    const { id } = await newPost({ status: 'publish' })
    const { dispatch, state } = storeWith(asUser('editor', { plain: true }))
    const query = { include: [id], _fields: ['id', 'title'], per_page: 3 }
    expect(await dispatch(fetchEntityRecords('postType', 'post', query))).toMatchObject([{ id }])
    expect(selectEntityRecordsTotalItems(state(), 'postType', 'post', query)).toBe(1)
    await dispatch(fetchEntityRecord('postType', 'post', id))
    dispatch(editEntityRecord('postType', 'post', id, { title: 'Plain & simple' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(await postOnServer(id)).toMatchObject({ title: { raw: 'Plain & simple' } })
    await dispatch(deleteEntityRecord('postType', 'post', id, { force: true }, { throwOnError: true }))
    expect(await postOnServer(id)).toMatchObject({ code: 'rest_post_invalid_id' })
  })

  it('is reached by keys with slashes', async () => {
    const { dispatch } = storeWith(asUser('administrator', { plain: true }))
    const id = 'twentytwentyfour//header'
    expect(await dispatch(fetchEntityRecord('postType', 'wp_template_part', id))).toMatchObject({ id })
  })
})

describe('A server that lets only GET and POST through', () => {
  it('is written to by POST with the method in a header', async () => {
    const { id } = await newPost({ status: 'publish' })
    const { root, users } = inject('wordpress')
    const lines: string[] = []
    const fetcher = createRestFetcher({
      root,
      authorization: { username: 'editor', password: users.editor.applicationPassword },
      methodOverride: true,
      fetch: (url, init) => {
        lines.push(`${init.method} ${new Headers(init.headers).get('X-HTTP-Method-Override')}`)
        return fetch(url, init)
      },
    })
    const { dispatch } = storeWith(fetcher)
    await dispatch(saveEntityRecord('postType', 'post', { id, title: 'Overridden' }, { throwOnError: true }))
    expect(await postOnServer(id)).toMatchObject({ title: { raw: 'Overridden' } })
    await dispatch(deleteEntityRecord('postType', 'post', id, { force: true }, { throwOnError: true }))
    expect(await postOnServer(id)).toMatchObject({ code: 'rest_post_invalid_id' })
    expect(lines.slice(-2)).toEqual(['POST PUT', 'POST DELETE'])
  })
})

describe('A nonce that expires', () => {
  it('in the middle of a save is refreshed once, and the save goes through', async () => {
    const { id } = await newPost({ status: 'publish' })
    const { lines, fetcher } = await withExpiringNonce()
    const { dispatch, state } = storeWith(fetcher)
    await dispatch(fetchEntityRecord('postType', 'post', id))
    dispatch(editEntityRecord('postType', 'post', id, { title: 'After all' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', id, { throwOnError: true }))
    expect(lines.slice(-4)).toEqual(['GET 200', 'PUT 403', 'refresh', 'PUT 200'])
    expect(await postOnServer(id)).toMatchObject({ title: { raw: 'After all' } })
    expect(selectHasEdits(state(), 'postType', 'post', id)).toBe(false)
    expect(selectCanUser(state(), 'update', { kind: 'postType', name: 'post', id })).toBe(true)
  })

  it('in the middle of two saves is refreshed once for both', async () => {
    const ids = [(await newPost()).id, (await newPost()).id]
    const { lines, fetcher } = await withExpiringNonce()
    const { dispatch } = storeWith(fetcher)
    const save = (id: number) => dispatch(saveEntityRecord('postType', 'post', { id, title: 'Both' }))
    expect(await Promise.all(ids.map(save))).toMatchObject([
      { title: { raw: 'Both' } },
      { title: { raw: 'Both' } },
    ])
    expect(lines.filter((line) => line === 'refresh')).toHaveLength(1)
  })

  it('for good, because the user has signed out elsewhere, is an error; the edits are kept', async () => {
    const { id } = seededPost()
    const session = await signIn('editor')
    const { dispatch, state } = storeWith(session.fetcher)
    await dispatch(fetchEntityRecord('postType', 'post', id))
    dispatch(editEntityRecord('postType', 'post', id, { title: 'Too late' }))
    await session.signOut()
    expect(await dispatch(saveEditedEntityRecord('postType', 'post', id))).toBeUndefined()
    const error = selectSaveError(state(), 'postType', 'post', id) as { status: number; code: string }
    expect([error.status, error.code]).toEqual([403, 'rest_cookie_invalid_nonce'])
    expect(selectEntityRecordEdits(state(), 'postType', 'post', id)).toEqual({ title: 'Too late' })
    expect(selectCanUser(state(), 'update', { kind: 'postType', name: 'post', id })).toBe(true)
  })
})

describe('A wrong application password', () => {
  const strangers = () =>
    storeWith(
      createRestFetcher({
        root: inject('wordpress').root,
        authorization: { username: 'editor', password: 'not this one' },
      }),
    )

  it('makes a read fail with status 401', async () => {
    const { id } = seededPost()
    await expect(strangers().dispatch(fetchEntityRecord('postType', 'post', id))).rejects.toMatchObject({
      name: 'RestError',
      code: 'rest_forbidden_context',
      status: 401,
    })
  })

  it('makes a save fail with status 401, keeps the edits, and says nothing of permissions', async () => {
    const { id } = seededPost()
    const { dispatch, state } = strangers()
    await dispatch(fetchEntityRecord('postType', 'post', id, { context: 'view' }))
    const resource = { kind: 'postType', name: 'post', id }
    dispatch(editEntityRecord('postType', 'post', id, { title: 'Who' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', id))
    expect(selectSaveError(state(), 'postType', 'post', id)).toMatchObject({
      code: 'rest_cannot_edit',
      status: 401,
    })
    expect(selectEntityRecordEdits(state(), 'postType', 'post', id)).toEqual({ title: 'Who' })
    expect(selectCanUser(state(), 'read', resource)).toBe(true)
  })
})

describe('A strange id', () => {
  const noRoute = { name: 'RestError', code: 'rest_no_route', status: 404 }
  const noPost = { name: 'RestError', code: 'rest_post_invalid_id', status: 404 }
  const posts = {
    kind: 'postType',
    name: 'post',
    baseURL: '/wp/v2/posts',
    baseURLParams: { context: 'edit' },
  }
  const notSent = { code: 'invalid_id', message: expect.stringContaining('is not the id of a record') }

  it.each([
    ['a b', 'a%20b', noRoute],
    ['50%', '50%25', noRoute],
    ['a?b=1#c', 'a%3Fb%3D1%23c', noRoute],
    ['ü✓', '%C3%BC%E2%9C%93', noRoute],
    ['%2e%2e/users/1', '%252e%252e/users/1', noRoute],
    [-5, '-5', noRoute],
    ['1e+21', '1e%2B21', noRoute],
    ['0', '0', noPost],
    ['..', null, notSent],
    ['../users/1', null, notSent],
    ['1/../../users/1', null, notSent],
  ] as const)('reaches no other endpoint, and fails clearly: %s', async (id, path, error) => {
    const { dispatch, state, paths } = storeWith(asUser('administrator'))
    dispatch(addEntities([posts]))
    await expect(dispatch(fetchEntityRecord('postType', 'post', id))).rejects.toMatchObject(error)
    await dispatch(saveEntityRecord('postType', 'post', { id: id as number, title: 'Strange' }))
    expect(selectSaveError(state(), 'postType', 'post', id)).toMatchObject(error)
    expect(await dispatch(deleteEntityRecord('postType', 'post', id))).toBe(false)
    expect(selectDeleteError(state(), 'postType', 'post', id)).toMatchObject(error)
    expect(selectEntityRecord(state(), 'postType', 'post', id)).toBeUndefined()
    const address = `/wp/v2/posts/${path}`
    expect(paths).toEqual(path === null ? [] : [`${address}?context=edit`, address, address])
  })

  it('that no number can be told apart by is refused, and nothing is sent', async () => {
    const { dispatch, paths } = storeWith(asUser('administrator'))
    dispatch(addEntities([posts]))
    const refused = { code: 'invalid_id', message: expect.stringContaining('1e+21') }
    await expect(dispatch(fetchEntityRecord('postType', 'post', 1e21))).rejects.toMatchObject(refused)
    const save = saveEntityRecord('postType', 'post', { id: 1e21, title: 'Strange' })
    await expect(dispatch(save)).rejects.toMatchObject(refused)
    await expect(dispatch(deleteEntityRecord('postType', 'post', 1e21))).rejects.toMatchObject(refused)
    expect(paths).toEqual([])
  })

  it('that names a list below a record is an error, and is not sent', async () => {
    const { id } = seededPost()
    const { dispatch, state, paths } = storeWith(asUser('administrator'))
    const strange = `${id}/revisions`
    await expect(dispatch(fetchEntityRecord('postType', 'post', strange))).rejects.toMatchObject(notSent)
    expect(selectEntityRecord(state(), 'postType', 'post', strange)).toBeUndefined()
    expect(paths.filter((path) => path.includes('revisions'))).toEqual([])
  })

  it('that stands for a record under another name is an error, and stores nothing', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    await expect(dispatch(fetchEntityRecord('root', 'user', 'me'))).rejects.toMatchObject({
      code: 'invalid_response',
      message: expect.stringContaining("record 'me'"),
    })
    expect(selectEntityRecord(state(), 'root', 'user', 'me')).toBeUndefined()
  })
})

/** Signed in by cookie, with a nonce that the server stops taking before the first PUT. */
async function withExpiringNonce() {
  const session = await signIn('editor')
  const lines: string[] = []
  const fetcher = createRestFetcher({
    root: inject('wordpress').root,
    nonce: {
      initial: 'expires-soon',
      refresh: async () => {
        lines.push('refresh')
        return (await session.fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text()
      },
    },
    fetch: async (url, init) => {
      const headers = new Headers(init.headers)
      if (init.method === 'GET' && headers.get('X-WP-Nonce') === 'expires-soon') {
        headers.set('X-WP-Nonce', session.nonce)
      }
      const response = await session.fetch(url, { ...init, headers })
      lines.push(`${init.method} ${response.status}`)
      // Every answer brings a fresh nonce along; somebody who types for a day gets none.
      const kept = new Headers(response.headers)
      kept.delete('X-WP-Nonce')
      return new Response(await response.text(), { status: response.status, headers: kept })
    },
  })
  return { fetcher, lines }
}
