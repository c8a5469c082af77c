import { lazy, Suspense, useState, type CSSProperties } from 'react'
import { useEntityStore } from '../react/provider/EntityStoreProvider'
import type { EntityStore } from '../store/createEntityStore'
import type { DevtoolsColorScheme } from './panel/ShadowHost'
import { attachRecorder } from './recording/recorder'

/** What {@link CopydeskDevtoolsPanel} takes. */
export interface CopydeskDevtoolsPanelProps {
  /** The store to look at. Default: that of the nearest provider. */
  readonly store?: EntityStore | undefined
  /** The nonce of the page's Content-Security-Policy, for the panel's styles. Default: none. */
  readonly nonce?: string | undefined
  /** Default `auto`: the page's color scheme, or what the system prefers. */
  readonly colorScheme?: DevtoolsColorScheme | undefined
  /** Class and style of the element that the panel fills; give it a height. Default: none. */
  readonly className?: string | undefined
  /** Style of that element. Default: none. */
  readonly style?: CSSProperties | undefined
}

const EmbeddedPanel = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./panel/EmbeddedPanel')).EmbeddedPanel,
}))

/**
 * The devtools as a part of a page of your own, in place of the floating panel. It is loaded when it is first rendered,
 * in production too: render it only where you want it.
 * @throws EntityStoreError `missing_provider` when there is no store above it and none is given.
 * @example
 * const tools = <CopydeskDevtoolsPanel style={{ height: 400 }} />
 */
export function CopydeskDevtoolsPanel({ store, ...look }: CopydeskDevtoolsPanelProps) {
  return store ? <PanelOf store={store} {...look} /> : <PanelOfNearest {...look} />
}

function PanelOfNearest(look: Omit<CopydeskDevtoolsPanelProps, 'store'>) {
  return <PanelOf store={useEntityStore()} {...look} />
}

function PanelOf({ store, ...look }: CopydeskDevtoolsPanelProps & { readonly store: EntityStore }) {
  const [recorder] = useState(() => attachRecorder(store))
  return (
    <Suspense fallback={null}>
      <EmbeddedPanel store={store} recorder={recorder} {...look} />
    </Suspense>
  )
}
