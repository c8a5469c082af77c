import { ExternalLink } from 'lucide-react'
import type { PostType } from '../route'
import { typeNoun } from '../typeNouns'

interface ViewLinkProps {
  type: PostType
  /** Where the site has it. */
  link: string
  /** Whether others may read it there; else it is a preview. */
  isPublic: boolean
}

/** Opens the page of a document on the site, as it is saved, beside this one. */
export function ViewLink({ type, link, isPublic }: ViewLinkProps) {
  const label = isPublic ? `View ${typeNoun(type)}` : `Preview ${typeNoun(type)}`
  const address = isPublic ? link : `${link}${link.includes('?') ? '&' : '?'}preview=true`
  return (
    <a
      className="button icon-button"
      data-variant="plain"
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={isPublic ? label : `${label} as it was last saved`}
    >
      <ExternalLink aria-hidden />
    </a>
  )
}
