import { expect, it } from 'vitest'
import { registryOf } from './registryOf'

it('the template for a link is what the page itself says, as edited', async () => {
  const link = 'https://example.org/?p=1#top'
  const { resolve, select, dispatch, seen } = registryOf(({ path, request }) => {
    if (request.url) return { success: true, data: { id: 'tides//single' } }
    if (path.includes('/templates/tides//single'))
      return { id: 'tides//single', slug: 'single', title: { raw: 'Single' } }
    return undefined
  })
  expect(select.__experimentalGetTemplateForLink?.(link)).toBeNull()
  expect(await resolve.__experimentalGetTemplateForLink?.(link)).toMatchObject({
    id: 'tides//single',
    title: 'Single',
  })
  expect(seen.find(({ request }) => request.url)?.request.url).toBe(
    'https://example.org/?p=1&_wp-find-template=true#top',
  )
  await dispatch.editEntityRecord?.('postType', 'wp_template', 'tides//single', { title: 'New' })
  expect(select.__experimentalGetTemplateForLink?.(link)).toMatchObject({ title: 'New' })
})

it('a page that says nothing of its template has none', async () => {
  const { resolve } = registryOf(() => ({ success: false }))
  expect(await resolve.__experimentalGetTemplateForLink?.('https://example.org/')).toBeNull()
})

it.each([undefined, null, ''])('without a link, such as %s, nothing is asked', async (link) => {
  const { resolve, select, seen } = registryOf()
  expect(select.__experimentalGetTemplateForLink?.(link)).toBeNull()
  expect(await resolve.__experimentalGetTemplateForLink?.(link)).toBeNull()
  expect(select.hasFinishedResolution?.('__experimentalGetTemplateForLink', [link])).toBe(true)
  expect(seen).toEqual([])
})
