import {
  editEntityRecord,
  fetchEntityRecord,
  loadEntityConfigs,
  RestError,
  saveDirtyEntityRecords,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  uploadMedia,
  type Fetcher,
} from 'copydesk'
import { createEntityRecord, memoryStorage } from 'copydesk/durable'
import { expect, it } from 'vitest'
import { person } from '../../support/person'
import { picture } from '../../support/picture'
import { retryUntil } from '../../support/retryUntil'
import { asUser, newPost, rawFetch } from '../../support/wordpress'

it('sends what was saved offline once, though every answer to a write is lost at first', async () => {
  const fetcher = asUser('administrator')
  const me = (await fetcher({ path: '/wp/v2/users/me?_fields=id' })).data as { id: number }
  const { id } = await newPost({ title: 'Before', status: 'publish' })
  const storage = memoryStorage()
  const lost = new Set<string>()
  const markers: string[] = []
  const losing: Fetcher = async (request) => {
    const { slug } = (request.data ?? {}) as { readonly slug?: string }
    if (request.path?.startsWith('/wp/v2/posts') && slug?.startsWith('c-')) markers.push(slug)
    const answer = await fetcher(request)
    const line = `${request.method ?? 'GET'} ${request.path ?? ''}`
    if (line.startsWith('GET') || lost.has(line)) return answer
    lost.add(line)
    throw new RestError({ code: 'fetch_error', message: 'The answer was lost.' })
  }
  const owner = { site: 'https://site.test/', user: me.id }
  const { dispatch, getState, durability } = person({
    network: { fetcher: losing },
    durability: { owner, storage },
  })
  await dispatch(loadEntityConfigs('postType'))
  await dispatch(loadEntityConfigs('taxonomy'))
  await dispatch(fetchEntityRecord('postType', 'post', id))
  await durability.ready
  storage.setOnline(false)
  const name = `Queued ${Date.now()}`
  const term = dispatch(createEntityRecord('taxonomy', 'category', { name }))
  dispatch(
    createEntityRecord<string, string>('postType', 'post', {
      title: name,
      status: 'publish',
      categories: [term],
    }),
  )
  const drawn = dispatch(uploadMedia(picture(4, 4, `${name} file.png`), { draft: true }))
  const shown = String(selectEditedEntityRecord(getState(), 'root', 'media', drawn)?.source_url)
  dispatch(
    editEntityRecord('postType', 'post', id, {
      title: `${name} too`,
      featured_media: Number(drawn),
      content: `<img class="wp-image-${drawn}" src="${shown}"/>`,
    }),
  )
  dispatch(createEntityRecord<string, string>('root', 'comment', { post: id, content: `${name} said` }))
  dispatch(
    createEntityRecord<string, string>('root', 'menuItem', { title: name, url: 'https://queued.example/' }),
  )
  dispatch(createEntityRecord<string, string>('root', 'menu', { name: `${name} menu` }))
  expect((await dispatch(saveDirtyEntityRecords())).failed).toEqual([])
  const { queue } = durability
  expect(queue.entries()).toHaveLength(7)
  storage.setOnline(true)
  await retryUntil(durability, () => queue.status().waiting === 0)
  // A menu item says of nobody that they have made it.
  const [asked, ...more] = queue.entries()
  expect([asked?.name, asked?.state, more]).toEqual(['menuItem', 'uncertain', []])
  const items = await fetcher({ path: `/wp/v2/menu-items?search=${encodeURIComponent(name)}` })
  const [item] = items.data as { id: number }[]
  await queue.settle(asked?.id ?? '', { exists: item?.id ?? 0 })
  await queue.whenEmpty()
  expect(lost.size).toBeGreaterThanOrEqual(4)
  const found = await fetcher({
    path: `/wp/v2/posts?status=any&context=edit&search=${encodeURIComponent(name)}`,
  })
  const rows = found.data as {
    id: number
    slug: string
    status: string
    title: { raw: string }
    content: object
  }[]
  const made = rows.filter(({ title }) => title.raw === name)
  expect(made).toMatchObject([{ status: 'publish', slug: name.toLowerCase().replace(' ', '-') }])
  const files = await fetcher({ path: `/wp/v2/media?context=edit&search=${encodeURIComponent(name)}` })
  const [file, ...others] = files.data as { id: number; slug: string; source_url: string }[]
  expect(others).toEqual([])
  expect(file?.slug).toBe(`${name.toLowerCase().replace(' ', '-')}-file`)
  const showing = rows.find((row) => row.id === id)
  expect(showing).toMatchObject({
    title: { raw: `${name} too` },
    featured_media: file?.id,
    content: { raw: `<img class="wp-image-${file?.id}" src="${file?.source_url}"/>` },
  })
  const terms = await fetcher({ path: `/wp/v2/categories?search=${encodeURIComponent(name)}` })
  expect(terms.data).toHaveLength(1)
  for (const path of ['comments', 'menu-items', 'menus']) {
    const { data } = await fetcher({ path: `/wp/v2/${path}?search=${encodeURIComponent(name)}` })
    expect(data, path).toHaveLength(1)
  }
  expect(selectDirtyEntityRecords(getState())).toEqual([])
  // WordPress sends on who asks for a slug that a published post has had: the post has had no other.
  expect(new Set(markers).size).toBe(1)
  const old = await rawFetch(null, `/?name=${markers[0]}`, { redirect: 'manual' })
  const own = await rawFetch(null, `/?name=${made[0]?.slug}`, { redirect: 'manual' })
  expect(old.status).toBe(404)
  expect(own.status).not.toBe(404)
})
