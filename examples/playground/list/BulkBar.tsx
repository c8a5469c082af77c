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

/** What can be done with the rows that are selected; what is for some of them says for how many. */
export function BulkBar<Row>({ rows, actions, many, onDone }: BulkBarProps<Row>) {
  const [isBusy, setIsBusy] = useState(false)

  const offered = actions.flatMap((action) => {
    const its = rows.filter(action.isFor)
    return its.length > 0 ? [{ action, its }] : []
  })

  async function run(action: BulkAction<Row>, its: readonly Row[]) {
    setIsBusy(true)
    await action.run(its)
    setIsBusy(false)
    onDone()
  }

  return (
    <div className="bulk-bar" role="group" aria-label="Selected">
      <span className="bulk-count" aria-live="polite">
        {rows.length === 0 ? `Select ${many}` : `${countOf(rows.length, many)} selected`}
      </span>
      {offered.map(({ action, its }) => (
        <Button key={action.label} size="small" disabled={isBusy} onClick={() => void run(action, its)}>
          <action.icon aria-hidden /> {action.label}
          {its.length < rows.length && ` (${its.length})`}
        </Button>
      ))}
      <IconButton size="small" label="Stop selecting" icon={X} onClick={onDone} />
    </div>
  )
}
