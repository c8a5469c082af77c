import { contextArg, contextOf, restUrl } from '../http/listing'
import type { Arg, Args } from '../http/params'
import { showPost } from '../posts/postAnswer'
import { findPost } from '../posts/postPermissions'
import { emptyPost, uniqueSlug } from '../posts/postRows'
import { forbidden, WpError } from '../http/wpError'
import { slugOf } from '../posts/rendering'
import { type Call, Reply, type Route } from '../http/route'
import { can, canPost, type FileRow, type PostType, type SiteState, tick } from '../site/siteState'

interface Modifier {
  type: 'rotate' | 'crop'
  args: { angle?: number; left?: number; top?: number; width?: number; height?: number }
}

const modifiers: Arg = {
  type: 'array',
  items: { type: 'any' },
  check: (value) => {
    const list = value as { type?: unknown }[]
    if (list.length === 0) {
      return { code: 'rest_too_few_items', message: 'modifiers must contain at least 1 item.' }
    }
    const wrong = list.findIndex(({ type }) => type !== 'rotate' && type !== 'crop')
    if (wrong < 0) return undefined
    const place = `modifiers[${wrong}]`
    return {
      code: 'rest_no_matching_schema',
      message: `${place} is not a valid Rotation. Reason: ${place}[type] is not rotate.`,
      data: { position: 0 },
    }
  },
}

const args: Args = {
  ...contextArg,
  src: { type: 'string', required: true },
  modifiers,
  rotation: { type: 'integer', minimum: 0, maximum: 360 },
}

/** Pictures that are turned and cut: each makes a new file of the library. */
export function mediaEditRoute(type: PostType): Route {
  return {
    path: `/wp/v2/${type.restBase}/:id/edit`,
    batch: false,
    POST: {
      args,
      permit: (call) => {
        const { site, user } = call
        if (!can(user, 'upload_files')) {
          const message = 'Sorry, you are not allowed to upload media on this site.'
          throw forbidden(user, 'rest_cannot_edit_image', message)
        }
        const post = findPost(type, call)
        if (canPost(site, user, 'edit', post)) return
        throw forbidden(user, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.')
      },
      run: (call) => edit(type, call),
    },
  }
}

function edit(type: PostType, call: Call): Reply {
  const { site, user, params } = call
  const original = findPost(type, call)
  const { file } = original
  const source = file && `${site.url}/wp-content/uploads/${file.path}`
  if (!file || params.src !== source) {
    throw new WpError(404, 'rest_unknown_attachment', 'Unable to get meta information for file.')
  }
  if (!['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'].includes(file.mimeType)) {
    throw new WpError(400, 'rest_cannot_edit_file_type', 'This type of file cannot be edited.')
  }
  const rotation = params.rotation === undefined ? [] : [{ type: 'rotate', args: { angle: params.rotation } }]
  const steps = (params.modifiers ?? rotation) as Modifier[]
  if (steps.length === 0) {
    const message = 'The image was not edited. Edit the image before applying the changes.'
    throw new WpError(400, 'rest_image_not_edited', message)
  }
  const time = tick(site)
  const post = emptyPost(type, site, {
    id: site.lastPostId + 1,
    status: 'inherit',
    author: user?.id ?? 0,
    date: time,
    modified: time,
    commentStatus: 'open',
    title: original.title,
    excerpt: original.excerpt,
    altText: original.altText,
    content: original.content,
    file: { ...changed(site, file, steps, time), madeOf: { id: original.id, path: file.path } },
  })
  post.slug = uniqueSlug(site, post, slugOf(post.title))
  site.lastPostId = post.id
  site.posts.set(post.id, post)
  call.headers.Location = restUrl(call, `/wp/v2/${type.restBase}/${post.id}`)
  return new Reply(201, showPost(call, post, contextOf(call)))
}

/** The new file: in the folder of this month, with what is left of its width and height. */
function changed(site: SiteState, file: FileRow, steps: readonly Modifier[], time: string): FileRow {
  const [, name = '', ending = ''] = /([^/]+?)(\.\w+)$/.exec(file.path) ?? []
  const folder = time.slice(0, 7).replace('-', '/')
  const paths = new Set([...site.posts.values()].map((post) => post.file?.path))
  const base = `${folder}/${name.replace(/-edited(-\d+)?$/, '')}-edited`
  let count = 0
  let path = `${base}${ending}`
  while (paths.has(path)) path = `${base}-${++count}${ending}`
  let { width = 0, height = 0 } = file
  for (const step of steps) {
    if (step.type === 'crop') {
      width = Math.round((width * (step.args.width ?? 100)) / 100)
      height = Math.round((height * (step.args.height ?? 100)) / 100)
    } else if (Math.abs((step.args.angle ?? 0) % 180) === 90) [width, height] = [height, width]
  }
  return { ...file, path, ...(file.width !== undefined && { width, height }) }
}
