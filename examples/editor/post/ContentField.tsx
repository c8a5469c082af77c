import { useId } from 'react'
import { contentOf, plainText } from './plainText'
import type { TextOfRecord } from './TitleField'

/** The text of a post: as plain text where it is nothing but paragraphs, else as its source. */
export function ContentField({ field: { value = '', set, canEdit } }: { field: TextOfRecord }) {
  const id = useId()
  const text = plainText(value)
  const isSource = text === undefined
  return (
    <>
      <textarea
        className={isSource ? 'content source' : 'content'}
        aria-label="Content"
        aria-describedby={isSource ? id : undefined}
        placeholder="Write here. An empty line begins another paragraph."
        dir="auto"
        value={text ?? value}
        readOnly={canEdit === false}
        onChange={({ target }) => set(isSource ? target.value : contentOf(target.value))}
      />
      {isSource && (
        <p id={id} className="hint">
          There is more than paragraphs in this post, so this is its source.
        </p>
      )}
    </>
  )
}
