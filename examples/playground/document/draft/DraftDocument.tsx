import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  deleteEntityRecord,
  selectEditedEntityRecord,
  selectEntityBlocks,
  selectSaveError,
  type EntityId,
} from 'copydesk'
import { isLocalId, selectCurrentId } from 'copydesk/durable'
import { useCurrentId } from 'copydesk/durable/react'
import { useEntitySelector, useEntityStore, useRecordState, useResourcePermissions } from 'copydesk/react'
import { BlockSheet } from '../../blocks/BlockSheet'
import { placeOfChange } from '../../blocks/blockTree'
import { focusText, putCaret } from '../../blocks/focusText'
import { makeBlockActions } from '../../blocks/useBlockActions'
import { NotHere } from '../../frame/NotHere'
import { useRenders } from 'copydesk/devtools'
import { recordStateTexts } from '../../kept/recordState'
import { keyText } from '../../keyNames'
import { readField } from '../../readField'
import { addresses, goTo, goToAddress, placeNow, type PostType } from '../../route'
import { Button } from '../../ui/Button'
import { SaveFailure } from '../../unsaved/SaveFailure'
import { useErrand } from '../../useErrand'
import { useSharedText } from '../../useSharedText'
import { useShortcut } from '../../useShortcut'
import { DocumentBar } from '../DocumentBar'
import { DocumentSkeleton } from '../DocumentSkeleton'
import { PartButtons, type Part } from '../PartButtons'
import { StatusField } from '../StatusField'
import { DraftDetails } from './DraftDetails'
import { useSession } from '../../session/SessionContext'
import { useDocumentSave } from '../useDocumentSave'
import { handOver } from './handover'
import { newDocumentIn } from './newDocument'
import { typeNoun, typeNouns } from '../../typeNouns'

interface DraftDocumentProps {
  type: PostType
  /** Which one, where one was saved and waits to be sent; otherwise the one that was begun, or a new one. */
  id?: EntityId
}

/**
 * A new document, of which the site knows nothing before it is saved. It is kept on this device from its first key on,
 * and goes on under the site's id as soon as there is one.
 */
