import { useMemo, type ReactNode } from 'react'
import {
  fetchPermissions,
  selectHasEdits,
  selectResolution,
  selectSaveError,
  type EntityId,
  type RecordReference,
} from 'copydesk'
import {
  useCanUser,
  useDirtyEntityRecords,
  useEntityDispatch,
  useEntityRecord,
  useEntitySelector,
  useRecordState,
} from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { BackLink } from '../frame/BackLink'
import { plainText } from '../plainText'
import { withArticle } from '../session/roles'
import { useSession } from '../session/SessionContext'
import { Button } from '../ui/Button'
import { ReadFailure } from '../ui/ReadFailure'
import { Refusal } from '../ui/Refusal'
import { PageSkeleton } from '../ui/Skeleton'
import { SaveFailure } from '../unsaved/SaveFailure'
import { useAskAbout } from '../kept/ConflictContext'
import { recordStateTexts } from '../kept/recordState'
import { useShortcut } from '../useShortcut'
import { FormProvider } from './formContext'
import './form.css'

interface RecordFormProps {
  kind: string
  name: string
  /** Undefined for the one record of an entity without ids. */
  id: EntityId | undefined
  /** Its heading, or the field that it is called by. */
  title: string | { field: string }
  /** "this category". */
  noun: string
  /** Where narrow screens go back to. */
  back?: { address: string; label: string } | undefined
  /** Buttons beside "Save". */
  actions?: ReactNode
  /** Other records that are edited in this form and saved with it, such as the items of a menu. */
  parts?: readonly RecordReference[]
  /** New records that are made by the next save. */
  staged?: { count: number; isSaving: boolean; save: () => Promise<void> } | undefined
  children: ReactNode
}

/** One record to be edited: it is read, or an error shown with another try; saved by button and key, or refused in words. */
export function RecordForm(props: RecordFormProps) {
  useRenders('RecordForm')
  const { kind, name, id, back } = props
  const dispatch = useEntityDispatch()
  const resource = useMemo(() => ({ kind, name, id }), [kind, name, id])
  const canUpdate = useCanUser('update', resource)
  const permission = useEntitySelector((state) => selectResolution(state, 'fetchPermissions', resource))
  const hasEdits = useEntitySelector((state) => selectHasEdits(state, kind, name, id))
  const canEdit = canUpdate === true
  const { record, editedRecord, error, refetch } = useEntityRecord(kind, name, id, {
    enabled: canUpdate !== undefined,
    // Whoever loses the right to edit while editing keeps what they typed before their eyes.
    ...(canEdit || hasEdits ? {} : { context: 'view' as const }),
  })
  const { user } = useSession()

  const link = back && <BackLink {...back} />
  const failure = canUpdate === undefined ? permission.error : record ? undefined : error
  if (failure !== undefined && failure !== null) {
    const retry = () =>
      canUpdate === undefined ? dispatch(fetchPermissions(resource, undefined, { force: true })) : refetch()
    return (
      <div className="page">
        {link}
        <ReadFailure error={failure} onRetry={retry} what={props.noun} />
      </div>
    )
  }
  if (!record) return <PageSkeleton />
  return (
    <article className="page">
      {link}
      <FormProvider
        value={{
          ...{ kind, name, id, isReadOnly: !canEdit || editedRecord === undefined },
          readable: editedRecord ? undefined : record,
        }}
      >
        <FormHead {...props} heading={headingOf(props.title, editedRecord ?? record)} canEdit={canEdit} />
        {!canEdit && (
          <Refusal id="form-refusal">
            As {withArticle(user.role)} you can’t change {props.noun}.
          </Refusal>
        )}
        {props.children}
      </FormProvider>
    </article>
  )
}

function headingOf(title: RecordFormProps['title'], record: object): string {
  if (typeof title === 'string') return title
  const value = (record as Record<string, unknown>)[title.field]
  return typeof value === 'string' ? plainText(value) : ''
}

const noParts: readonly RecordReference[] = []

function FormHead({
  kind,
  name,
  id,
  heading,
  actions,
  parts = noParts,
  staged,
  canEdit,
}: RecordFormProps & { heading: string; canEdit: boolean }) {
  const { dirty, save: saveRecords } = useDirtyEntityRecords()
  const own = [{ kind, name, key: id }, ...parts]
  const saveError = useEntitySelector((state) =>
    own
      .map((one) => selectSaveError(state, one.kind, one.name, one.key))
      .find((error) => error !== undefined),
  )
  const state = useRecordState(own)
  const askAbout = useAskAbout()
  const edited = dirty.filter((one) => own.some((other) => isSame(one, other)))
  const isSaving = state === 'saving' || staged?.isSaving === true
  const hasEdits = edited.length > 0 || (staged?.count ?? 0) > 0
  const isWaiting = state === 'waiting' && (staged?.count ?? 0) === 0
  const save = () => {
    if (!canEdit || isSaving) return
    // A failure stands on the record, as its save error.
    if (edited.length > 0) void saveRecords(edited).then(() => askAbout(own))
    if (staged && staged.count > 0) void staged.save()
  }
  useShortcut('save', save)
  return (
    <>
      <title>{`${heading || 'No title'} · Copydesk`}</title>
      <header className="form-head">
        <h2>{heading}</h2>
        <p className="state" role="status">
          {isSaving ? 'Saving …' : (staged?.count ?? 0) > 0 ? 'Unsaved changes' : recordStateTexts[state]}
        </p>
        {actions}
        <Button
          variant="primary"
          disabled={!canEdit || !hasEdits || isSaving || isWaiting}
          aria-describedby={canEdit ? undefined : 'form-refusal'}
          aria-keyshortcuts="Control+S"
          onClick={save}
        >
          Save
        </Button>
      </header>
      <SaveFailure records={own} error={saveError} onRetry={canEdit && hasEdits ? save : undefined} />
    </>
  )
}

function isSame(one: RecordReference, other: RecordReference): boolean {
  return (
    one.kind === other.kind && one.name === other.name && String(one.key ?? '') === String(other.key ?? '')
  )
}
