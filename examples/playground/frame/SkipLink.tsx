/** The first stop for Tab: past the header, the places and the list, to what is open. */
export function SkipLink() {
  function skip() {
    const main = document.querySelector<HTMLElement>('main')
    if (!main) return
    main.tabIndex = -1
    main.focus()
  }
  return (
    <button type="button" className="skip-link button" onClick={skip}>
      Skip to content
    </button>
  )
}
