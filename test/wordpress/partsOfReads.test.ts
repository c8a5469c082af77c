import {
  createEntityStore,
  fetchDefaultTemplateId,
  fetchEntityRecord,
  fetchHomePage,
  invalidate,
  selectIsFresh,
  selectResolution,
} from 'copydesk'
import { expect, it } from 'vitest'
import { fakeServer, refusal, type SeenRequest } from '../support/fakeServer'

function siteWhose(front: object, rule: (request: SeenRequest) => unknown = () => undefined) {
  const { fetcher, log } = fakeServer(
    (request) =>
      rule(request) ??
      (request.path.startsWith('/wp/v2/templates/lookup') ? { id: 'tide//front-page' } : front),
  )
  const { dispatch, getState } = createEntityStore({ fetcher, devTools: false })
  return { dispatch, state: getState, log }
}

it('a home page that is a page stays as it is when a template is saved', async () => {
  const { dispatch, state, log } = siteWhose({ show_on_front: 'page', page_on_front: 7 })
  await dispatch(fetchHomePage())
  const count = log.length
  dispatch(invalidate({ kind: 'postType', name: 'wp_template' }))
  expect(selectIsFresh(state(), 'fetchHomePage')).toBe(true)
  await dispatch(fetchHomePage())
  expect(log).toHaveLength(count)
})

it('a home page that is a template is asked for again when a template is saved, and nothing else is', async () => {
  const { dispatch, state, log } = siteWhose({ show_on_front: 'posts' })
  await dispatch(fetchHomePage())
  const count = log.length
  dispatch(invalidate({ kind: 'postType', name: 'wp_template' }))
  expect(selectIsFresh(state(), 'fetchHomePage')).toBe(false)
  await dispatch(fetchHomePage())
  expect(log.slice(count)).toEqual(['GET /wp/v2/templates/lookup?slug=front-page'])
})

it('a home page all of which other reads have brought is known, and nothing is said of asking for it', async () => {
  const { dispatch, state, log } = siteWhose({ show_on_front: 'posts' })
  await dispatch(fetchEntityRecord('root', '__unstableBase'))
  await dispatch(fetchDefaultTemplateId({ slug: 'front-page' }))
  const [count, before] = [log.length, state()]
  expect(selectResolution(before, 'fetchHomePage')).toMatchObject({ status: 'success', source: 'server' })
  expect(await dispatch(fetchHomePage())).toEqual({ postType: 'wp_template', postId: 'tide//front-page' })
  expect(log).toHaveLength(count)
  expect(state()).toBe(before)
})

it('settings that a visitor may not read are asked for again only when the rest of the home page is', async () => {
  const { dispatch, state, log } = siteWhose({ name: 'Site' }, ({ path }) =>
    path.startsWith('/wp/v2/settings') ? refusal(403, 'rest_forbidden') : undefined,
  )
  await dispatch(fetchHomePage())
  const count = log.length
  await dispatch(fetchHomePage())
  expect(selectResolution(state(), 'fetchHomePage').status).toBe('success')
  expect(log).toHaveLength(count)
  dispatch(invalidate({ kind: 'root', name: '__unstableBase' }))
  await dispatch(fetchHomePage())
  expect(log.slice(count).join()).toMatch(/^GET \/\?.*,(OPTIONS|GET) \/wp\/v2\/settings/)
})
