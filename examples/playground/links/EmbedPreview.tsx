import { useEffect } from 'react'
import { fetchEmbedPreview, selectEmbedPreview, selectIsEmbedPreviewFallback } from 'copydesk'
import { useEntityDispatch, useEntitySelector } from 'copydesk/react'
import { Unplug } from 'lucide-react'
import { useRenders } from 'copydesk/devtools'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { Skeleton } from '../ui/Skeleton'

/** How a page looks that is embedded, as its provider describes it. */
export function EmbedPreview({ url }: { url: string }) {
  useRenders('EmbedPreview')
  const dispatch = useEntityDispatch()
  const preview = useEntitySelector((state) => selectEmbedPreview(state, url))
  const isFallback = useEntitySelector((state) => selectIsEmbedPreviewFallback(state, url))

  useEffect(() => {
    const controller = new AbortController()
    // A failure is kept as false; what is left is being given up.
    dispatch(fetchEmbedPreview(url, { signal: controller.signal })).catch(() => null)
    return () => controller.abort()
  }, [dispatch, url])

  if (preview === undefined) return <Skeleton height="14rem" />
  if (preview === false || isFallback || !(preview.html || preview.thumbnail_url)) {
    return (
      <EmptyState icon={Unplug} title="Nothing to show">
        <p>The site found no preview of this address. Embedded, it becomes a plain link.</p>
        <Button
          size="small"
          onClick={() => void dispatch(fetchEmbedPreview(url, { force: true })).catch(() => null)}
        >
          Ask again
        </Button>
      </EmptyState>
    )
  }
  const { html, title = '', provider_name: provider, thumbnail_url: picture, height } = preview
  return (
    <figure className="embed">
      {html ? (
        // It comes from elsewhere: in the sandbox it reaches neither this page nor its cookies.
        <iframe
          title={title || 'Preview'}
          sandbox="allow-scripts"
          src="/embed-frame"
          onLoad={({ currentTarget }) => currentTarget.contentWindow?.postMessage(page(html), '*')}
          height={frameHeight(height)}
        />
      ) : (
        <img src={picture} alt={title} />
      )}
      <figcaption className="hint">
        {title}
        {provider && `, ${provider}`}
      </figcaption>
    </figure>
  )
}

function frameHeight(height: number | string | null | undefined): number {
  return Math.min(420, Math.max(120, Number(height) || 240))
}

function page(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  // At this page's own address its server answers with this page again: what is left of such a frame is its quote.
  for (const frame of body.querySelectorAll('iframe')) {
    if (
      !URL.canParse(frame.src, location.href) ||
      new URL(frame.src, location.href).origin === location.origin
    ) {
      frame.remove()
    }
  }
  return `<!doctype html><meta name="color-scheme" content="light"><style>
    body { margin: 0; background: #fff; font: 14px system-ui, 'Open Sans', sans-serif }
    iframe, img, video { max-width: 100% }
  </style>${body.innerHTML}`
}
