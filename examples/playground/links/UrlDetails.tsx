import { useEffect, useState } from 'react'
import { fetchUrlDetails, selectUrlDetails } from 'copydesk'
import { useEntityDispatch, useEntitySelector } from 'copydesk/react'
import { Globe } from 'lucide-react'
import { errorText } from '../errorText'
import { useRenders } from 'copydesk/devtools'
import { Skeleton } from '../ui/Skeleton'
import { shorten } from './LinkOption'

/** What a page says of itself; the address alone where it says nothing. */
export function UrlDetails({ url }: { url: string }) {
  useRenders('UrlDetails')
  const isPage = /^https?:/i.test(url)
  const dispatch = useEntityDispatch()
  const details = useEntitySelector((state) => selectUrlDetails(state, url))
  const [error, setError] = useState<unknown>(null)

  useEffect(() => {
    if (!isPage) return undefined
    const controller = new AbortController()
    const { signal } = controller
    // Somebody may still be typing it.
    const timer = setTimeout(() => {
      dispatch(fetchUrlDetails(url, { signal })).catch((thrown: unknown) => {
        if (!signal.aborted) setError(thrown)
      })
    }, 300)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [dispatch, url, isPage])

  const { title, description, icon } = details ?? {}
  return (
    <div className="url-details" role="group" aria-label="Address">
      {icon ? <img src={icon} alt="" width={16} height={16} /> : <Globe aria-hidden />}
      <div className="link-text">
        <span className="truncate">{title || shorten(url)}</span>
        {title && <span className="hint truncate">{shorten(url)}</span>}
        {isPage && !details && error === null && <Skeleton width="60%" height="0.875rem" />}
        {description && <span className="hint">{description}</span>}
        {error !== null && (
          <span className="hint">
            The site could not read this page ({errorText(error).replace(/\.$/, '')}). The link works all the
            same.
          </span>
        )}
      </div>
    </div>
  )
}
