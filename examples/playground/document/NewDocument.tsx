import { Plus } from 'lucide-react'
import { useResourcePermissions } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { addresses, goToAddress, type PostType } from '../route'
import { withArticle } from '../session/roles'
import { Button } from '../ui/Button'
import { Refusal } from '../ui/Refusal'
import { typeNoun, typeNouns } from '../typeNouns'

/** Opens an empty document, or says why that is not possible. Nothing is made on the site before it is saved. */
export function NewDocument({ type, role }: { type: PostType; role: string }) {
  useRenders('NewDocument')
  const { canCreate, status } = useResourcePermissions({ kind: 'postType', name: type })
  const isRefused = status === 'success' && !canCreate
  // Where that could not be learnt, the server says so itself.
  const isOpen = canCreate || status === 'error'
  return (
    <>
      <Button
        disabled={!isOpen}
        aria-describedby={isRefused ? 'new-document-refusal' : undefined}
        onClick={() => goToAddress(addresses.newDocument(type))}
      >
        <Plus aria-hidden />
        New {typeNoun(type)}
      </Button>
      {isRefused && (
        <Refusal id="new-document-refusal">
          As {withArticle(role)} you can’t create {typeNouns(type)}.
        </Refusal>
      )}
    </>
  )
}
