import { ExternalLink } from 'lucide-react'
import { useRef } from 'react'
import { selectCanUser, type EntityId } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { IconButton } from '../ui/IconButton'
import type { BulkAction } from './bulk'

interface RowActionsProps {
  kind: string
  name: string
  id: EntityId
  title: string
  row: unknown
  actions: readonly BulkAction<never>[]
  /** The page of the record on the site. */
  link: string | undefined
}

/** What can be done with one record without opening it; in sight while the pointer or the focus is on its row. */
export function RowActions({ kind, name, id, title, row, actions, link }: RowActionsProps) {
  const rights = useEntitySelector((state) => {
    // Not known yet is not no: opening or hovering the row asks.
    const may = (action: 'update' | 'delete') => selectCanUser(state, action, { kind, name, id }) !== false
    return `${may('update') ? 'update ' : ''}${may('delete') ? 'delete' : ''}`
  })
  const place = useRef<HTMLDivElement>(null)
  const offered = (actions as readonly BulkAction<unknown>[]).filter(
    ({ isFor, quick }) => quick && isFor(row) && (quick.needs === undefined || rights.includes(quick.needs)),
  )
  if (offered.length === 0 && link === undefined) return null

  function run(action: BulkAction<unknown>) {
    // The row goes with what it is about: the next one is where one goes on.
    const item = place.current?.closest('li')
    const next = item?.nextElementSibling ?? item?.previousElementSibling
    next?.querySelector<HTMLElement>('.row')?.focus()
    void action.run([row])
  }

  return (
    <div ref={place} className="row-actions">
      {link !== undefined && (
        <a
          className="button icon-button"
          data-variant="plain"
          href={link}
          target="_blank"
          rel="noreferrer"
          aria-label={`View ${title}`}
          title="View on the site"
        >
          <ExternalLink aria-hidden />
        </a>
      )}
      {offered.map((action) => (
        <IconButton
          key={action.label}
          icon={action.icon}
          label={`${action.label}: ${title}`}
          onClick={() => run(action)}
        />
      ))}
    </div>
  )
}
