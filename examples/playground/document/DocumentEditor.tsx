import { useEffect, useRef, useState } from 'react'
import { useEntityRecord, useRecordState, useRefetch } from 'copydesk/react'
import { History, Trash2 } from 'lucide-react'
import { errorText } from '../errorText'
import { useRenders } from 'copydesk/devtools'
import { addresses } from '../route'
import { withArticle } from '../session/roles'
import { useSession } from '../session/SessionContext'
import { recordStateTexts } from '../kept/recordState'
import { Button } from '../ui/Button'
import { IconButton } from '../ui/IconButton'
import { useNotify } from '../ui/Notices'
import { SaveFailure } from '../unsaved/SaveFailure'
import { useShortcut } from '../useShortcut'
import { AutosaveOffer } from './AutosaveOffer'
import { ConfirmDelete } from './ConfirmDelete'
import { ContentField } from './ContentField'
import { DocumentDetails } from './details/DocumentDetails'
import { DocumentBar } from './DocumentBar'
import { takeOver } from './draft/handover'
import { DocumentError } from './DocumentError'
import { DocumentSkeleton } from './DocumentSkeleton'
import type { DocumentProps } from './DocumentView'
import { ForeignChange } from './ForeignChange'
import { PartButtons, type Part } from './PartButtons'
import { PublishButtons } from './PublishButtons'
import { StatusField } from './StatusField'
import { TitleField } from './TitleField'
import { useCopyNote } from './useCopyNote'
import { TrashedDocument } from './TrashedDocument'
import { useDocumentSave } from './useDocumentSave'
import { useTrash } from './useTrash'
import { ViewLink } from './ViewLink'
import { typeNoun } from '../typeNouns'

interface DocumentEditorProps extends DocumentProps {
  canUpdate: boolean
  canDelete: boolean
}

/** A document with all that can be done with it. Typing renders the field that is typed into, and nothing else here. */
export function DocumentEditor({ type, id, role, canUpdate, canDelete }: DocumentEditorProps) {
  useRenders('DocumentEditor')
  const found = useEntityRecord('postType', type, id)
  const { record, error, hasEdits, isSaving, saveError } = found
  const { refetch, edit } = found
  const isTrashed = record?.status === 'trash'
  const moveToTrash = useTrash(type)
  const notify = useNotify()
  const [isTrashing, setIsTrashing] = useState(false)
  const { together } = useSession()
  const [isAsking, setIsAsking] = useState(false)
  const [part, setPart] = useState<Part>('content')
  const sheet = useRef<HTMLElement>(null)
  const isShown = Boolean(record)
  useEffect(() => {
    if (isShown && sheet.current) takeOver(`${type}/${id}`, sheet.current)
  }, [isShown, type, id])
  useRefetch({
    kind: 'postType',
    name: type,
    id,
    onFocus: true,
    every: 60_000,
    staleTime: 1000,
  })
  const state = useRecordState('postType', type, id)
  const isWaiting = state === 'waiting'
  const copy = useCopyNote(type, id, canUpdate, hasEdits && !isWaiting)
  const saveAll = useDocumentSave(type, id)
  const save = async () => {
    if (!canUpdate || !hasEdits || isWaiting) return
    // Taken out of the trash it is a draft, as WordPress does it.
    if (isTrashed) edit({ status: 'draft' })
    await saveAll()
  }
  useShortcut('save', save)

  async function trashNow() {
    setIsTrashing(true)
    await moveToTrash(id).catch((thrown: unknown) =>
      notify({
        text: `This ${typeNoun(type)} was not moved to the trash. ${errorText(thrown)}`,
        tone: 'danger',
      }),
    )
    setIsTrashing(false)
  }

  if (error && !record) return <DocumentError type={type} error={error} refetch={refetch} />
  if (!record) return <DocumentSkeleton />
  const props = { type, id, role }
  // What was written meanwhile stays before the eyes of who wrote it.
  if (isTrashed && !hasEdits) return <TrashedDocument {...props} {...{ canUpdate, canDelete }} />
  return (
    <article ref={sheet} className="sheet" data-part={part}>
      <DocumentBar
        type={type}
        status={<StatusField {...props} />}
        state={recordStateTexts[state]}
        note={copy}
      >
        <PartButtons shown={part} onShow={setPart} />
        <ViewLink
          type={type}
          link={record.link}
          isPublic={record.status === 'publish' || record.status === 'private'}
        />
        <a
          className="button icon-button"
          data-variant="plain"
          href={addresses.revisions(type, id)}
          aria-label="Revisions"
          title="Revisions"
        >
          <History aria-hidden />
        </a>
        <IconButton
          label="Move to trash"
          icon={Trash2}
          disabled={!canDelete || isTrashing}
          aria-describedby="document-hint"
          onClick={() => (hasEdits ? setIsAsking(true) : void trashNow())}
        />
        {isTrashed ? (
          <Button variant="primary" disabled={!canUpdate || isSaving || isWaiting} onClick={save}>
            Take it out and save
          </Button>
        ) : (
          <PublishButtons
            {...props}
            canUpdate={canUpdate}
            hasEdits={hasEdits && !isWaiting}
            isBusy={isSaving}
            onSave={saveAll}
          />
        )}
      </DocumentBar>
      {together && <together.parts.DocumentPeople type={type} id={id} />}
      <p id="document-hint" className="hint">
        {hintOf(role, type, canUpdate, canDelete)}
      </p>
      <SaveFailure
        records={[{ kind: 'postType', name: type, key: id }]}
        error={saveError}
        onRetry={canUpdate && hasEdits ? save : undefined}
      />
      {isTrashed && state !== 'conflict' && (
        <p className="banner" data-tone="warn" role="alert">
          Somebody else put this {typeNoun(type)} in the trash while you were writing. What you wrote is kept:
          take it out and save it as a draft, or discard what you wrote.
        </p>
      )}
      {!together && !isTrashed && state !== 'conflict' && <ForeignChange type={type} id={id} />}
      <AutosaveOffer type={type} id={id} />
      <div className="document-columns">
        <div className="document-text">
          <TitleField {...props} />
          <ContentField {...props} />
        </div>
        <DocumentDetails {...props} />
      </div>
      {isAsking && (
        <ConfirmDelete
          type={type}
          id={id}
          hasEdits={hasEdits}
          onConfirm={() => moveToTrash(id)}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </article>
  )
}

function hintOf(role: string, type: string, canUpdate: boolean, canDelete: boolean): string {
  if (canUpdate && canDelete) return ''
  const what = canUpdate ? 'delete' : canDelete ? 'save' : 'save or delete'
  return `As ${withArticle(role)} you can’t ${what} this ${typeNoun(type)}.`
}
