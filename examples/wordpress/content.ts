import { everyBlock } from './everyBlock'
import { startHere } from './startHere'
import { categoryNames, headlines, pageTitles, sentences, subjects, tagNames } from './texts'

/** The roles every booted site has one user of. */
export const roles = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const
export type Role = (typeof roles)[number]

/** How much the site holds besides its users: everything, a handful of records, or nothing. */
export type ContentAmount = true | 'minimal' | false

export type PostStatus = 'publish' | 'draft' | 'pending' | 'private'

/** What seed.php is told to insert. Plain data; ids are fixed and sparse, as on a site with a history. */
export interface ContentPlan {
  users: { role: Role; username: string; name: string; email: string }[]
  terms: { taxonomy: 'category' | 'post_tag' | 'wp_pattern_category'; slug: string; name: string }[]
  posts: PlannedPost[]
  media: { id: number; file: string; title: string; alt: string; date: string }[]
  comments: { post: number; author: string; content: string; approved: boolean; date: string }[]
  menus: { name: string; location: string; items: { title: string; page?: number; url?: string }[] }[]
}

export interface PlannedPost {
  id: number
  type: 'post' | 'page' | 'book' | 'wp_block'
  title: string
  slug: string
  status: PostStatus
  author: Role
  /** Local and GMT alike: the site keeps UTC. `YYYY-MM-DD HH:MM:SS`. */
  date: string
  content: string
  excerpt: string
  parent: number
  order: number
  /** Slugs of the terms it carries. */
  terms: string[]
  featuredMedia: number
}

/**
 * What a site of the given amount is filled with: the same records on every call with the same day.
 *
 * @param today Nothing is dated later than the day before; by default a day in April 2024, so that what is compared stays
 *   as it is.
 */
export function planContent(amount: ContentAmount, today = plannedFor): ContentPlan {
  const days = Math.floor((today.getTime() - plannedFor.getTime()) / day)
  return days === 0 ? planFor(amount) : movedBy(days * day, planFor(amount))
}

/** The plan with all of its dates so many milliseconds later. */
function movedBy(time: number, plan: ContentPlan): ContentPlan {
  const moved = <Dated extends { date: string }>(one: Dated): Dated => ({
    ...one,
    date: timestamp(Date.parse(`${one.date.replace(' ', 'T')}Z`) + time),
  })
  const { posts, media, comments } = plan
  return { ...plan, posts: posts.map(moved), media: media.map(moved), comments: comments.map(moved) }
}

function planFor(amount: ContentAmount): ContentPlan {
  const random = seededRandom(20240716)
  const posts = amount === true ? 200 : amount === 'minimal' ? 6 : 0
  const none = amount === false
  const planned = planPosts(posts, random)
  const pages = none ? [] : planPages(amount === true ? pageTitles.length : 3, random)
  const media = none ? [] : planMedia(amount === true ? 6 : 1)
  planned.forEach((post, index) => {
    if (media.length > 0 && index % 9 === 0) post.featuredMedia = media[(index / 9) % media.length]?.id ?? 0
  })
  return {
    users: roles.map(planUser),
    terms: none ? [] : planTerms(),
    posts: [
      ...(amount === true ? roles.flatMap(planStartHere) : []),
      ...planned,
      ...pages,
      ...(none ? [] : planBooks(random)),
      ...(none ? [] : planPatterns()),
    ],
    media,
    comments: planComments(planned, amount === true ? 30 : none ? 0 : 2, random),
    menus: none ? [] : planMenus(pages),
  }
}

/** The post that is open after signing in: one that the role may change, or at least one that it may read. */
export const startPosts: Readonly<Record<Role, number>> = {
  administrator: 1003,
  editor: 1003,
  author: 991,
  contributor: 995,
  subscriber: 999,
}

const day = 86_400_000
const firstDay = Date.UTC(2023, 0, 9, 8, 30)
/** The day of the post that is open after signing in, counted from the first. */
const lastDay = 460
const plannedFor = new Date(firstDay + (lastDay + 1) * day)

const displayNames: Record<Role, string> = {
  administrator: 'Ada Admin',
  editor: 'Edith Editor',
  author: 'Arthur Author',
  contributor: 'Cleo Contributor',
  subscriber: 'Sam Subscriber',
}

function planUser(role: Role): ContentPlan['users'][number] {
  return {
    role,
    username: role,
    name: displayNames[role],
    email: `${role}@example.org`,
  }
}

function planTerms(): ContentPlan['terms'] {
  return [
    ...categoryNames.map((name) => ({ taxonomy: 'category' as const, slug: slugOf(name), name })),
    ...tagNames.map((name) => ({ taxonomy: 'post_tag' as const, slug: slugOf(name), name })),
    { taxonomy: 'wp_pattern_category', slug: 'our-patterns', name: 'Our patterns' },
  ]
}

function planPosts(count: number, random: () => number): PlannedPost[] {
  return Array.from(Array(count).keys(), (index) => {
    const [subject, lead] = subjects[index % subjects.length] ?? ['', '']
    const headline = headlines[(Math.floor(index / subjects.length) + index) % headlines.length] ?? ''
    const title = capitalised(headline.replace('{subject}', subject))
    const status = statusOf(index)
    return {
      ...emptyPost,
      // Sparse on purpose: a store must not count on dense integer keys.
      id: 1009 + index * 37,
      title,
      slug: slugOf(title),
      status,
      author: authorOf(index, status),
      date: timestamp(firstDay + index * 2.3 * day),
      content: [paragraph(lead), paragraphs(1 + (index % 2), random)].join('\n\n'),
      excerpt: index % 4 === 0 ? sentence(random) : '',
      terms: [
        slugOf(categoryNames[index % categoryNames.length] ?? ''),
        slugOf(tagNames[Math.floor(random() * tagNames.length)] ?? ''),
      ],
    }
  })
}

