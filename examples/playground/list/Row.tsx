import { memo } from 'react'
import { selectEditedEntityRecord, selectHasEdits } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { useSession } from '../session/SessionContext'
import { DirtyDot } from '../ui/Badge'
import type { BulkAction } from './bulk'
import { editedTitle } from './editedTitle'
import type { RowContent } from './listDescription'
import { RowActions } from './RowActions'
import { usePrefetch } from './usePrefetch'

interface RowProps extends Omit<RowContent, 'address' | 'key'> {
  id: RowContent['key']
  kind: string
  name: string
  href: string
  depth: number
  isOpen: boolean
  prefetch: ((key: RowContent['key']) => void) | undefined
  /** The record as the list has it, and what can be done with it. */
  row: unknown
  actions: readonly BulkAction<never>[] | undefined
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
  row,
  actions,
  link,
  isPicked,
  onPick,
}: RowProps) {
  const isDirty = useEntitySelector((state) => selectHasEdits(state, kind, name, id))
  const edited = useEntitySelector((state) =>
    selectHasEdits(state, kind, name, id)
      ? editedTitle(selectEditedEntityRecord(state, kind, name, id), row)
      : undefined,
  )
  const { together } = useSession()
  const shown = (edited ?? title) || 'No title'
  const item = useRenders<HTMLLIElement>('Row')
  const onIntent = usePrefetch(prefetch && (() => prefetch(id)))
  return (
    <li ref={item} data-picking={onPick !== undefined || undefined}>
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
      {!onPick && (actions !== undefined || link !== undefined) && (
        <RowActions {...{ kind, name, id, row, link }} title={shown} actions={actions ?? []} />
      )}
    </li>
  )
})
