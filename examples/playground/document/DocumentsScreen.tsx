import { FileText } from 'lucide-react'
import { selectEntityConfig, selectResolution } from 'copydesk'
import { isLocalId } from 'copydesk/durable'
import { useEntitySelector } from 'copydesk/react'
import { NotHere } from '../frame/NotHere'
import { Split } from '../frame/Split'
import { useRenders } from 'copydesk/devtools'
import { RecordList } from '../list/RecordList'
import type { PostType } from '../route'
import { useSession } from '../session/SessionContext'
import { EmptyState } from '../ui/EmptyState'
import { DocumentView } from './DocumentView'
import { DraftDocument } from './draft/DraftDocument'
import { NewDocument } from './NewDocument'
import { useDocumentList } from './useDocumentList'

/** The documents of a type beside the one that is open. */
export function DocumentsScreen({ type, id }: { type: PostType; id: string | undefined }) {
  useRenders('DocumentsScreen')
  const { user } = useSession()
  const list = useDocumentList(type)
  const label = useEntitySelector((state) => selectEntityConfig(state, 'postType', type)?.label)
  // The types of a site are known once it was asked for them.
  const isUnknown = useEntitySelector(
    (state) =>
      label === undefined && selectResolution(state, 'loadEntityConfigs', 'postType').status === 'success',
  )
  if (isUnknown) return <NotHere what={`This site has no content of the type “${type}”`} />
  const isNew = id === 'new'
  const openId = id === undefined || isNew ? null : Number(id)
  const isLocal = openId !== null && isLocalId(openId)
  return (
    <Split
      label="Documents"
      title={label}
      list={
        <RecordList
          title={label ?? ''}
          list={list}
          openKey={openId ?? undefined}
          action={<NewDocument type={type} role={user.role} />}
        />
      }
      detail={
        isNew ? (
          <DraftDocument type={type} />
        ) : isLocal ? (
          <DraftDocument key={openId} type={type} id={openId} />
        ) : (
          openId !== null && (
            <DocumentView key={`${type}/${openId}`} type={type} id={openId} role={user.role} />
          )
        )
      }
      empty={
        <EmptyState icon={FileText} title="Nothing selected">
          <p>
            Select from the list, with the mouse or with <kbd>j</kbd> <kbd>k</kbd> <kbd>Enter</kbd>.
          </p>
        </EmptyState>
      }
    />
  )
}
