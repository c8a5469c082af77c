import { act, renderHook } from '@testing-library/react'
import {
  __experimentalUseEntityRecord as useOldEntityRecord,
  EntityProvider,
  privateApis,
  useEntityId,
  useEntityProp,
  useEntityRecord,
  useEntityRecords,
  useResourcePermissions,
} from 'copydesk/wordpress-data'
import { describe, expect, it, vi } from 'vitest'
import { reply } from '../../support/fakeServer'
import { smallSite } from '../registryOf'
import { answered, pageOf } from './rendering'

interface Shown {
  readonly id: number
  readonly title: unknown
}

describe('useEntityRecord', () => {
  it('is idle at first, then shows the record, what is edited of it, and saves it', async () => {
    const { render, sent } = pageOf()
    const shown = render(() => useEntityRecord<Shown>('postType', 'post', 1))
    expect(shown.current).toMatchObject({
      record: null,
      editedRecord: false,
      edits: {},
      hasEdits: false,
      status: 'IDLE',
      isResolving: false,
    })
    await answered()
    expect(shown.current).toMatchObject({ status: 'SUCCESS', hasResolved: true, record: { id: 1 } })
    const { edit, save } = shown.current
    act(() => edit({ title: 'New' }))
    expect(shown.current).toMatchObject({
      editedRecord: { title: 'New' },
      edits: { title: 'New' },
      hasEdits: true,
    })
    expect([shown.current.edit, shown.current.save]).toEqual([edit, save])
    await act(async () => save())
    expect(shown.current).toMatchObject({ edits: {}, hasEdits: false })
    expect(sent()).toEqual([
      expect.stringContaining('GET /wp/v2/posts/1'),
      expect.stringContaining('PUT /wp/v2/posts/1'),
    ])
  })

  it('shows and asks for nothing where it is disabled, also of what is known', async () => {
    const { render, resolve, sent } = pageOf()
    await resolve.getEntityRecord?.('postType', 'post', 1)
    const shown = render(() => useEntityRecord<Shown>('postType', 'post', 1, { enabled: false }))
    await answered()
    expect(shown.current).toMatchObject({ record: null, editedRecord: {}, edits: {}, status: 'IDLE' })
    expect(sent()).toHaveLength(1)
  })

  it('says that a record which failed has failed, and saving rejects', async () => {
    const { render } = pageOf(({ path }) => {
      if (path.includes('/posts')) throw new Error('Broken.')
      return undefined
    })
    const shown = render(() => useEntityRecord<Shown>('postType', 'post', 1))
    await answered()
    expect(shown.current).toMatchObject({ record: null, status: 'ERROR', hasResolved: true })
  })

  it('goes by its old name, too, and says once that it is old', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { render } = pageOf()
    const shown = render(() => useOldEntityRecord<Shown>('postType', 'post', 1))
    await answered()
    expect(shown.current.record).toMatchObject({ id: 1 })
    expect(warned.mock.calls.map(([text]) => String(text))).toEqual([
      expect.stringContaining('wp.data.__experimentalUseEntityRecord'),
    ])
  })
})

describe('useEntityRecords', () => {
  it('takes equal queries for the same one, and gives the same array', async () => {
    const { render, sent } = pageOf()
    let renders = 0
    const shown = render(() => {
      renders++
      return useEntityRecords<Shown>('postType', 'post', { per_page: 3, order: 'asc' })
    })
    expect(shown.current).toMatchObject({ records: null, totalItems: null, status: 'IDLE' })
    await answered()
    expect(shown.current.records?.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(shown.current).toMatchObject({ totalItems: 3, totalPages: 1, status: 'SUCCESS' })
    expect(sent()).toHaveLength(1)
    expect(renders).toBeLessThan(6)
  })

  it('shows an empty list where it is disabled', async () => {
    const { render, sent } = pageOf()
    const shown = render(() => useEntityRecords('postType', 'post', {}, { enabled: false }))
    await answered()
    expect(shown.current).toMatchObject({ records: [], totalItems: null, totalPages: null, status: 'IDLE' })
    expect(sent()).toEqual([])
  })
})

describe('permissions', () => {
  it('are false until they are known, and of a record tell what may be done with it', async () => {
    const { render } = pageOf(({ method, path }) =>
      method === 'OPTIONS'
        ? reply({}, { headers: { Allow: path.endsWith('/1') ? 'GET, PUT' : 'GET, POST' } })
        : undefined,
    )
    const shown = render(() => useResourcePermissions({ kind: 'postType', name: 'post', id: 1 }))
    expect(shown.current).toEqual({
      status: 'IDLE',
      isResolving: false,
      hasResolved: false,
      canCreate: false,
      canRead: false,
      canUpdate: false,
      canDelete: false,
    })
    await answered()
    expect(shown.current).toMatchObject({
      status: 'SUCCESS',
      canCreate: true,
      canRead: true,
      canUpdate: true,
      canDelete: false,
    })
  })

  it('come with each record of a list, for those who unlock it', async () => {
    const { render } = pageOf()
    const { useEntityRecordsWithPermissions } = privateApis as unknown as {
      useEntityRecordsWithPermissions: typeof useEntityRecords
    }
    const shown = render(() =>
      useEntityRecordsWithPermissions<Shown>('postType', 'post', { _fields: 'id,title' }),
    )
    expect(shown.current.records).toEqual([])
    await answered()
    await answered()
    expect(shown.current.records).toHaveLength(3)
    expect(shown.current.records?.[0]).toMatchObject({ id: 1, permissions: { delete: true, update: true } })
  })
})

describe('a provided record', () => {
  it('is the one that hooks below are about; the nearest of an entity counts', async () => {
    const { wrapper: Registry } = pageOf()
    const hook = () => ({
      id: useEntityId('postType', 'post'),
      other: useEntityId('root', 'user'),
      title: useEntityProp('postType', 'post', 'title'),
    })
    const { result } = renderHook(hook, {
      wrapper: ({ children }) => (
        <Registry>
          <EntityProvider kind="root" type="user" id={7}>
            <EntityProvider kind="postType" type="post" id={2}>
              <EntityProvider kind="postType" type="post" id={1}>
                {children}
              </EntityProvider>
            </EntityProvider>
          </EntityProvider>
        </Registry>
      ),
    })
    expect([result.current.id, result.current.other]).toEqual([1, 7])
    expect(result.current.title.slice(0, 1)).toEqual([undefined])
    await answered()
    const [title, setTitle, full] = result.current.title
    expect([title, full]).toEqual(['Post 1', { raw: 'Post 1', rendered: 'Post 1' }])
    act(() => setTitle('Other'))
    expect(result.current.title[0]).toBe('Other')
  })

  it('shows a revision in place of the record, and edits nothing', async () => {
    const { wrapper: Registry, select } = pageOf((request) =>
      request.path.includes('/revisions/11')
        ? { id: 11, parent: 1, title: { raw: 'Before', rendered: 'Before' }, content: { raw: '' } }
        : smallSite(request),
    )
    const { result } = renderHook(() => useEntityProp('postType', 'post', 'title', '1'), {
      wrapper: ({ children }) => (
        <Registry>
          <EntityProvider kind="postType" type="post" id={1} revisionId={11}>
            {children}
          </EntityProvider>
        </Registry>
      ),
    })
    await answered()
    expect(result.current[0]).toBe('Before')
    act(() => result.current[1]('Never'))
    expect(select.getEntityRecordEdits?.('postType', 'post', 1)).toBeUndefined()
    expect(result.current[0]).toBe('Before')
  })
})
