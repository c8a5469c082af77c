import { memo } from 'react'
import { selectEditedEntityRecord, selectHasEdits } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { plainText } from '../plainText'
import { useSession } from '../session/SessionContext'
import { DirtyDot } from '../ui/Badge'
import type { RowContent } from './listDescription'
import { usePrefetch } from './usePrefetch'

interface RowProps extends Omit<RowContent, 'address' | 'key'> {
  id: RowContent['key']
  kind: string
  name: string
  href: string
  depth: number
  isOpen: boolean
  prefetch: ((key: RowContent['key']) => void) | undefined
  isPicked?: boolean | undefined
  /** Selects the row, or not any more; undefined while none can be. */
  onPick?: (() => void) | undefined
}

/** One record in the list, under its edited title as long as that is not saved. */
export const Row = memo(function Row({
  id,
  kind,
  name,
  title,
  facts,
  href,
  depth,
  isOpen,
  prefetch,
  isPicked,
  onPick,
}: RowProps) {
  const isDirty = useEntitySelector((state) => selectHasEdits(state, kind, name, id))
  const editedTitle = useEntitySelector((state) =>
    selectHasEdits(state, kind, name, id)
      ? titleOf(selectEditedEntityRecord(state, kind, name, id))
      : undefined,
  )
  const { together } = useSession()
  const shown = (editedTitle ?? title) || 'No title'
  const row = useRenders<HTMLLIElement>('Row')
  const onIntent = usePrefetch(prefetch && (() => prefetch(id)))
  return (
    <li ref={row} data-picking={onPick !== undefined || undefined}>
      {onPick && (
        <input
          type="checkbox"
          className="row-check"
          aria-label={`Select ${shown}`}
          checked={isPicked ?? false}
          onChange={onPick}
        />
      )}
      <a
        className="row"
        href={href}
        aria-current={isOpen ? 'true' : undefined}
        style={depth > 0 ? { paddingLeft: `${1 + depth * 1.25}rem` } : undefined}
        {...onIntent}
      >
        <span className="row-title">
          <span className="truncate" title={shown}>
            {shown}
          </span>
        </span>
        <span className="row-facts">
          {facts}
          {together && kind === 'postType' && <together.parts.RowPeople name={name} id={id} />}
          {isDirty && <DirtyDot />}
        </span>
      </a>
    </li>
  )
})

/** The title of an edited record as a person reads it; undefined where it has none. */
function titleOf(edited: unknown): string | undefined {
  if (typeof edited !== 'object' || edited === null) return undefined
  if ('title' in edited && typeof edited.title === 'string') return edited.title
  if ('name' in edited && typeof edited.name === 'string') return edited.name
  if ('content' in edited && typeof edited.content === 'string') return plainText(edited.content)
  return undefined
}
