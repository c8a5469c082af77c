import type { RecordLinks } from 'copydesk'
import { useEntityRecord } from 'copydesk/react'
import { withArticle } from '../session/roles'
import { choosableStatuses, isPublic, statusNames } from '../statuses'
import type { DocumentProps } from './DocumentView'

/** How far the document has come; publishing is for those who may. */
export function StatusField({ type, id, role }: DocumentProps) {
  const { record, editedRecord, edit } = useEntityRecord('postType', type, id)
  if (!record || !editedRecord) return null
  const canPublish = mayPublish(record)
  const choices = [...new Set([...choosableStatuses, record.status])]
  return (
    <div className="status">
      <label className="field">
        <span className="field-label">Status</span>
        <select
          className="input"
          value={editedRecord.status}
          aria-describedby="status-hint"
          onChange={(event) => edit({ status: event.target.value })}
        >
          {choices.map((status) => (
            <option
              key={status}
              value={status}
              disabled={!canPublish && isPublic(status) && status !== record.status}
            >
              {statusNames[status] ?? status}
            </option>
          ))}
        </select>
      </label>
      <p id="status-hint" className="hint">
        {!canPublish && `As ${withArticle(role)} you can’t publish; hand it in with “Pending review”.`}
      </p>
    </div>
  )
}

/** WordPress offers its publish action, as a link, only to those who may take it. */
function mayPublish({ _links: links }: { _links?: RecordLinks }): boolean {
  return links?.['wp:action-publish'] !== undefined
}
