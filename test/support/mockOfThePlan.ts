import { createMockSite, type MockSite, type MockSiteOptions } from 'copydesk/testing'
import { planContent } from '../../examples/wordpress/content'

/** The id of the first menu, as WordPress gives it. */
const firstMenu = 23

const plan = planContent(true)
const idOf = new Map(plan.terms.map(({ slug }, index) => [slug, index + 2]))
const taxonomyOf = new Map(plan.terms.map(({ slug, taxonomy }) => [slug, taxonomy]))

/** What every such site begins with; planned once, as a run makes a thousand of them. */
const content: MockSiteOptions = {
  menus: plan.menus.map(({ items, ...menu }, index) => ({
    ...menu,
    id: firstMenu + index,
    items: items.map(({ page, ...item }) => ({ ...item, ...(page !== undefined && { objectId: page }) })),
  })),
  menuLocations: { primary: 'Primary', footer: 'Footer' },
  sidebars: [{ id: 'sidebar-1', name: 'Main sidebar', description: 'Beside every post.' }],
  widgets: [2, 3, 4, 5, 6].map((number) => ({ id: `block-${number}`, sidebar: 'sidebar-1' })),
  plugins: [
    { plugin: 'hello', name: 'Hello Dolly' },
    { plugin: 'tides/tides', name: 'Tides' },
  ],
  users: plan.users.map(({ role, username, name, email }) => ({
    role,
    username,
    name,
    email,
    firstName: name.split(' ')[0] ?? '',
  })),
  terms: plan.terms.map(({ slug, name, taxonomy }, index) => ({ id: index + 2, slug, name, taxonomy })),
  media: plan.media.map(({ id, file, title, alt, date }) => ({
    id,
    title,
    file: `2023/01/${file}`,
    altText: alt,
    width: 640,
    height: 400,
    author: 'author',
    date: date.replace(' ', 'T'),
  })),
  posts: plan.posts.map(({ order, terms, ...post }) => {
    const termsOf: Record<string, number[]> = post.type === 'post' ? { category: [] } : {}
    for (const slug of terms) (termsOf[taxonomyOf.get(slug) ?? ''] ??= []).push(idOf.get(slug) ?? 0)
    const isPost = post.type === 'post'
    return {
      ...post,
      date: post.date.replace(' ', 'T'),
      menuOrder: order,
      terms: termsOf,
      commentStatus: isPost ? 'open' : 'closed',
      pingStatus: 'closed',
    }
  }),
  comments: plan.comments.map(({ post, author, content, approved, date }, index) => ({
    id: index + 2,
    post,
    content,
    authorName: author,
    date: date.replace(' ', 'T'),
    authorEmail: `${author.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()}@example.org`,
    status: approved ? 'approved' : 'hold',
  })),
  settings: {
    title: 'The Harbour Gazette',
    description: 'News from Low Quay',
    email: 'administrator@example.org',
  },
  postTypes: {
    book: {
      name: 'Books',
      restBase: 'books',
      supports: ['title', 'editor', 'excerpt', 'author', 'revisions', 'custom-fields'],
      meta: { subtitle: { type: 'string', default: '', label: 'Subtitle' } },
    },
  },
  postMeta: { post: { subtitle: { type: 'string', default: '', label: 'Subtitle' } } },
}

/** The mock site with the content that the WordPress of the tests is filled with, at the time of now unless told otherwise. */
export function mockOfThePlan(options: MockSiteOptions): MockSite {
  return createMockSite({ startDate: new Date().toISOString(), ...options, ...content })
}
