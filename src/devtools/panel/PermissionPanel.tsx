import { useState } from 'react'
import type { PermissionSet } from '../../rest/allow'
import { Badge, Filter, matches, Section } from './elements'
import { rowsOf } from './tables'
import { useWholeState } from './useWholeState'

const actions = ['create', 'read', 'update', 'delete'] as const
const most = 100

/** What the user may do, as the server's answers have said it. */
export function PermissionPanel() {
  const rows = rowsOf(useWholeState().permissions)
  const [filter, setFilter] = useState('')
  const shown = rows.filter(([key]) => matches(filter, key))
  return (
    <Section title="Permissions" detail={rows.length}>
      <Filter label="Filter the permissions" value={filter} onChange={setFilter} />
      {rows.length === 0 && <p className="hint">No answer has said anything about permissions yet.</p>}
      {shown.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Resource</th>
              {actions.map((action) => (
                <th key={action} scope="col">
                  {action}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, most).map(([key, allowed]) => (
              <tr key={key}>
                <th scope="row" className="mono">
                  {key}
                </th>
                {actions.map((action) => (
                  <td key={action}>
                    <Allowed allowed={allowed} action={action} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown.length > most && <p className="hint">{shown.length - most} more; filter to see them.</p>}
    </Section>
  )
}

function Allowed({ allowed, action }: { allowed: Partial<PermissionSet>; action: keyof PermissionSet }) {
  const answer = allowed[action]
  if (answer === undefined) return <span className="hint">unknown</span>
  return <Badge tone={answer ? 'good' : 'danger'}>{answer ? 'yes' : 'no'}</Badge>
}
