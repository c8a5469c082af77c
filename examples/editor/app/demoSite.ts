import { createMockSite } from 'copydesk/testing'
import type { Connection } from './session'

const headlines = [
  'The ferry is late',
  'Library opens on Sunday',
  'A new bridge for the old harbour',
  'Swimming pool: what it costs',
  'Who paints the lighthouse?',
]
const places = ['Low Quay', 'Mill Lane', 'the Old Town', 'North Pier', 'Station Square', 'the Marshes']

/** A WordPress in memory, which is new with every page: leave it out, with `copydesk/testing`, of an editor of yours. */
export function openDemoSite(): Connection {
  const site = createMockSite({
    url: location.origin,
    users: [{ role: 'administrator', username: 'ada', name: 'Ada Admin' }],
    terms: ['News', 'Markets', 'Weather'].map((name, at) => ({ id: at + 2, name, taxonomy: 'category' })),
    media: ['Harbour', 'Bridge', 'Lighthouse'].map((title, at) => ({
      id: 201 + at,
      title,
      file: `2026/11/${title.toLowerCase()}.svg`,
      mimeType: 'image/svg+xml',
      width: 240,
      height: 150,
      altText: `${title}, a drawing`,
    })),
    posts: Array.from({ length: 42 }, (_, at) => ({
      id: 101 + at,
      title: `${headlines[at % headlines.length]}${at < headlines.length ? '' : `, seen from ${places[at % places.length]}`}`,
      content: `<!-- wp:paragraph -->\n<p>What is known so far of ${places[at % places.length]}.</p>\n<!-- /wp:paragraph -->`,
      status: at % 5 === 4 ? ('draft' as const) : ('publish' as const),
      date: new Date(Date.UTC(2026, 10, 20) - at * 86_400_000).toISOString().slice(0, 19),
      terms: { category: [2 + (at % 3)] },
      featuredMedia: at < 3 ? 201 + at : 0,
    })),
  })
  return { root: site.root, connect: () => site.fetcher }
}
