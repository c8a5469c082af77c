import { useEntityRecords } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { withArticle } from '../../session/roles'
import { Refusal } from '../../ui/Refusal'
import type { DocumentProps } from '../DocumentView'
import { useDocumentRights } from '../useDocumentRights'
import { CategoryField } from './CategoryField'
import { DetailsSection } from './DetailsSection'
import { TagField } from './TagField'

/** What a field for the terms of one taxonomy needs to know. */
export interface TermFieldProps {
  type: DocumentProps['type']
  id: number
  taxonomy: string
  /** What the taxonomy is called. */
  name: string
  /** The field of a document that holds its terms. */
  field: 'categories' | 'tags'
  canAssign: boolean
  canCreate: boolean
}

/** The terms of a document, a section for each taxonomy that its type has. */
export function TermFields({ type, id, role }: DocumentProps) {
  useRenders('TermFields')
  const { records } = useEntityRecords('root', 'taxonomy', { type, context: 'view' })
  const may = useDocumentRights(type, id)
  return (records ?? []).map(({ slug, name, rest_base: base, hierarchical }) => {
    // A site's own taxonomies are fields of the same kind.
    const field = base as 'categories' | 'tags'
    const canAssign = may(`assign-${base}`)
    const canCreate = may(`create-${base}`)
    const props = { type, id, taxonomy: slug, name, field, canAssign, canCreate }
    return (
      <DetailsSection key={slug} title={name}>
        {hierarchical ? <CategoryField {...props} /> : <TagField {...props} />}
        {!canAssign && (
          <Refusal>
            As {withArticle(role)} you can’t choose {name.toLowerCase()}.
          </Refusal>
        )}
      </DetailsSection>
    )
  })
}
