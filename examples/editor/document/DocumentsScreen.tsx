import { FileText } from 'lucide-react'
import { RecordList } from '../list/RecordList'
import { AskedBy } from '../hood/AskedBy'
import { Split } from '../frame/Split'
import type { PostType } from '../route'
import { useSession } from '../session/SessionContext'
import { EmptyState } from '../ui/EmptyState'
import { DocumentView } from './DocumentView'

/** The documents of a type beside the one that is open. */
export function DocumentsScreen({ type, id }: { type: PostType; id: string | undefined }) {
  const { user } = useSession()
  const openId = id === undefined ? null : Number(id)
  return (
    <Split
      label="Documents"
      list={
        <AskedBy name="List">
          <RecordList type={type} openId={openId} user={user} />
        </AskedBy>
      }
      detail={
        openId !== null && (
          <AskedBy name="Document">
            <DocumentView key={`${type}/${openId}`} type={type} id={openId} role={user.role} />
          </AskedBy>
        )
      }
      empty={
        <EmptyState icon={FileText} title="Nothing is open">
          <p>Choose from the list, or press ? to see what the keys do.</p>
        </EmptyState>
      }
    />
  )
}