export function DraftDocument({ type, id: given }: DraftDocumentProps) {
  useRenders('DraftDocument')
  const { canCreate, status: asked } = useResourcePermissions({ kind: 'postType', name: type })
  const store = useEntityStore()
  const source = useMemo(() => newDocumentIn(store, type, given), [store, type, given])
  const id = useEntitySelector(source.id)
  const known = id ?? 'new'
  const text = useEntitySelector((state) =>
    id === undefined
      ? ''
      : String(readField(selectEditedEntityRecord(state, 'postType', type, id), 'title') ?? ''),
  )
  const blocks =
    useEntitySelector((state) =>
      id === undefined ? undefined : selectEntityBlocks(state, 'postType', type, id),
    ) ?? noBlocks
  const isThere = useEntitySelector(
    (state) => id !== undefined && selectEditedEntityRecord(state, 'postType', type, id) !== undefined,
  )
  const state = useRecordState('postType', type, known)
  const error = useEntitySelector((all) => selectSaveError(all, 'postType', type, known))
  const saveDocument = useDocumentSave(type, known)
  const begin = useErrand()
  const sheet = useRef<HTMLElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const [part, setPart] = useState<Part>('content')
  const { user } = useSession()
  const status = useEntitySelector((state) =>
    id === undefined ? 'draft' : selectEditedEntityRecord(state, 'postType', type, id)?.status,
  )
  const title = useSharedText(text)
  const isSaving = state === 'saving'
  const isWaiting = state === 'waiting'
  const isEmpty = !isThere || (text.trim() === '' && blocks.length === 0)
  const actions = useMemo(
    () =>
      makeBlockActions({
        read: () => source.read().blocks,
        write: (next, selection, typedInto) => source.change({ blocks: next }, typedInto),
        noteCaret: () => {},
        hasFootnotes: false,
      }),
    [source],
  )

  // An undo may take the text along in which the caret is: keys would go to the list.
  const seen = useRef(blocks)
  useLayoutEffect(() => {
    const before = seen.current
    seen.current = blocks
    if (before === blocks || actions.isOwn(blocks) || document.activeElement !== document.body) return
    const place = placeOfChange(before, blocks)
    if (sheet.current && place && !putCaret(sheet.current, place)) actions.wantCaret(place)
  }, [blocks, actions])

  // It may be answered while it is looked at, by another tab or once there is a network again.
  const current = useCurrentId('postType', type, known)
  const goOn = useEffectEvent((real: EntityId) => {
    if (sheet.current) handOver(`${type}/${real}`, sheet.current)
    goToAddress(addresses.document(type, real), { replace: true })
  })
  useEffect(() => {
    if (current !== 'new' && !isLocalId(current)) goOn(current)
  }, [current])

  async function save() {
    if (isEmpty || isSaving || isWaiting || id === undefined) return
    const errand = begin()
    // What is begun next is another one.
    source.hold()
    await saveDocument()
    const real = selectCurrentId(store.getState(), 'postType', type, id) ?? id
    const failure = selectSaveError(store.getState(), 'postType', type, id)
    if (failure !== undefined) errand.fail(failure, () => {}, `The ${typeNoun(type)} was not created.`)
    else if (isLocalId(real)) {
      // It waits to be sent: it has an address of its own by now, and `new` is for the next one.
      if (errand.isHere()) goToAddress(addresses.document(type, real), { replace: true })
    } else if (!errand.isHere() && placeNow() !== addresses.document(type, real))
      errand.arrive(addresses.document(type, real), `The ${typeNoun(type)} was created.`)
  }
  useShortcut('save', save)

  if (canCreate === undefined && asked !== 'error') return <DocumentSkeleton />
  if (canCreate === false && asked === 'success')
    return (
      <NotHere what={`You can’t create ${typeNouns(type)}`}>Your role may not do that on this site.</NotHere>
    )
  if (given !== undefined && !isThere && isLocalId(current))
    return <NotHere what={`This ${typeNoun(type)} is not there`} />
  return (
    <article ref={sheet} className="sheet" data-part={part}>
      <title>{`${text || `New ${typeNoun(type)}`} · Copydesk`}</title>
      <DocumentBar
        type={type}
        status={isThere && id !== undefined && <StatusField type={type} id={Number(id)} role={user.role} />}
        state={
          isThere && state !== 'unsaved' && state !== 'failed' ? recordStateTexts[state] : 'Not saved yet'
        }
      >
        <PartButtons shown={part} onShow={setPart} />
        {!isWaiting && (
          <Button
            variant="plain"
            disabled={isSaving}
            onClick={() => {
              if (id !== undefined) {
                void store.dispatch(deleteEntityRecord('postType', type, id as number, { force: true }))
              }
              goTo(type)
            }}
          >
            Discard
          </Button>
        )}
        <Button
          variant="primary"
          disabled={isEmpty || isSaving || isWaiting}
          title={keyText('Mod+S')}
          onClick={save}
        >
          {saveLabel(status)}
        </Button>
      </DocumentBar>
      <SaveFailure records={[{ kind: 'postType', name: type, key: known }]} error={error} onRetry={save} />
      <div className="document-columns">
        <div className="document-text">
          <textarea
            ref={title}
            className="title-field"
            aria-label="Title"
            data-field="title"
            placeholder="Title"
            rows={1}
            autoFocus
            onChange={({ target }) => source.change({ title: target.value.replaceAll('\n', ' ') }, 'title')}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              if (sheet.current) focusText(sheet.current, 'start')
            }}
          />
          <BlockSheet {...{ blocks, actions, active, type }} id={known} onActive={setActive} />
        </div>
        <DraftDetails type={type} id={isThere ? id : undefined} />
      </div>
    </article>
  )
}

/** What its first save makes of it. */
function saveLabel(status: string | undefined): string {
  if (status === 'pending') return 'Submit for review'
  return status === undefined || status === 'draft' ? 'Save draft' : 'Publish'
}

const noBlocks: ReturnType<typeof selectEntityBlocks> & object = []
