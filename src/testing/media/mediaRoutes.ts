import { resource } from '../http/resource'
import { fileOf, titleOf } from './media'
import { insertPost } from '../posts/postRows'
import { postResource } from '../posts/posts'
import { WpError } from '../http/wpError'
import type { Call, Route } from '../http/route'
import { type PostRow, type PostType, type SiteState, tick } from '../site/siteState'

/** The media library: as posts, but made by uploads, deleted for good at once, and kept out of batches. */
export function mediaRoutes(type: PostType, site: SiteState): Route[] {
  const posts = postResource(type, site)
  return resource({
    ...posts,
    batch: false,
    whole: ['caption', 'description'],
    create: { ...posts.create, make: (call) => upload(type, call) },
    remove: { ...posts.remove, trash: 'The post does not support trashing.' },
  })
}

function upload(type: PostType, call: Call): PostRow {
  const { site, params } = call
  const sent = call.request.file
  if (!sent) throw new WpError(400, 'rest_upload_no_data', 'No data supplied.')
  if (sent.bytes.length === 0) throw new WpError(500, 'rest_upload_unknown_error', 'File is empty.')
  const time = tick(site)
  const parent = site.posts.get(Number(params.post))
  // A file goes to the month of the post that it is for.
  const file = fileOf(sent.name, sent.bytes, (parent?.date ?? time).slice(0, 7).replace('-', '/'))
  if (!file) {
    const message = 'Sorry, you are not allowed to upload this file type.'
    throw new WpError(500, 'rest_upload_unknown_error', message)
  }
  const text = (name: string, fallback = '') => (params[name] === undefined ? fallback : String(params[name]))
  return insertPost(type.slug, call, {
    status: 'inherit',
    commentStatus: 'open',
    file,
    slug: text('slug'),
    title: text('title', titleOf(sent.name)),
    excerpt: text('caption'),
    content: text('description'),
    altText: text('alt_text'),
    parent: parent?.id ?? 0,
  })
}
