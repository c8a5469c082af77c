import { selectEditedEntityRecord, selectHasEdits } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { plainText } from '../plainText'
import { linkTo, type PostType } from '../route'
import { statusNames } from '../statuses'

interface ListRowProps {
  type: PostType
  record: { id: number; title: { rendered: string }; status: string; date: string | null }
  isOpen: boolean
  isMine: boolean
}

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** One document in the list, under its edited title as long as that is not saved. */
export function ListRow({ type, record, isOpen, isMine }: ListRowProps) {
  const { id, title, status, date } = record
  const editedTitle = useEntitySelector((state) =>
    selectHasEdits(state, 'postType', type, id)
      ? selectEditedEntityRecord(state, 'postType', type, id)?.title
      : undefined,
  )
  const shownTitle = editedTitle ?? plainText(title.rendered)
  return (
    <li>
      <a className="row" href={linkTo(type, id)} aria-current={isOpen ? 'true' : undefined}>
        <span className="row-title">{shownTitle || 'No title'}</span>
        <span className="row-facts">
          <span className="badge" data-status={status}>
            {statusNames[status] ?? status}
          </span>
          {date && <time dateTime={date}>{dates.format(new Date(date))}</time>}
          {isMine && <span>Yours</span>}
          {editedTitle !== undefined && <span className="unsaved">Unsaved</span>}
        </span>
      </a>
    </li>
  )
}
