import { Users } from 'lucide-react'
import { NewRecord } from '../form/NewRecord'
import { NeedsCapability } from '../frame/NeedsCapability'
import { Split } from '../frame/Split'
import type { ListDescription } from '../list/listDescription'
import { RecordList } from '../list/RecordList'
import { addresses } from '../route'
import { roles } from '../session/roles'
import { Badge } from '../ui/Badge'
import { EmptyState } from '../ui/EmptyState'
import { UserForm } from './UserForm'

interface UserRow {
  id: number
  name: string
  roles: string[]
  email: string
}

const list: ListDescription<UserRow> = {
  kind: 'root',
  name: 'user',
  many: 'users',
  query: { context: 'edit', _fields: 'id,name,roles,email' },
  orders: [
    { value: 'name:asc', label: 'Name A–Z' },
    { value: 'name:desc', label: 'Name Z–A' },
    { value: 'registered_date:desc', label: 'Newest first' },
  ],
  filters: [
    {
      name: 'role',
      label: 'Role',
      isPrimary: true,
      choices: [{ value: 'any', label: 'Any role' }, ...roles.map((role) => ({ value: role, label: role }))],
      toQuery: (value) => (value === 'any' ? {} : { roles: value }),
    },
  ],
  isPaged: true,
  describe: ({ id, name, roles: given, email }) => ({
    key: id,
    title: name,
    address: addresses.users(id),
    facts: (
      <>
        {given.map((role) => (
          <Badge key={role}>{role}</Badge>
        ))}
        <span className="truncate">{email}</span>
      </>
    ),
  }),
}

const newUser = [
  { name: 'username', label: 'Login name' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'password', label: 'Password', type: 'password' },
] as const

/** The users of the site beside the one who is open. */
export function UsersScreen({ id }: { id: string | undefined }) {
  return (
    <NeedsCapability capability="list_users" what="the users of the site">
      <Split
        label="Users"
        list={
          <RecordList
            title="Users"
            list={list}
            openKey={id}
            action={
              <NewRecord
                kind="root"
                name="user"
                noun="user"
                many="users"
                fields={newUser}
                addressOf={addresses.users}
              />
            }
          />
        }
        detail={id !== undefined && <UserForm key={id} id={Number(id)} />}
        empty={
          <EmptyState icon={Users} title="No user selected">
            <p>Choose somebody to see their profile and what their role may do.</p>
          </EmptyState>
        }
      />
    </NeedsCapability>
  )
}
