import { lazy, Suspense, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useEntityStore } from '../react/provider/EntityStoreProvider'
import type { EntityStore } from '../store/createEntityStore'
import type { DevtoolsButtonPosition, DevtoolsPosition } from './panel/FloatingPanel'
import type { DevtoolsColorScheme } from './panel/ShadowHost'
import { attachRecorder } from './recording/recorder'

/** What {@link CopydeskDevtools} takes. */
export interface CopydeskDevtoolsProps {
  /** The store to look at. Default: that of the nearest provider. */
  readonly store?: EntityStore | undefined
  /** Whether the panel is open at the first visit; later it is as it was left. Default false. */
  readonly initialIsOpen?: boolean | undefined
  /** At which side of the page the panel opens. Default `bottom`. */
  readonly position?: DevtoolsPosition | undefined
  /** In which corner the button that opens it stands. Default `bottom-left`. */
  readonly buttonPosition?: DevtoolsButtonPosition | undefined
  /** Default `auto`: the page's color scheme, or what the system prefers. */
  readonly colorScheme?: DevtoolsColorScheme | undefined
  /** The nonce of the page's Content-Security-Policy, for the panel's styles. Default: none. */
  readonly nonce?: string | undefined
}

/**
 * A button in a corner of the page that opens the devtools: records and lists with their freshness, requests with the reason
 * for each, edits, the undo stack, locks, permissions, reads to retry, renders, and a switch that lets the server be slow,
 * failing or unreachable.
 *
 * In front of the application, it knows the first components that ask, too. It is loaded later than the page, and only in development: where `process.env.NODE_ENV` is `production` it renders nothing
 * and bundlers leave all of it out.
 * @throws EntityStoreError `missing_provider` when there is no store above it and none is given.
 * @example
 * const app = (
 *   <EntityStoreProvider store={store}>
 *     <CopydeskDevtools />
 *     <App />
 *   </EntityStoreProvider>
 * )
 */
export const CopydeskDevtools: (props: CopydeskDevtoolsProps) => ReactNode =
  process.env.NODE_ENV === 'production' ? () => null : DevelopmentDevtools

// In an expression that bundlers can decide: what it imports is no part of a production build.
const FloatingPanel =
  process.env.NODE_ENV === 'production'
    ? () => null
    : /* @__PURE__ */ lazy(async () => ({ default: (await import('./panel/FloatingPanel')).FloatingPanel }))

function DevelopmentDevtools({ store, ...look }: CopydeskDevtoolsProps) {
  return store ? <DevtoolsOf store={store} {...look} /> : <DevtoolsOfNearest {...look} />
}

function DevtoolsOfNearest(look: Omit<CopydeskDevtoolsProps, 'store'>) {
  return <DevtoolsOf store={useEntityStore()} {...look} />
}

function DevtoolsOf(props: CopydeskDevtoolsProps & { readonly store: EntityStore }) {
  const { store, initialIsOpen = false, position = 'bottom', buttonPosition = 'bottom-left' } = props
  const { colorScheme = 'auto', nonce } = props
  // During the render: what components below ask for in their first effects is recorded, too.
  const [recorder] = useState(() => attachRecorder(store))
  const isBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  if (!isBrowser) return null
  return (
    <Suspense fallback={null}>
      <FloatingPanel {...{ store, recorder, initialIsOpen, position, buttonPosition, colorScheme, nonce }} />
    </Suspense>
  )
}

const subscribeToNothing = () => () => undefined
