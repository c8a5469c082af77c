import type { LinkResult } from 'copydesk'
import { FileText, Folder, Image, type LucideIcon } from 'lucide-react'
import { Badge } from '../ui/Badge'

interface LinkOptionProps {
  id: string
  link: LinkResult
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

const icons: Record<LinkResult['kind'], LucideIcon> = {
  'post-type': FileText,
  taxonomy: Folder,
  media: Image,
}
const names: Record<string, string> = { post_tag: 'tag', attachment: 'file', 'post-format': 'format' }

/** One suggestion: what it is called, where it is, what it is. */
export function LinkOption({
  id,
  link: { title, url, type, kind },
  isActive,
  onPoint,
  onChoose,
}: LinkOptionProps) {
  const Icon = icons[kind]
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={onChoose}
    >
      <Icon aria-hidden />
      <span className="link-text">
        <span className="truncate">{title}</span>
        <span className="hint truncate">{shorten(url)}</span>
      </span>
      <Badge>{names[type] ?? type.replace(/[_-]/g, ' ')}</Badge>
    </li>
  )
}

/** An address as people know it: without the protocol, and without the host where that is the page's own. */
export function shorten(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname, search } = new URL(url)
  return `${host === location.host ? '' : host}${decodePath(pathname)}${search}`
}

/** A sign of per cent that encodes nothing stays, as in `/100%`. */
function decodePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
