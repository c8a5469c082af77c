import { useEntityRecord } from 'copydesk/react'
import { DeleteRecord } from '../form/DeleteRecord'
import { ContentField } from '../document/ContentField'
import '../document/document.css'
import { RecordText } from '../form/fields'
import { RecordForm } from '../form/RecordForm'
import { useRenders } from 'copydesk/devtools'
import { addresses, asPostType } from '../route'
import { Badge } from '../ui/Badge'
import type { TemplateType } from './TemplatesScreen'

interface TemplateFormProps {
  type: TemplateType
  id: string
  /** What the list is called. */
  title: string
}

/** A template by its blocks; where it was changed here, it can go back to what the theme has. */
export function TemplateForm({ type, id, title }: TemplateFormProps) {
  useRenders('TemplateForm')
  const { record, editedRecord } = useEntityRecord('postType', type, id)
  const list = type === 'wp_template' ? addresses.templates() : addresses.templateParts()
  const here = type === 'wp_template' ? addresses.templates(id) : addresses.templateParts(id)
  const isChanged = record?.source === 'custom'
  const canRevert = isChanged && record.has_theme_file
  const shown = editedRecord?.title || record?.slug || ''
  return (
    <RecordForm
      kind="postType"
      name={type}
      id={id}
      title={shown}
      noun="this template"
      back={{ address: list, label: `All ${title.toLowerCase()}` }}
      actions={
        isChanged && (
          <DeleteRecord
            what={`“${shown}”`}
            query={{ force: true }}
            then={canRevert ? here : list}
            label={canRevert ? 'Revert' : 'Delete'}
          >
            <p>{canRevert ? 'It goes back to what the theme has.' : 'The theme has none to go back to.'}</p>
          </DeleteRecord>
        )
      }
    >
      {record && (
        <div className="row-of">
          <Badge tone={isChanged ? 'accent' : undefined}>
            {isChanged ? 'Changed here' : 'From the theme'}
          </Badge>
          <span className="mono quiet">{record.id}</span>
        </div>
      )}
      <RecordText field="description" label="Description" />
      {editedRecord && <ContentField type={asPostType(type)} id={id} />}
    </RecordForm>
  )
}
