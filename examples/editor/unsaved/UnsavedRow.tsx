import { selectSaveError, type RecordSummary } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { errorText } from '../errorText'
import { recordAddress } from '../route'

/** One document with unsaved changes, and why its last save failed. */
export function UnsavedRow({ record: { kind, name, key, title } }: { record: RecordSummary }) {
  const error = useEntitySelector((state) => selectSaveError(state, kind, name, key))
  return (
    <li>
      <a href={recordAddress(kind, name, key) ?? undefined}>{title || 'No title'}</a>
      {error !== undefined && <p className="failure">{errorText(error)}</p>}
    </li>
  )
}
