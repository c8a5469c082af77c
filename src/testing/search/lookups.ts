import { linkOf } from '../http/links'
import type { Arg } from '../http/params'
import { WpError } from '../http/wpError'
import { sourceOf } from '../media/media'
import { isContent } from '../posts/postRows'
import { curl } from '../posts/rendering'
import type { Call, Route } from '../http/route'
import { demand, type PostRow, type SiteState } from '../site/siteState'

/** What is known about addresses: previews, and titles of other pages. */
export function lookupRoutes(site: SiteState): Route[] {
  const url: Arg = {
    type: 'string',
    required: true,
    check: (value) =>
      isPublicAddress(String(value)) || isOwnAddress(site, String(value))
        ? undefined
        : { message: 'Invalid parameter.' },
  }
  return [
    {
      path: '/oembed/1.0/proxy',
      GET: {
        args: { url: { type: 'string', required: true } },
        permit: ({ user }) => {
          demand(user, 'edit_posts', 'rest_forbidden', 'make proxied oEmbed requests')
        },
        run: (call) => {
          const address = String(call.params.url)
          const known = Object.hasOwn(site.embeds, address) ? site.embeds[address] : undefined
          if (known) return known
          const post = postAt(site, address)
          if (post) return showEmbed(call, post)
          throw new WpError(404, 'oembed_invalid_url', 'Not Found')
        },
      },
    },
    {
      path: '/wp-block-editor/v1/url-details',
      GET: {
        args: { url },
        permit: ({ user }) => {
          demand(user, 'edit_posts', 'rest_cannot_view_url_details', 'process remote URLs')
        },
        run: ({ params }) => {
          const address = String(params.url)
          const details = { title: '', icon: '', description: '', image: '' }
          if (Object.hasOwn(site.urlDetails, address)) return { ...details, ...site.urlDetails[address] }
          const post = postAt(site, address)
          if (post) return { ...details, title: `${post.title} – ${String(site.settings.title)}` }
          const message = 'URL not found. Response returned a non-200 status code for this URL.'
          throw new WpError(404, 'no_response', message)
        },
      },
    },
  ]
}

/** Whether a server would look an address up for somebody: one of the web, with no password and no odd port. */
function isPublicAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, port } = new URL(text)
  return (
    /^https?:$/.test(protocol) &&
    username === '' &&
    password === '' &&
    ['', '80', '443', '8080'].includes(port)
  )
}

/** Whether an address is one of the site itself, which it looks up whatever its port is. */
function isOwnAddress({ url }: SiteState, text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === new URL(url).origin
}

/** The post that an address of the site leads a visitor to: by its permalink, or by the id in the query. */
function postAt(site: SiteState, address: string): PostRow | undefined {
  const [, id] = (isOwnAddress(site, address) && /[?&](?:p|page_id)=(\d+)/.exec(address)) || []
  const posts = [...site.posts.values()].filter((row) => row.status === 'publish' && isContent(row))
  return posts.find((row) => (id === undefined ? linkOf(site, row) === address : row.id === Number(id)))
}

/** The preview of a post of the site itself. */
function showEmbed({ site }: Call, post: PostRow): object {
  const name = String(site.settings.title)
  const author = site.users.get(post.author)
  const title = curl(post.title)
  const link = linkOf(site, post)
  return {
    version: '1.0',
    provider_name: name,
    provider_url: site.url,
    author_name: author?.name ?? name,
    author_url: author ? `${site.url}/author/${author.slug}/` : site.url,
    title,
    type: 'rich',
    width: 600,
    height: 338,
    ...thumbnailOf(site, post),
    html: `<blockquote class="wp-embedded-content"><a href="${link}">${title}</a></blockquote>`,
  }
}

function thumbnailOf(site: SiteState, { featuredMedia }: PostRow): object {
  const { path, width, height } = site.posts.get(featuredMedia)?.file ?? {}
  if (path === undefined || width === undefined || height === undefined) return {}
  const wide = Math.min(600, width)
  return {
    thumbnail_url: sourceOf(site, path),
    thumbnail_width: wide,
    thumbnail_height: Math.round((wide * height) / width),
  }
}
