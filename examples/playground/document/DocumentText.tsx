import { plainText } from '../plainText'

/** A document to read: its title, and its text paragraph by paragraph. */
export function DocumentText({ title, html }: { title: string; html: string }) {
  return (
    <>
      <h2 className="title">{title || 'No title'}</h2>
      <div className="reading">
        {plainText(html)
          .split(/\n{2,}/)
          .filter((paragraph) => paragraph.trim() !== '')
          .map((paragraph, place) => (
            <p key={place}>{paragraph}</p>
          ))}
      </div>
    </>
  )
}
