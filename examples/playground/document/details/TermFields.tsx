import { useEntityRecords } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { TermField } from '../../../editor/post/TermField'
import { withArticle } from '../../session/roles'
import { Refusal } from '../../ui/Refusal'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'
import { useDocumentRights } from '../useDocumentRights'

/** The terms of a document, a field for each taxonomy that its type has. */
export function TermFields(props: DocumentProps) {
  useRenders('TermFields')
  const { records } = useEntityRecords('root', 'taxonomy', { type: props.type, context: 'view' })
  return (records ?? []).map(({ slug, name, rest_base: base }) => (
    <Terms key={slug} {...props} taxonomy={slug} label={name} base={base} />
  ))
}

interface TermsProps extends DocumentProps {
  taxonomy: string
  label: string
  /** The field of a document that holds its terms. */
  base: string
}

function Terms({ type, id, role, taxonomy, label, base }: TermsProps) {
  // A site's own taxonomies are like its categories.
  const { value, set } = useDocumentField(type, id, base as 'categories')
  const may = useDocumentRights(type, id)
  const canAssign = may(`assign-${base}`)
  return (
    <div className="details-section editor">
      <TermField
        taxonomy={taxonomy as 'category'}
        label={label}
        field={{ value, set }}
        isReadOnly={!canAssign}
      />
      {!canAssign && (
        <Refusal>
          As {withArticle(role)} you can’t choose {label.toLowerCase()}.
        </Refusal>
      )}
    </div>
  )
}
