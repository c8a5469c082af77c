import { escapeHtml, paragraphs } from '../posts/rendering'
import { does, type FileRow, type PostRow, type SiteState } from '../site/siteState'

/** The fields that only media have, as all contexts show them, and those of edit and view. */
export function mediaFields(
  site: SiteState,
  post: PostRow,
  file: FileRow,
  isEdit: boolean,
): { all: object; notEmbed: object; edit: object } {
  const raw = (text: string, rendered: string) => (isEdit ? { raw: text, rendered } : { rendered })
  const source = sourceOf(site, file.path)
  const isImage = file.mimeType.startsWith('image/')
  const isFile = does(site, 'mediaFiles')
  return {
    all: {
      caption: raw(post.excerpt, paragraphs(post.excerpt)),
      alt_text: post.altText,
      media_type: isImage ? 'image' : 'file',
      mime_type: file.mimeType,
      media_details: detailsOf(source, file, isFile),
      source_url: source,
    },
    notEmbed: {
      ...(isFile && { filename: nameOf(file), filesize: file.bytes }),
      description: raw(post.content, descriptionOf(site, post, file) + paragraphs(post.content)),
      post: post.parent === 0 ? null : post.parent,
    },
    edit: {
      ...(isImage && { missing_image_sizes: [] }),
      ...(isImage && isFile && { exif_orientation: 1 }),
      ...(isImage && does(site, 'mediaForBrowsers') && browserFields),
    },
  }
}

/** What the name and the first bytes of a file say of it; undefined for a file that a site does not take. */
export function fileOf(name: string, bytes: Uint8Array, folder: string): FileRow | undefined {
  const [, ending = ''] = /\.(\w+)$/.exec(name.toLowerCase()) ?? []
  const mimeType = mimeTypes[ending]
  if (mimeType === undefined) return undefined
  const safe = name
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\w.-]/g, '')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isPng = ending === 'png' && bytes.length > 24 && view.getUint32(0) === 0x89504e47
  const size = isPng ? { width: view.getUint32(16), height: view.getUint32(20) } : {}
  return { path: `${folder}/${safe}`, mimeType, bytes: bytes.length, ...size }
}

/** The name of a file without its folder and its ending. */
export function titleOf(name: string): string {
  return (name.split('/').at(-1) ?? name).replace(/\.\w+$/, '')
}

const mimeTypes: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
  webp: 'image/webp',
}

/** The longest sides of the sizes that a new site makes. */
const sizeLimits = { medium: 300, medium_large: 768, large: 1024 }

/** The address of a file. */
export function sourceOf(site: SiteState, path: string): string {
  return `${site.url}/wp-content/uploads/${path}`
}

/** What a browser needs to know to make the sizes of a picture itself. */
const browserFields = {
  // PHP has one sort of empty array.
  image_quality: { default: 82, sizes: [] },
  image_output_format: null,
  image_save_progressive: false,
}

function nameOf({ path }: FileRow): string {
  return path.split('/').at(-1) ?? path
}

function detailsOf(source: string, file: FileRow, hasAlt: boolean): object {
  const { width, height, path, bytes, madeOf } = file
  if (width === undefined || height === undefined) return { filesize: bytes }
  const name = nameOf(file)
  const sizes: [string, object][] = []
  const add = (label: string, wide: number, high: number) => {
    const sized = name.replace(/(\.\w+)$/, `-${wide}x${high}$1`)
    const at = source.replace(/[^/]+$/, sized)
    const size = { file: sized, width: wide, height: high, mime_type: file.mimeType, source_url: at }
    sizes.push([label, size])
  }
  for (const [label, limit] of Object.entries(sizeLimits)) {
    const high = label === 'medium_large' ? Infinity : limit
    const scale = Math.min(limit / width, high / height)
    if (scale < 1) add(label, Math.round(width * scale), Math.round(height * scale))
  }
  if (width > 150 || height > 150) add('thumbnail', Math.min(150, width), Math.min(150, height))
  const full = { file: name, width, height, mime_type: file.mimeType, source_url: source }
  return {
    width,
    height,
    file: path,
    filesize: bytes,
    ...(madeOf && { parent_image: { attachment_id: String(madeOf.id), file: madeOf.path } }),
    sizes: sizes.length > 0 ? { ...Object.fromEntries(sizes), full } : {},
    image_meta: {
      aperture: '0',
      credit: '',
      camera: '',
      caption: '',
      created_timestamp: '0',
      copyright: '',
      focal_length: '0',
      iso: '0',
      shutter_speed: '0',
      title: '',
      orientation: '0',
      keywords: [],
      ...(hasAlt && { alt: '' }),
    },
  }
}

function descriptionOf(site: SiteState, post: PostRow, file: FileRow): string {
  const source = sourceOf(site, file.path)
  if (!file.mimeType.startsWith('image/')) {
    return `<p class="attachment"><a href='${source}'>${escapeHtml(post.title)}</a></p>\n`
  }
  const { width = 1, height = 1 } = file
  const image =
    `<img loading="lazy" decoding="async" width="${width}" height="${height}" src="${source}" ` +
    `class="attachment-medium size-medium" alt="${escapeHtml(post.altText)}" />`
  return `<p class="attachment"><a href='${source}'>${image}</a></p>\n`
}
