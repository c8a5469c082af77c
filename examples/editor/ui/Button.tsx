import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'

type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> & { ref?: RefObject<HTMLButtonElement | null> }

/** A button that keeps the focus while it is disabled, and leaves it to the main part of the page when it goes. */
export function Button({ disabled = false, onClick, ref, ...rest }: ButtonProps) {
  const own = useRef<HTMLButtonElement>(null)
  const button = ref ?? own
  useLayoutEffect(() => {
    const shown = button.current
    return () => void (shown === document.activeElement && shown?.closest('main')?.focus())
  }, [button])
  const press: typeof onClick = disabled ? (event) => event.preventDefault() : onClick
  return <button type="button" {...rest} ref={button} aria-disabled={disabled} onClick={press} />
}
