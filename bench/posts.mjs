// Posts as WordPress answers them for editing: 2 to 3 kB of JSON each, with sparse ids, the same in every run.
const words =
  'tide harbour letter window margin copper winter orchard signal engine river lantern paper garden market north'.split(
    ' ',
  )

/** The id of the post at a place: sparse, as ids of one type among all posts of a site are. */
export const idAt = (at) => 37 * at + 5 + ((at * at) % 11)

const sentences = Array.from({ length: 997 }, (none, at) =>
  Array.from({ length: 18 }, (nothing, i) => words[(at * 7 + i * i + (at >> 4) * i) % words.length]).join(
    ' ',
  ),
)
const sentence = (at, letters = 200) => sentences[at % sentences.length].slice(0, letters)

/** The text of a post, as it comes over the wire. */
function textOf(at) {
  const id = idAt(at)
  const title = `Post ${at} ${sentence(at, 24)}`
  const paragraphs = Array.from({ length: 3 + (at % 3) }, (none, i) => `${at + i} ${sentence(at * 3 + i)}`)
  const raw = paragraphs
    .map((text) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`)
    .join('\n')
  const rendered = paragraphs.map((text) => `<p>${text}</p>`).join('\n')
  const date = new Date(Date.UTC(2026, 0, 1) - at * 3_600_000).toISOString().slice(0, 19)
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const root = 'https://example.org'
  return JSON.stringify({
    id,
    date,
    date_gmt: date,
    guid: { rendered: `${root}/?p=${id}`, raw: `${root}/?p=${id}` },
    modified: date,
    modified_gmt: date,
    password: '',
    slug,
    status: at % 5 === 0 ? 'draft' : 'publish',
    type: 'post',
    link: `${root}/${slug}/`,
    title: { raw: title, rendered: title },
    content: { raw, rendered, protected: false, block_version: 1 },
    excerpt: { raw: '', rendered: `<p>${paragraphs[0]}</p>`, protected: false },
    author: 1 + (at % 9),
    featured_media: at % 4 === 0 ? id + 1 : 0,
    comment_status: 'open',
    ping_status: 'open',
    sticky: false,
    template: '',
    format: 'standard',
    meta: { footnotes: '', subtitle: sentence(at, 18) },
    categories: [1 + (at % 12)],
    tags: [at % 40, 40 + (at % 17)],
    permalink_template: `${root}/%postname%/`,
    generated_slug: slug,
    class_list: [`post-${id}`, 'post', 'type-post', 'status-publish', 'format-standard', 'hentry'],
    _links: {
      self: [
        {
          href: `${root}/wp-json/wp/v2/posts/${id}`,
          targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
        },
      ],
      collection: [{ href: `${root}/wp-json/wp/v2/posts` }],
      about: [{ href: `${root}/wp-json/wp/v2/types/post` }],
      author: [{ embeddable: true, href: `${root}/wp-json/wp/v2/users/${1 + (at % 9)}` }],
    },
  })
}

/** A post of its own, as a body that was parsed just now. */
export const postAt = (at) => JSON.parse(textOf(at))

/** Posts from one place up to another, without it. */
export const postsFrom = (start, stop) => Array.from({ length: stop - start }, (none, i) => postAt(start + i))

/** All posts up to a count, in pages of 100. */
export function pagesOf(count) {
  const pages = []
  for (let start = 0; start < count; start += 100) pages.push(postsFrom(start, Math.min(count, start + 100)))
  return pages
}
