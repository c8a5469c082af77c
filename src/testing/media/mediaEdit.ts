import { isRecord } from '../../core/plain'
import { contextArg } from '../http/listing'
import type { Arg, Args } from '../http/params'
import { sourceOf } from './media'
import { showPost } from '../posts/postAnswer'
import { demandPost, findPost } from '../posts/postPermissions'
import { insertPost } from '../posts/postRows'
import { WpError } from '../http/wpError'
import { created } from '../http/resource'
import type { Call, Reply, Route } from '../http/route'
import { demand, does, type FileRow, type PostType, type SiteState, tick } from '../site/siteState'

interface Modifier {
  type: 'rotate' | 'crop' | 'flip'
  args: { angle?: number; left?: number; top?: number; width?: number; height?: number }
}

/** What each sort of step needs, the one first that WordPress names where none fits. */
const stepKinds = [
  { type: 'flip', title: 'Flip', needed: ['flip'] },
  { type: 'rotate', title: 'Rotation', needed: ['angle'] },
  { type: 'crop', title: 'Crop', needed: ['left', 'top', 'width', 'height'] },
]

function checkModifiers(site: SiteState): NonNullable<Arg['check']> {
  const known = does(site, 'pictureFlip') ? stepKinds : stepKinds.slice(1)
  const [named] = known
  return (value) => {
    const list = value as { type?: unknown; args?: unknown }[]
    if (list.length === 0) {
      return { code: 'rest_too_few_items', message: 'modifiers must contain at least 1 item.' }
    }
    for (const [place, { type, args }] of list.entries()) {
      const at = `modifiers[${place}]`
      const kind = known.find((one) => one.type === type)
      if (kind && args === undefined) {
        return { code: 'rest_property_required', message: `args is a required property of ${at}.` }
      }
      const missing = kind?.needed.find((name) => !(isRecord(args) && name in args))
      if (kind && missing === undefined) continue
      const reason =
        kind && kind === named
          ? `${missing} is a required property of ${at}[args]`
          : `${at}[type] is not ${named?.type}`
      return {
        code: 'rest_no_matching_schema',
        message: `${at} is not a valid ${named?.title}. Reason: ${reason}.`,
        data: { position: 0 },
      }
    }
    return undefined
  }
}

/** Pictures that are turned, cut and flipped: each makes a new file of the library. */
export function mediaEditRoute(type: PostType, site: SiteState): Route {
  const args: Args = {
    ...contextArg,
    src: { type: 'string', required: true },
    modifiers: { type: 'array', items: { type: 'any' }, check: checkModifiers(site) },
    rotation: { type: 'integer', minimum: 0, maximum: 360 },
  }
  return {
    path: `/wp/v2/${type.restBase}/:id/edit`,
    POST: {
      args,
      permit: (call) => {
        demand(call.user, 'upload_files', 'rest_cannot_edit_image', 'upload media on this site')
        demandPost(call, 'edit', findPost(type, call), 'rest_cannot_edit')
      },
      run: (call) => edit(type, call),
    },
  }
}

function edit(type: PostType, call: Call): Reply {
  const { site, params } = call
  const original = findPost(type, call)
  const { file, title, excerpt, altText, content } = original
  if (!file || params.src !== sourceOf(site, file.path)) {
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
  const post = insertPost(type.slug, call, {
    status: 'inherit',
    commentStatus: 'open',
    title,
    excerpt,
    altText,
    content,
    file: { ...changed(site, file, steps, time), madeOf: { id: original.id, path: file.path } },
  })
  return created(call, showPost(call, post))
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
    } else if (step.type === 'rotate' && Math.abs((step.args.angle ?? 0) % 180) === 90)
      [width, height] = [height, width]
  }
  return { ...file, path, ...(file.width !== undefined && { width, height }) }
}
