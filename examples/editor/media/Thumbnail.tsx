import type { RecordOf } from 'copydesk'

type Shown = 'source_url' | 'alt_text' | 'media_type' | 'mime_type' | 'media_details'

/** A picture in its medium size; of another file, what sort of file it is. */
export function Thumbnail({ media }: { media: Pick<RecordOf<'postType', 'attachment'>, Shown> }) {
  const { source_url, alt_text, media_type, mime_type, media_details } = media
  if (media_type !== 'image') return <span className="thumbnail">{mime_type}</span>
  const { medium } = media_details?.sizes ?? {}
  return <img className="thumbnail" src={medium?.source_url ?? source_url} alt={alt_text} loading="lazy" />
}
