import { useState } from 'react'
import { selectEntityRecord } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { useRemoval } from '../form/useRemoval'
import { useRenders } from 'copydesk/devtools'
import { goTo } from '../route'
import { Button } from '../ui/Button'
import { ConfirmDialog } from '../ui/ConfirmDialog'
import { DocumentBar } from './DocumentBar'
import { DocumentText } from './DocumentText'
import type { DocumentProps } from './DocumentView'
import { useRestore } from './useTrash'
import { typeNoun } from '../typeNouns'

interface TrashedDocumentProps extends DocumentProps {
  canUpdate: boolean
  canDelete: boolean
}

/** A document in the trash: to read, to restore, to delete for good. */
export function TrashedDocument({ type, id, canUpdate, canDelete }: TrashedDocumentProps) {
  useRenders('TrashedDocument')
  const record = useEntitySelector((state) => selectEntityRecord(state, 'postType', type, id))
  const restore = useRestore(type)
  const remove = useRemoval('postType', type)
  const [isBusy, setIsBusy] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  if (!record) return null
  const title = record.title.raw || 'No title'
  return (
    <article className="sheet">
      <title>{`${title} · Copydesk`}</title>
      <DocumentBar type={type} state="In the trash">
        <Button variant="plain" disabled={!canDelete || isBusy} onClick={() => setIsAsking(true)}>
          Delete permanently
        </Button>
        <Button
          variant="primary"
          disabled={!canUpdate || isBusy}
          onClick={() => {
            setIsBusy(true)
            void restore(id).finally(() => setIsBusy(false))
          }}
        >
          Restore
        </Button>
      </DocumentBar>
      <p className="hint">Restored, it is a draft. WordPress empties the trash after thirty days.</p>
      <DocumentText title={title} html={record.content.rendered} />
      {isAsking && (
        <ConfirmDialog
          title={`Delete “${title}” permanently?`}
          action="Delete permanently"
          pendingAction="Deleting …"
          onConfirm={() =>
            remove(id, { what: `this ${typeNoun(type)}`, query: { force: true }, leave: () => goTo(type) })
          }
          onCancel={() => setIsAsking(false)}
        >
          Nobody can restore it then.
        </ConfirmDialog>
      )}
    </article>
  )
}
