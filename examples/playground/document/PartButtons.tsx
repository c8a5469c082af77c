/** What of a document is shown where there is no room for both. */
export type Part = 'content' | 'details'

interface PartButtonsProps {
  shown: Part
  onShow: (part: Part) => void
}

/** Chooses between the text of a document and all else about it, where there is no room for both. */
export function PartButtons({ shown, onShow }: PartButtonsProps) {
  return (
    <div className="segments parts" role="group" aria-label="Part of the document">
      <PartButton part="content" shown={shown} onShow={onShow} />
      <PartButton part="details" shown={shown} onShow={onShow} />
    </div>
  )
}

function PartButton({ part, shown, onShow }: PartButtonsProps & { part: Part }) {
  return (
    <button type="button" className="segment" aria-pressed={part === shown} onClick={() => onShow(part)}>
      {part === 'content' ? 'Content' : 'Details'}
    </button>
  )
}
