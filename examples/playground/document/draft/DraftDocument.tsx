import { useMemo, useRef, useState } from 'react'
import { saveEntityRecord, type ContentBlock } from 'copydesk'
import { useEntityDispatch, useResourcePermissions } from 'copydesk/react'
import { serializeBlocks } from '../../blocks/blockCodec'
import { BlockSheet } from '../../blocks/BlockSheet'
import { focusText } from '../../blocks/focusText'
import { makeBlockActions } from '../../blocks/useBlockActions'
import { NotHere } from '../../frame/NotHere'
import { useRenders } from 'copydesk/devtools'
import { keyText } from '../../keyNames'
import { addresses, goTo, type PostType } from '../../route'
import { usePageDraft } from '../../pageDrafts'
import { Button } from '../../ui/Button'
import { ErrorState } from '../../ui/ErrorState'
import { useErrand } from '../../useErrand'
import { useSharedText } from '../../useSharedText'
import { useShortcut } from '../../useShortcut'
import { DocumentBar } from '../DocumentBar'
import { DocumentSkeleton } from '../DocumentSkeleton'
import { handOver } from './handover'

interface Draft {
  title: string
  blocks: readonly ContentBlock[]
}

const empty: Draft = { title: '', blocks: [] }

/** A new document, of which the site knows nothing before it is saved. */
export function DraftDocument({ type }: { type: PostType }) {
  useRenders('DraftDocument')
  const { canCreate, status } = useResourcePermissions({ kind: 'postType', name: type })
  const { value: draft = empty, read, change } = usePageDraft<Draft>(`new ${type}`)
  const dispatch = useEntityDispatch()
  const begin = useErrand()
  const sheet = useRef<HTMLElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const title = useSharedText(draft.title)
  const isEmpty = draft.title.trim() === '' && draft.blocks.length === 0
  const actions = useMemo(() => {
    const current = () => read() ?? empty
    return makeBlockActions({
      read: () => current().blocks,
      write: (blocks) => change({ ...current(), blocks }),
      beforeTyping: () => false,
      noteCaret: () => {},
      hasFootnotes: false,
    })
  }, [read, change])

  async function save() {
    if (isEmpty || isSaving) return
    const errand = begin()
    setIsSaving(true)
    setError(null)
    try {
      const content = serializeBlocks(draft.blocks)
      const fields = { title: draft.title, content, status: 'draft' as const }
      const created = await dispatch(saveEntityRecord('postType', type, fields, { throwOnError: true }))
      if (!created) return
      // What was typed while it was being made comes along the next time.
      if (read() === draft) change(undefined)
      if (sheet.current) handOver(`${type}/${created.id}`, sheet.current)
      errand.arrive(addresses.document(type, created.id), `The ${type} was created.`)
    } catch (thrown) {
      errand.fail(thrown, setError, `The ${type} was not created.`)
    } finally {
      setIsSaving(false)
    }
  }
  useShortcut('save', () => void save())

  if (canCreate === undefined && status !== 'error') return <DocumentSkeleton />
  if (canCreate === false && status === 'success') return <NotHere what={`You can’t create ${type}s here`} />
  return (
    <article ref={sheet} className="sheet" data-part="content" data-native-undo>
      <title>{`${draft.title || `New ${type}`} · Copydesk`}</title>
      <DocumentBar type={type} state={isSaving ? 'Saving …' : 'Not saved yet'}>
        <Button
          variant="plain"
          disabled={isSaving}
          onClick={() => {
            change(undefined)
            goTo(type)
          }}
        >
          Discard
        </Button>
        <Button
          variant="primary"
          disabled={isEmpty || isSaving}
          title={keyText('Mod+S')}
          onClick={() => void save()}
        >
          Save draft
        </Button>
      </DocumentBar>
      <ErrorState error={error} />
      <div className="document-text">
        <textarea
          ref={title}
          className="title-field"
          aria-label="Title"
          data-field="title"
          placeholder="Title"
          rows={1}
          autoFocus
          onChange={({ target }) =>
            change({ ...(read() ?? empty), title: target.value.replaceAll('\n', ' ') })
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            if (sheet.current) focusText(sheet.current, 'start')
          }}
        />
        <BlockSheet blocks={draft.blocks} {...{ actions, active, type }} id={0} onActive={setActive} />
      </div>
    </article>
  )
}
