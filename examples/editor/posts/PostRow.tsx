import { hrefOf } from '../app/route'
import { fromHtml, showDate } from '../ui/texts'
import { posts, stateTexts, statusTexts } from './posts'

interface PostRowProps {
  id: number
  isOpen: boolean
  isChosen?: boolean
  /** Called with whether all rows from the last one on are meant; without it the row can't be chosen. */
  onChoose?: (isRange: boolean) => void
}

/** One post in the list, with what is typed in the editor at once. */
export function PostRow({ id, isOpen, isChosen = false, onChoose }: PostRowProps) {
  // As the list has it: that is how everybody may read it.
  const { record, edits } = posts.useRecord(id, { context: 'view' })
  const state = posts.useRecordState(id)
  const title = (edits.title ?? fromHtml(record?.title.rendered ?? '')) || '(no title)'
  const status = record?.status ?? 'draft'
  return (
    <li className="row">
      {onChoose && (
        <input
          type="checkbox"
          aria-label={`Choose ${title}`}
          checked={isChosen}
          onChange={({ nativeEvent }) => onChoose('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        />
      )}
      <a href={hrefOf('posts', id)} aria-current={isOpen ? 'true' : undefined}>
        <strong>{title}</strong>
        <small>
          {statusTexts[status] ?? status} {status !== 'draft' && showDate(record?.date_gmt)}
        </small>
      </a>
      {state !== 'saved' && (
        <span className="dot" data-state={state} role="img" aria-label={stateTexts[state]} />
      )}
    </li>
  )
}
