import { describe, expect, inject, it } from 'vitest'
import { planContent, roles } from '../../examples/wordpress/content'
import { asUser } from '../support/wordpress'

const plan = planContent(true)

function count(type: string, status: string): number {
  return plan.posts.filter((post) => post.type === type && post.status === status).length
}

describe('The planned content', () => {
  it('is the same every time', () => {
    expect(planContent(true)).toEqual(plan)
  })

  it('has an id of its own for every record, none beside another', () => {
    const ids = [...plan.posts, ...plan.media].map(({ id }) => id).sort((one, other) => one - other)
    const gaps = ids.slice(1).map((id, index) => id - (ids[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(1)
  })

  it('has a slug of its own for every post', () => {
    const slugs = plan.posts.filter(({ type }) => type === 'post').map(({ slug }) => slug)
    expect(slugs).toHaveLength(204)
    expect(new Set(slugs).size).toBe(204)
  })

  it('has nothing that is dated ahead, which would stand above all that was written', () => {
    expect(plan.posts.filter(({ date }) => date > '2024-12-31')).toEqual([])
  })

  it('ends the day before the one that it is for, and is the same otherwise', () => {
    const today = new Date('2026-11-22T07:00:00Z')
    const moved = planContent(true, today)
    const dates = ({ posts, media, comments }: typeof plan) =>
      [...posts, ...media, ...comments].map(({ date }) => date)
    const last = (of: typeof plan) => dates(of).sort().at(-1)
    expect(last(plan)).toBe('2024-04-13 08:30:00')
    expect(last(moved)).toBe('2026-11-20 08:30:00')
    expect(last(planContent(true, new Date('2026-11-22T09:00:00Z')))).toBe('2026-11-21 08:30:00')
    const undated = (of: typeof plan) => JSON.stringify(of).replaceAll(/"date":"[^"]*"/g, '')
    expect(undated(moved)).toBe(undated(plan))
  })

  it('lets a contributor have nothing published', () => {
    const statuses = plan.posts.filter(({ author }) => author === 'contributor').map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(['draft', 'pending']))
  })

  it('is only users where none is wanted', () => {
    const { users, ...rest } = planContent(false)
    expect(users.map(({ role }) => role)).toEqual(roles)
    expect(Object.values(rest).flat()).toEqual([])
  })
})

// Other tests add to the site, so it may hold more than planned.
describe('The site', () => {
  it.each(['publish', 'draft', 'pending', 'private'])('holds the planned posts: %s', async (status) => {
    const planned = plan.posts.filter((post) => post.type === 'post' && post.status === status)
    const include = planned.map(({ id }) => id).join()
    const path = `/wp/v2/posts?context=edit&per_page=1&_fields=id&status=${status}&include=${include}`
    const { headers } = await asUser('administrator')({ path })
    expect(headers.get('X-WP-Total')).toBe(String(planned.length))
  })

  it.each([
    ['/wp/v2/pages', count('page', 'publish')],
    ['/wp/v2/books', count('book', 'publish')],
    ['/wp/v2/blocks', count('wp_block', 'publish')],
    ['/wp/v2/media', plan.media.length],
    ['/wp/v2/categories', 10],
    ['/wp/v2/tags', 10],
    ['/wp/v2/wp_pattern_category', 1],
    ['/wp/v2/comments', 24],
    ['/wp/v2/users', roles.length],
    ['/wp/v2/menus', 2],
    ['/wp/v2/menu-items', 7],
  ])('holds what %s should list', async (path, atLeast) => {
    const { headers } = await asUser('administrator')({ path: `${path}?per_page=1&_fields=id` })
    expect(atLeast).toBeGreaterThan(0)
    expect(Number(headers.get('X-WP-Total'))).toBeGreaterThanOrEqual(atLeast)
  })

  it('nests pages', async () => {
    const child = plan.posts.find(({ type, parent }) => type === 'page' && parent > 0)
    const { data } = await asUser('editor')({ path: `/wp/v2/pages/${child?.id}?_fields=parent,slug` })
    expect(data).toEqual({ parent: child?.parent, slug: child?.slug })
  })

  it('counts the posts of a category', async () => {
    const slug = 'harbour'
    const planned = plan.posts.filter((post) => post.status === 'publish' && post.terms.includes(slug)).length
    const { data } = await asUser('editor')({ path: `/wp/v2/categories?slug=${slug}&_fields=count` })
    expect(data).toEqual([{ count: planned }])
  })

  it('puts both menus in their places', async () => {
    const { data } = await asUser('administrator')({ path: '/wp/v2/menu-locations' })
    expect(data).toMatchObject({
      primary: { menu: expect.any(Number) },
      footer: { menu: expect.any(Number) },
    })
  })

  it('has a block theme with templates and global styles', async () => {
    const { data } = await asUser('administrator')({ path: '/wp/v2/themes?status=active' })
    expect(data).toMatchObject([
      { stylesheet: 'twentytwentyfour', is_block_theme: true, _links: { 'wp:user-global-styles': [{}] } },
    ])
    const templates = await asUser('administrator')({ path: '/wp/v2/templates?_fields=id' })
    expect(templates.data).toContainEqual({ id: 'twentytwentyfour//single' })
  })

  it('links to itself under its own address', async () => {
    const { data } = await asUser('administrator')({ path: '/?_fields=name,home' })
    expect(data).toEqual({ name: 'The Harbour Gazette', home: inject('wordpress').url })
  })
})
