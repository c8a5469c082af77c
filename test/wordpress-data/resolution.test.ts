import { describe, expect, it } from 'vitest'
import { post, refusal, reply } from '../support/fakeServer'
import { turn } from '../support/until'
import { quiet, registryOf, smallSite } from './registryOf'

const first = ['postType', 'post', 1] as const

describe('a resolution', () => {
  it('has not started before the timeout, runs once for equal calls, and is finished then', async () => {
    const { select, sent, waiting } = registryOf(() => undefined)
    select.getEntityRecords?.('postType', 'post', { per_page: 10, search: 'a' })
    select.getEntityRecords?.('postType', 'post', { search: 'a', per_page: 10 })
    const args = ['postType', 'post', { search: 'a', per_page: 10 }, undefined]
    expect(select.getResolutionState?.('getEntityRecords', args)).toBeUndefined()
    await turn()
    expect(select.isResolving?.('getEntityRecords', args)).toBe(true)
    expect(select.getIsResolving?.('getEntityRecords', args)).toBe(true)
    expect(select.hasResolvingSelectors?.()).toBe(true)
    expect(select.countSelectorsByStatus?.()).toEqual({ resolving: 1 })
    await quiet()
    waiting[0]?.answer([post(1)])
    await quiet()
    expect(select.getResolutionState?.('getEntityRecords', args)).toEqual({ status: 'finished' })
    expect(select.countSelectorsByStatus?.()).toBe(select.countSelectorsByStatus?.())
    expect(sent()).toHaveLength(1)
  })

  it('of a failed record holds what was thrown itself, and resolveSelect rejects with it', async () => {
    const error = refusal(404, 'rest_post_invalid_id')
    const { select, resolve } = registryOf(() => error)
    await expect(resolve.getEntityRecord?.(...first)).rejects.toBe(error)
    expect(select.hasResolutionFailed?.('getEntityRecord', first)).toBe(true)
    expect(select.hasFinishedResolution?.('getEntityRecord', first)).toBe(true)
    expect(select.getResolutionError?.('getEntityRecord', first)).toBe(error)
    await expect(resolve.getEntityRecord?.(...first)).rejects.toBe(error)
  })

  it('of a failed list is finished, and resolveSelect gives null', async () => {
    const { select, resolve } = registryOf(() => refusal(500, 'broken'))
    expect(await resolve.getEntityRecords?.('postType', 'post')).toBeNull()
    expect(select.getResolutionState?.('getEntityRecords', ['postType', 'post'])).toEqual({
      status: 'finished',
    })
    expect(select.getResolutionError?.('getEntityRecords', ['postType', 'post'])).toBeNull()
  })

  it.each([
    ['an entity that there is not', ['nowhere', 'nothing', 1]],
    ['an entity without a name', ['postType', undefined]],
    ['a record without an id', ['postType', 'post', undefined]],
    ['no entity at all', []],
  ])('of %s is finished with nothing', async (what, args) => {
    const { select, resolve, sent } = registryOf()
    expect(await resolve.getEntityRecord?.(...args)).toBeUndefined()
    expect(select.hasFinishedResolution?.('getEntityRecord', args)).toBe(true)
    expect(select.hasResolutionFailed?.('getEntityRecord', args)).toBe(false)
    expect(sent()).toEqual([])
  })

  it('of a made-up name can be put in by hand', async () => {
    const { select, dispatch } = registryOf()
    await dispatch.startResolution?.('activateTheme', ['tides'])
    expect(select.isResolving?.('activateTheme', ['tides'])).toBe(true)
    await dispatch.failResolution?.('activateTheme', ['tides'], 'broken')
    expect(select.getResolutionError?.('activateTheme', ['tides'])).toBe('broken')
    await dispatch.finishResolutions?.('activateTheme', [['tides'], ['waves']])
    expect(select.hasFinishedResolution?.('activateTheme', ['waves'])).toBe(true)
    await dispatch.startResolutions?.('activateTheme', [['a'], ['b']])
    await dispatch.failResolutions?.('activateTheme', [['a'], ['b']], [1, 2])
    expect(select.getResolutionError?.('activateTheme', ['b'])).toBe(2)
    await dispatch.invalidateResolutionForStoreSelector?.('activateTheme')
    expect(select.hasStartedResolution?.('activateTheme', ['b'])).toBe(false)
  })

  it('that was invalidated is asked for again by force with the next call', async () => {
    const { select, resolve, dispatch, sent } = registryOf()
    await resolve.getEntityRecords?.('postType', 'post')
    await dispatch.invalidateResolution?.('getEntityRecords', ['postType', 'post'])
    expect(select.hasStartedResolution?.('getEntityRecords', ['postType', 'post'])).toBe(false)
    await quiet()
    expect(sent()).toHaveLength(1)
    expect(select.getEntityRecords?.('postType', 'post')).toHaveLength(3)
    await quiet()
    expect(sent()).toHaveLength(2)
  })

  it.each([
    ['of a selector', 'invalidateResolutionForStoreSelector', ['getEntityRecord']],
    ['of the store', 'invalidateResolutionForStore', []],
  ] as const)(
    'of what came with a newer answer is finished, after all %s were invalidated',
    async (what, invalidate, args) => {
      const { select, resolve, dispatch, sent } = registryOf()
      await resolve.getEntityRecords?.('postType', 'post')
      await dispatch[invalidate]?.(...args)
      expect(select.hasFinishedResolution?.('getEntityRecord', first)).toBe(false)
      await dispatch.invalidateResolution?.('getEntityRecords', ['postType', 'post'])
      await resolve.getEntityRecords?.('postType', 'post')
      expect(sent()).toHaveLength(2)
      expect(select.getEntityRecord?.(...first)).toMatchObject({ id: 1 })
      await quiet()
      expect(sent()).toHaveLength(2)
      expect(select.hasFinishedResolution?.('getEntityRecord', first)).toBe(true)
    },
  )

  it('can be walked through and invalidated one by one', async () => {
    const { select, resolve, dispatch } = registryOf()
    await resolve.getEntityRecords?.('postType', 'post', { per_page: 5 })
    await resolve.getEntityRecords?.('postType', 'post', { per_page: 10 })
    const cached = () =>
      select.getCachedResolvers?.() as Record<string, Map<readonly unknown[], { status: string }>>
    const seen: unknown[] = []
    cached().getEntityRecords?.forEach((state, args) => {
      seen.push([state.status, args])
      void dispatch.invalidateResolution?.('getEntityRecords', args)
    })
    expect(seen).toHaveLength(2)
    expect(cached()).not.toHaveProperty('getEntityRecords')
    expect(cached()).toBe(cached())
  })

  it('of lists is forgotten when a save makes them stale; the rows stay', async () => {
    const { select, resolve, dispatch, sent } = registryOf()
    await resolve.getEntityRecords?.('postType', 'post')
    await resolve.getEntityRecordsTotalItems?.('postType', 'post')
    await dispatch.saveEntityRecord?.('postType', 'post', { id: 1, title: 'New' })
    expect(select.hasStartedResolution?.('getEntityRecords', ['postType', 'post'])).toBe(false)
    expect(select.hasStartedResolution?.('getEntityRecordsTotalItems', ['postType', 'post'])).toBe(false)
    expect(select.hasFinishedResolution?.('getEntityRecord', first)).toBe(true)
    const before = sent().length
    expect(select.getEntityRecords?.('postType', 'post')).toHaveLength(3)
    await quiet()
    expect(sent().slice(before)).toEqual(['GET /wp/v2/posts?context=edit'])
  })

  it('of autosaves holds through a save of the post: they are asked for again by hand only', async () => {
    const { select, resolve, dispatch, sent } = registryOf((request) => {
      if (request.path.startsWith('/wp/v2/types/post'))
        return { slug: 'post', rest_base: 'posts', supports: { autosave: true } }
      return request.path.includes('/autosaves') ? [{ id: 5, author: 1 }] : smallSite(request)
    })
    expect(await resolve.getAutosaves?.('post', 1)).toEqual([{ id: 5, author: 1 }])
    await dispatch.saveEntityRecord?.('postType', 'post', { id: 1, title: 'New' })
    expect(select.getAutosaves?.('post', 1)).toEqual([{ id: 5, author: 1 }])
    expect(select.hasFetchedAutosaves?.('post', 1)).toBe(true)
    await quiet()
    const asked = () => sent().filter((line) => line.includes('/autosaves'))
    expect(asked()).toHaveLength(1)
    await dispatch.invalidateResolution?.('getAutosaves', ['post', 1])
    await resolve.getAutosaves?.('post', 1)
    expect(asked()).toHaveLength(2)
  })

  it('counts what came with other answers as asked', async () => {
    const { select, resolve, sent } = registryOf(({ path, method, ...rest }) => {
      if (path.includes('/revisions'))
        return reply([{ id: 21, parent: 1 }], { headers: { 'X-WP-Total': '1' } })
      return smallSite({ path, method, ...rest })
    })
    await resolve.getEntityRecord?.(...first)
    for (const action of ['create', 'read', 'update', 'delete'])
      expect(
        select.hasFinishedResolution?.('canUser', [action, { kind: 'postType', name: 'post', id: 1 }]),
      ).toBe(true)
    expect(select.canUser?.('delete', { kind: 'postType', name: 'post', id: '1' })).toBe(false)
    await resolve.getRevisions?.(...first)
    expect(select.hasFinishedResolution?.('getRevision', [...first, 21])).toBe(true)
    expect(select.getEditedEntityRecord?.(...first)).toMatchObject({ id: 1 })
    expect(select.getEntityRecord?.('postType', 'post', '1')).toMatchObject({ id: 1 })
    await quiet()
    expect(sent()).toHaveLength(2)
  })

  it('of permissions is one for the four actions of a resource in 8.1, and one each in 6.6', async () => {
    const resource = { kind: 'postType', name: 'page', id: 7 }
    const newest = registryOf()
    newest.select.canUser?.('update', resource)
    newest.select.canUser?.('delete', { ...resource })
    await quiet()
    expect(newest.sent()).toEqual(['OPTIONS /wp/v2/pages/7'])
    expect(newest.select.canUser?.('update', resource)).toBe(true)
    expect(newest.select.canUser?.('fly', resource)).toBeUndefined()
    expect(newest.select.canUser?.('update', { kind: 'postType' })).toBe(false)
    const older = registryOf(smallSite, { flavour: '6.6' })
    older.select.canUser?.('update', resource)
    expect(older.select.hasStartedResolution?.('canUser', ['update', resource])).toBe(false)
    await quiet()
    expect(older.select.hasFinishedResolution?.('canUser', ['update', resource])).toBe(true)
    expect(older.sent()).toEqual(['OPTIONS /wp/v2/pages/7'])
  })

  it('of a resource without kind and name fails with what is wrong', async () => {
    const { resolve } = registryOf()
    await expect(resolve.canUser?.('update', { kind: 'postType' })).rejects.toThrow(
      'The entity resource object is not valid.',
    )
  })
})

describe('suspendSelect', () => {
  it('throws a promise until the answer is known, and what failed', async () => {
    const { registry } = registryOf(({ path }) =>
      path.includes('/2') ? refusal(404, 'gone') : reply(post(1), {}),
    )
    const suspended = registry.suspendSelect('core') as Record<string, (...args: unknown[]) => unknown>
    const thrown = (id: number): unknown => {
      try {
        return suspended.getEntityRecord?.('postType', 'post', id)
      } catch (error) {
        return error
      }
    }
    const waiting = thrown(1)
    expect(waiting).toBeInstanceOf(Promise)
    await waiting
    expect(thrown(1)).toMatchObject({ id: 1 })
    await thrown(2)
    expect(thrown(2)).toMatchObject({ code: 'gone' })
  })
})
