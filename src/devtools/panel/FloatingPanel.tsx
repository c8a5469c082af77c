import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Button } from './elements'
import { Panel, type PanelProps } from './Panel'
import { recall, remember } from './remembered'
import { ShadowHost, type DevtoolsColorScheme } from './ShadowHost'

/** Where the panel opens. */
export type DevtoolsPosition = 'bottom' | 'top' | 'left' | 'right'
/** Where the button that opens it stands. */
export type DevtoolsButtonPosition = 'bottom-left' | 'bottom-right' | 'top-left' | 'top-right'

export interface FloatingPanelProps extends PanelProps {
  readonly initialIsOpen: boolean
  readonly position: DevtoolsPosition
  readonly buttonPosition: DevtoolsButtonPosition
  readonly colorScheme: DevtoolsColorScheme
  readonly nonce: string | undefined
}

const least = 160

/** A button in a corner of the page, and the panel that it opens at one of the page's sides. */
export function FloatingPanel(props: FloatingPanelProps) {
  const { store, recorder, initialIsOpen, position, buttonPosition, colorScheme, nonce } = props
  const [isOpen, setIsOpen] = useState(() => recall().isOpen ?? initialIsOpen)
  const button = useRef<HTMLButtonElement>(null)
  const hasClosed = useRef(false)

  function open(next: boolean): void {
    remember({ isOpen: next })
    hasClosed.current = !next
    setIsOpen(next)
  }
  // Whoever closes it by key goes on where it was opened.
  useEffect(() => {
    if (!isOpen && hasClosed.current) button.current?.focus()
  }, [isOpen])

  return (
    <ShadowHost nonce={nonce} colorScheme={colorScheme}>
      {isOpen ? (
        <Docked position={position} onClose={() => open(false)}>
          <Panel store={store} recorder={recorder}>
            <Button onClick={() => open(false)}>Close</Button>
          </Panel>
        </Docked>
      ) : (
        <button
          ref={button}
          type="button"
          className="toggle"
          data-position={buttonPosition}
          aria-label="Open the Copydesk devtools"
          onClick={() => open(true)}
        >
          Copydesk
        </button>
      )}
    </ShadowHost>
  )
}

interface DockedProps {
  readonly position: DevtoolsPosition
  readonly onClose: () => void
  readonly children: React.ReactNode
}

function Docked({ position, onClose, children }: DockedProps) {
  const isWide = position === 'bottom' || position === 'top'
  const [size, setSize] = useState(() => recall().size ?? (isWide ? 360 : 420))
  const sign = position === 'bottom' || position === 'right' ? -1 : 1

  function resize(next: number): void {
    const room = isWide ? window.innerHeight : window.innerWidth
    const fitting = Math.round(Math.min(Math.max(next, least), room - 40))
    remember({ size: fitting })
    setSize(fitting)
  }
  function drag(event: PointerEvent<HTMLDivElement>): void {
    const { currentTarget, pointerId } = event
    const from = isWide ? event.clientY : event.clientX
    currentTarget.setPointerCapture(pointerId)
    const move = (to: globalThis.PointerEvent) =>
      resize(size + sign * ((isWide ? to.clientY : to.clientX) - from))
    const end = () => currentTarget.removeEventListener('pointermove', move)
    currentTarget.addEventListener('pointermove', move)
    currentTarget.addEventListener('lostpointercapture', end, { once: true })
  }
  function resizeByKey({ key }: KeyboardEvent): void {
    const step = { ArrowUp: -20, ArrowLeft: -20, ArrowDown: 20, ArrowRight: 20 }[key]
    if (step !== undefined) resize(size + sign * step)
  }

  return (
    <aside
      className="root floating"
      aria-label="Copydesk devtools"
      data-position={position}
      style={isWide ? { height: size } : { width: size }}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div
        className="resizer"
        role="separator"
        tabIndex={0}
        aria-label="Size of the devtools"
        aria-orientation={isWide ? 'horizontal' : 'vertical'}
        aria-valuenow={size}
        aria-valuemin={least}
        onPointerDown={drag}
        onKeyDown={resizeByKey}
      />
      {children}
    </aside>
  )
}
