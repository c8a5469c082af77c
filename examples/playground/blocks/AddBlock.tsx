import { memo } from 'react'
import { Plus } from 'lucide-react'
import { Button } from '../ui/Button'
import { Menu, MenuItem } from '../ui/Menu'
import { commonChoices, furtherChoices } from './blockNames'
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
      {commonChoices.map(({ label, icon: Icon, make }) => (
        <Button key={label} size="small" variant="plain" onClick={() => actions.add(make(), after)}>
          <Icon aria-hidden /> {label}
        </Button>
      ))}
      <Menu
        label="More blocks"
        button={
          <>
            <Plus aria-hidden /> More
          </>
        }
      >
        {furtherChoices.map(({ label, icon, make }) => (
          <MenuItem key={label} icon={icon} onSelect={() => actions.add(make(), after)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
})
