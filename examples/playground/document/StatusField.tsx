import { useId } from 'react'
import { selectEntityRecord } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { isPublic } from '../../editor/post/PublishButtons'
import { withArticle } from '../session/roles'
import { choosableStatuses, statusNames, statusTones } from '../statuses'
import type { DocumentProps } from './DocumentView'
import { useDocumentField } from './useDocumentField'
import { useDocumentRights } from './useDocumentRights'

/** How far the document has come; publishing is for those who may. */
export function StatusField({ type, id, role }: DocumentProps) {
  useRenders('StatusField')
  const { value = 'draft', set } = useDocumentField(type, id, 'status')
  const saved = useEntitySelector((state) => selectEntityRecord(state, 'postType', type, id)?.status)
  const may = useDocumentRights(type, id)
  const fieldId = useId()
  const canPublish = may('publish')
  const choices = [...new Set([...choosableStatuses, saved ?? value, value])]
  return (
    <div className="status-line">
      <label className="hidden" htmlFor={fieldId}>
        Status
      </label>
      <select
        id={fieldId}
        className="input status-pill"
        data-tone={statusTones[value]}
        value={value}
        aria-describedby={`${fieldId}-hint`}
        onChange={({ target }) => set(target.value)}
      >
        {choices.map((status) => (
          <option key={status} value={status} disabled={!canPublish && isPublic(status) && status !== saved}>
            {statusNames[status] ?? status}
          </option>
        ))}
      </select>
      <p id={`${fieldId}-hint`} className="hidden">
        {!canPublish && `As ${withArticle(role)} you can’t publish; submit it for review.`}
      </p>
    </div>
  )
}
