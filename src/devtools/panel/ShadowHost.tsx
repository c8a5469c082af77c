import { useCallback, useState, type CSSProperties, type ReactNode, type SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'
import { styles } from './styles'

/** How the panel is to look. */
export type DevtoolsColorScheme = 'light' | 'dark' | 'auto'

export interface ShadowHostProps {
  readonly nonce?: string | undefined
  readonly colorScheme?: DevtoolsColorScheme | undefined
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
  readonly children: ReactNode
}

/**
 * Renders into a shadow root: styles of the page and of the panel do not reach one another, and no key that is pressed
 * in the panel reaches the shortcuts of the page.
 */
export function ShadowHost({ nonce, colorScheme = 'auto', className, style, children }: ShadowHostProps) {
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  const attach = useCallback((host: HTMLDivElement | null) => {
    if (host) setRoot(host.shadowRoot ?? host.attachShadow({ mode: 'open' }))
  }, [])
  const content = (
    <>
      <style nonce={nonce}>{styles}</style>
      <div style={{ display: 'contents' }} onKeyDown={stop} onKeyUp={stop} onClick={stop} onSubmit={stop}>
        {children}
      </div>
    </>
  )
  return (
    <div ref={attach} data-copydesk-devtools="" data-scheme={colorScheme} className={className} style={style}>
      {root && createPortal(content, root)}
    </div>
  )
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}
