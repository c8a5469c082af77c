import { useEntityRecords } from 'copydesk/react'
import { DeleteRecord } from '../form/DeleteRecord'
import { useFormRecord } from '../form/formContext'
import { RecordCheckbox, RecordText } from '../form/fields'
import { RecordForm } from '../form/RecordForm'
import { useField } from '../form/useField'
import { useRenders } from 'copydesk/devtools'
import { addresses } from '../route'
import { Checkbox } from '../ui/Field'
import { Skeleton } from '../ui/Skeleton'
import { MenuItems, useMenuItems } from './MenuItems'
import './menus.css'
import { useNewItems } from './useNewItems'

/** A menu with its items, which are records of their own and saved together with it. */
export function MenuForm({ id }: { id: number }) {
  const items = useMenuItems(id)
  const last = Math.max(0, ...(items.items ?? []).map(({ menu_order }) => menu_order))
  const added = useNewItems(id, last)
  return (
    <RecordForm
      kind="root"
      name="menu"
      id={id}
      title={{ field: 'name' }}
      noun="this menu"
      back={{ address: addresses.menus(), label: 'All menus' }}
      parts={items.parts}
      staged={{ count: added.count, isSaving: added.isSaving, save: added.save }}
      actions={
        <DeleteRecord what="this menu" query={{ force: true }} then={addresses.menus()}>
          <p>Its items are deleted, too. This can’t be undone.</p>
        </DeleteRecord>
      }
    >
      <RecordText field="name" label="Name" />
      <Locations />
      <RecordCheckbox field="auto_add" label="Add new pages automatically" />
      <MenuItems items={items} added={added} />
    </RecordForm>
  )
}

function Locations() {
  useRenders('Locations')
  const { isReadOnly } = useFormRecord()
  const { records } = useEntityRecords('root', 'menuLocation', { context: 'view' })
  const { value: chosen = [], set } = useField<readonly string[]>('locations')
  if (records?.length === 0) return null
  return (
    <div className="field" role="group" aria-labelledby="locations">
      <span id="locations" className="field-label">
        Shown in
      </span>
      <div className="row-of">
        {!records && <Skeleton height="1.25rem" width="12rem" />}
        {records?.map(({ name, description }) => (
          <Checkbox
            key={name}
            label={description}
            disabled={isReadOnly}
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              set(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
          />
        ))}
      </div>
    </div>
  )
}