/** What somebody of a role finds open who signs in for the first time; the editor takes that of the administrator. */
function planStartHere(role: Role): PlannedPost[] {
  if (role === 'editor') return []
  const isOwn = role === 'author' || role === 'contributor'
  const title =
    role === 'administrator' ? 'Start here' : `Start here, as ${role === 'author' ? 'an' : 'a'} ${role}`
  return [
    {
      ...emptyPost,
      id: startPosts[role],
      title,
      slug: slugOf(title),
      author: isOwn ? role : 'administrator',
      status: isOwn ? 'draft' : 'publish',
      // Those of others stand further down, where they are in nobody's way, each on a day of its own: servers order
      // posts of the same moment as they like.
      date: timestamp(firstDay + (role === 'administrator' ? lastDay : 380 - roles.indexOf(role)) * day),
      content: startHere[role],
      terms: ['letters'],
    },
  ]
}

/**
 * Of every forty posts: thirty-one published, five drafts, two pending, two private. None is scheduled: it would stand above
 * all others until then.
 */
function statusOf(index: number): PostStatus {
  const place = (index * 7) % 40
  if (place < 30) return 'publish'
  if (place < 35) return 'draft'
  if (place < 37) return 'pending'
  return place < 39 ? 'private' : 'publish'
}

/** A contributor can't publish, so everything of hers is a draft or waits for review. */
function authorOf(index: number, status: PostStatus): Role {
  if (status === 'pending') return 'contributor'
  if (status === 'draft' && index % 2 === 0) return 'contributor'
  return (['author', 'editor', 'author', 'administrator'] as const)[index % 4] ?? 'author'
}

function planPages(count: number, random: () => number): PlannedPost[] {
  return pageTitles.slice(0, count).map(([title, parent], index) => {
    const words = paragraphs(2, random)
    return {
      ...emptyPost,
      id: pageId(index),
      type: 'page',
      title,
      slug: slugOf(title),
      author: index % 3 === 0 ? 'administrator' : 'editor',
      date: timestamp(firstDay - (40 - index) * day),
      content: title === 'House style' ? everyBlock : words,
      parent: parent === null ? 0 : pageId(parent),
      order: index,
    }
  })
}

function planBooks(random: () => number): PlannedPost[] {
  return ['Tides and timetables', 'The slow tram', 'Letters from Low Quay'].map((title, index) => ({
    ...emptyPost,
    id: 301 + index * 11,
    type: 'book',
    title,
    slug: slugOf(title),
    author: 'editor',
    date: timestamp(firstDay + index * day),
    content: paragraphs(2, random),
  }))
}

function planPatterns(): PlannedPost[] {
  return ['Opening hours box', 'Author note'].map((title, index) => ({
    ...emptyPost,
    id: 401 + index * 13,
    type: 'wp_block',
    title,
    slug: slugOf(title),
    author: 'administrator',
    date: timestamp(firstDay + index * day),
    content: paragraph(`${title}: fill in and keep it short.`),
    terms: ['our-patterns'],
  }))
}

function planMedia(count: number): ContentPlan['media'] {
  const scenes = [
    'Harbour at dawn',
    'Market stalls',
    'Night tram',
    'Winter garden',
    'Bell tower',
    'Reading room',
  ]
  return scenes.slice(0, count).map((title, index) => ({
    id: 501 + index * 17,
    file: `${slugOf(title)}.png`,
    title,
    alt: `${title}, a drawing`,
    date: timestamp(firstDay),
  }))
}

function planComments(posts: PlannedPost[], count: number, random: () => number): ContentPlan['comments'] {
  const published = posts.filter((post) => post.status === 'publish')
  const names = ['Nadia', 'Ole', 'Priya', 'Tomás', 'Wanjiru']
  return Array.from(Array(count).keys(), (index) => ({
    post: published[(index * 3) % published.length]?.id ?? 0,
    author: names[index % names.length] ?? '',
    content: sentence(random),
    approved: index % 5 !== 4,
    date: timestamp(firstDay + (lastDay - count + index) * day),
  }))
}

function planMenus(pages: PlannedPost[]): ContentPlan['menus'] {
  const top = pages.filter((page) => page.parent === 0).map(({ title, id }) => ({ title, page: id }))
  return [
    { name: 'Main menu', location: 'primary', items: top.slice(0, 4) },
    {
      name: 'Footer menu',
      location: 'footer',
      items: [...top.slice(-2), { title: 'The sea, today', url: 'https://example.org/tides' }],
    },
  ]
}

const emptyPost: PlannedPost = {
  id: 0,
  type: 'post',
  title: '',
  slug: '',
  status: 'publish',
  author: 'editor',
  date: '',
  content: '',
  excerpt: '',
  parent: 0,
  order: 0,
  terms: [],
  featuredMedia: 0,
}

function pageId(index: number): number {
  return 101 + index * 7
}

function paragraphs(count: number, random: () => number): string {
  // No sentence twice in one text.
  const left = [...sentences]
  const next = () => left.splice(Math.floor(random() * left.length), 1)[0] ?? ''
  return Array.from({ length: count }, () => paragraph([next(), next(), next()].join(' '))).join('\n\n')
}

function paragraph(text: string): string {
  return `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
}

function sentence(random: () => number): string {
  return sentences[Math.floor(random() * sentences.length)] ?? ''
}

function slugOf(text: string): string {
  const plain = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function timestamp(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ')
}

/** A linear congruential generator: enough to vary texts, and the same on every machine. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
