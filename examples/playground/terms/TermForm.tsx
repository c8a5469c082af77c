import { useMemo } from 'react'
import { useEntityRecords } from 'copydesk/react'
import { DeleteRecord } from '../form/DeleteRecord'
import { RecordSelect, RecordText, RecordTextArea } from '../form/fields'
import { RecordForm } from '../form/RecordForm'
import { useRenders } from 'copydesk/devtools'
import { plainText } from '../plainText'
import { addresses } from '../route'
import { nounOf } from './nounOf'
import { termTree, withDescendants } from './termTree'

interface TermFormProps {
  taxonomy: string
  id: number
  isTree: boolean
  /** What the taxonomy's terms are called. */
  label: string
}

/** A term to be edited. */
export function TermForm({ taxonomy, id, isTree, label }: TermFormProps) {
  return (
    <RecordForm
      kind="taxonomy"
      name={taxonomy}
      id={id}
      title={{ field: 'name' }}
      noun={`this ${nounOf(taxonomy)}`}
      back={{ address: addresses.terms(taxonomy), label: `All ${label.toLowerCase()}` }}
      actions={
        <DeleteRecord
          what={`this ${nounOf(taxonomy)}`}
          query={{ force: true }}
          then={addresses.terms(taxonomy)}
        >
          <p>Posts keep everything else. This can’t be undone.</p>
        </DeleteRecord>
      }
    >
      <div className="columns">
        <RecordText field="name" label="Name" />
        <RecordText field="slug" label="Slug" hint="Used in addresses." />
      </div>
      {isTree && <ParentField taxonomy={taxonomy} id={id} />}
      <RecordTextArea field="description" label="Description" />
    </RecordForm>
  )
}

function ParentField({ taxonomy, id }: { taxonomy: string; id: number }) {
  useRenders('ParentField')
  const { records } = useEntityRecords('taxonomy', taxonomy, termsQuery)
  const choices = useMemo(() => {
    const terms = (records ?? []) as readonly { id: number; name: string; parent?: number }[]
    const barred = withDescendants(terms, id)
    return [
      { value: '0', label: 'None' },
      ...termTree(terms)
        .filter(({ row }) => !barred.has(row.id))
        .map(({ row, depth }) => ({
          value: String(row.id),
          label: '\u2003'.repeat(depth) + plainText(row.name),
        })),
    ]
  }, [records, id])
  return <RecordSelect field="parent" label="Parent" choices={choices} />
}

const termsQuery = { context: 'view', _fields: 'id,name,parent', per_page: -1 } as const
