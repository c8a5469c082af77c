import type { Attachment } from 'copydesk'
import { ExternalLink } from 'lucide-react'
import { shortDate } from '../dates'
import { fileSize } from './fileSize'
import { fileType } from './fileType'

/** The picture itself, and what the server knows of the file. */
export function FileFacts({ file }: { file: Attachment<'view'> }) {
  const { media_details: details, source_url: url } = file
  const facts = [
    fileType(file.mime_type),
    details.width && details.height && `${details.width} × ${details.height} px`,
    details.filesize && fileSize(details.filesize),
    shortDate(file.date ?? ''),
  ]
  return (
    <figure className="media-figure">
      {file.media_type === 'image' && (
        <img
          src={details.sizes?.large?.source_url ?? url}
          alt={file.alt_text}
          width={details.width}
          height={details.height}
        />
      )}
      <figcaption className="hint">
        <span>{facts.filter(Boolean).join(' · ')}</span>
        <a href={url} target="_blank" rel="noreferrer">
          {url.replace(/^.*\//, '')} <ExternalLink aria-label="(opens in a new tab)" />
        </a>
      </figcaption>
    </figure>
  )
}
