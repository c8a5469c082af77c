import type { EntityId } from 'copydesk'
import { useEntityProp, useEntityRecord } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import type { PostType } from '../route'
import { readFootnotes } from './footnotes'
import { RichText } from './RichText'
import type { BlockActions } from './useBlockActions'

interface FootnoteListProps {
  type: PostType
  id: EntityId
  actions: BlockActions
}

/** The footnotes of a document, in the order of their marks, which the store keeps. */
export function FootnoteList({ type, id, actions }: FootnoteListProps) {
  useRenders('FootnoteList')
  const [meta] = useEntityProp('postType', type, 'meta', id)
  const { edit } = useEntityRecord('postType', type, id)
  const footnotes = readFootnotes(meta?.footnotes)
  if (footnotes.length === 0) return <p className="hint">Footnotes stand here, once the text has marks.</p>
  return (
    <ol className="footnotes" aria-label="Footnotes">
      {footnotes.map(({ id: footnote, content }, place) => (
        <li key={footnote}>
          <RichText
            clientId={`footnote ${footnote}`}
            actions={actions}
            label={`Footnote ${place + 1}`}
            html={content}
            placeholder="What the footnote says"
            isBlock={false}
            onType={(typed) => {
              const next = footnotes.map((one) => (one.id === footnote ? { ...one, content: typed } : one))
              edit({ meta: { footnotes: JSON.stringify(next) } }, { undoGroup: `footnote ${footnote}` })
            }}
          />
        </li>
      ))}
    </ol>
  )
}
