import { memo } from 'react'
import { Button } from '../ui/Button'
import { addChoices } from './blockNames'
import { makeBlock } from './editableBlock'
import type { BlockActions } from './useBlockActions'

/** The kinds of blocks to go on with; the same for each key that is typed above them. */
export const AddBlock = memo(function AddBlock({
  actions,
  after,
}: {
  actions: BlockActions
  after: string | null
}) {
  return (
    <div className="add-block" role="group" aria-label="Add a block">
      {addChoices.map(({ label, icon: Icon, name, level }) => (
        <Button
          key={label}
          size="small"
          variant="plain"
          onClick={() => actions.add(makeBlock(name, '', level), after)}
        >
          <Icon aria-hidden /> {label}
        </Button>
      ))}
    </div>
  )
})
