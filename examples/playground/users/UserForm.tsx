import { Check, X } from 'lucide-react'
import { useEntityRecord } from 'copydesk/react'
import { DeleteRecord } from '../form/DeleteRecord'
import { useFormRecord } from '../form/formContext'
import { RecordText, RecordTextArea } from '../form/fields'
import { RecordForm } from '../form/RecordForm'
import { useField } from '../form/useField'
import { useRenders } from 'copydesk/devtools'
import { addresses } from '../route'
import { roles } from '../session/roles'
import { useMay, useSession } from '../session/SessionContext'
import { Select } from '../ui/Field'

/** What most people want to know of a role, by WordPress's name for it. */
const deeds: readonly [capability: string, text: string][] = [
  ['edit_posts', 'Write posts'],
  ['publish_posts', 'Publish posts'],
  ['edit_others_posts', 'Edit what others wrote'],
  ['upload_files', 'Upload media'],
  ['moderate_comments', 'Moderate comments'],
  ['manage_categories', 'Change taxonomies'],
  ['edit_theme_options', 'Change templates, styles and menus'],
  ['list_users', 'See the users'],
  ['manage_options', 'Change the settings'],
]

/** A user's profile, and what their role lets them do. */
export function UserForm({ id }: { id: number }) {
  const { user } = useSession()
  return (
    <RecordForm
      kind="root"
      name="user"
      id={id}
      title={{ field: 'name' }}
      noun="this user"
      back={{ address: addresses.users(), label: 'All users' }}
      actions={
        id !== user.id && (
          <DeleteRecord what="this user" query={{ force: true, reassign: user.id }} then={addresses.users()}>
            <p>What they wrote becomes yours.</p>
          </DeleteRecord>
        )
      }
    >
      <div className="columns">
        <RecordText field="name" label="Name that is shown" />
        <RecordText field="email" label="Email" type="email" />
        <RecordText field="first_name" label="First name" />
        <RecordText field="last_name" label="Last name" />
        <RecordText field="url" label="Website" type="url" />
        <RoleField isSelf={id === user.id} />
      </div>
      <RecordTextArea field="description" label="About" />
      <Capabilities id={id} />
    </RecordForm>
  )
}

function RoleField({ isSelf }: { isSelf: boolean }) {
  const { isReadOnly } = useFormRecord()
  const canPromote = useMay('promote_users')
  const { value: given, set } = useField<readonly string[]>('roles')
  return (
    <Select
      label="Role"
      value={given?.[0] ?? ''}
      disabled={isReadOnly || isSelf || !canPromote}
      hint={
        isSelf ? 'Nobody takes their own role away.' : canPromote ? undefined : 'Giving roles is not yours.'
      }
      onChange={({ target }) => set([target.value])}
    >
      {[...new Set([...roles, ...(given ?? [])])].map((role) => (
        <option key={role}>{role}</option>
      ))}
    </Select>
  )
}

function Capabilities({ id }: { id: number }) {
  useRenders('Capabilities')
  const { record } = useEntityRecord('root', 'user', id)
  if (!record?.capabilities) return null
  return (
    <section className="form-section" aria-labelledby="capabilities">
      <h3 id="capabilities">What the role may do</h3>
      <ul className="columns deeds">
        {deeds.map(([capability, text]) => {
          const may = record.capabilities[capability] === true
          return (
            <li key={capability} className={may ? 'row-of' : 'row-of quiet'}>
              {may ? <Check aria-label="May" /> : <X aria-label="May not" />} {text}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
