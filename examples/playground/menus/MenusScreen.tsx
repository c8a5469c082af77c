import { ListTree } from 'lucide-react'
import { NewRecord } from '../form/NewRecord'
import { NeedsCapability } from '../frame/NeedsCapability'
import { Split } from '../frame/Split'
import type { ListDescription } from '../list/listDescription'
import { RecordList } from '../list/RecordList'
import { plainText } from '../plainText'
import { addresses } from '../route'
import { EmptyState } from '../ui/EmptyState'
import { MenuForm } from './MenuForm'

interface MenuRow {
  id: number
  name: string
  locations: string[]
}

const list: ListDescription<MenuRow> = {
  kind: 'root',
  name: 'menu',
  many: 'menus',
  query: { context: 'edit', _fields: 'id,name,locations' },
  orders: [],
  filters: [],
  isPaged: true,
  describe: ({ id, name, locations }) => ({
    key: id,
    title: plainText(name),
    address: addresses.menus(id),
    facts: <span>{locations.length > 0 ? `Shown in ${locations.join(', ')}` : 'Not shown'}</span>,
  }),
}

/** The site's menus beside the one that is open. */
export function MenusScreen({ id }: { id: string | undefined }) {
  return (
    <NeedsCapability capability="edit_theme_options" what="the menus">
      <Split
        label="Menus"
        list={
          <RecordList
            title="Menus"
            list={list}
            openKey={id}
            action={
              <NewRecord
                kind="root"
                name="menu"
                noun="menu"
                many="menus"
                fields={[{ name: 'name', label: 'Name' }]}
                addressOf={addresses.menus}
              />
            }
          />
        }
        detail={id !== undefined && <MenuForm key={id} id={Number(id)} />}
        empty={
          <EmptyState icon={ListTree} title="No menu selected">
            <p>Select one to change its items and where it is shown.</p>
          </EmptyState>
        }
      />
    </NeedsCapability>
  )
}
