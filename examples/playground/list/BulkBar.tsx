import { useState } from 'react'
import { X } from 'lucide-react'
import { Button } from '../ui/Button'
import { IconButton } from '../ui/IconButton'
import { countOf, type BulkAction } from './bulk'

interface BulkBarProps<Row> {
  rows: readonly Row[]
  actions: readonly BulkAction<Row>[]
  many: string
  onDone: () => void
}

/** What can be done with the rows that are selected. */
export function BulkBar<Row>({ rows, actions, many, onDone }: BulkBarProps<Row>) {
  const [isBusy, setIsBusy] = useState(false)

  async function run(action: BulkAction<Row>) {
    setIsBusy(true)
    await action.run(rows)
    setIsBusy(false)
    onDone()
  }

  return (
    <div className="bulk-bar" role="group" aria-label="Selected">
      <span className="bulk-count" aria-live="polite">
        {rows.length === 0 ? `Select ${many}` : `${countOf(rows.length, many)} selected`}
      </span>
      {actions.map((action) => (
        <Button
          key={action.label}
          size="small"
          disabled={rows.length === 0 || isBusy}
          onClick={() => void run(action)}
        >
          <action.icon aria-hidden /> {action.label}
        </Button>
      ))}
      <IconButton size="small" label="Stop selecting" icon={X} onClick={onDone} />
    </div>
  )
}
