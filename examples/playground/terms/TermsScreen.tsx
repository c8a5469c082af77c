import { FolderTree } from 'lucide-react'
import { useMemo } from 'react'
import { useEntityRecord } from 'copydesk/react'
import { isMissing } from '../errorText'
import { NewRecord } from '../form/NewRecord'
import { NotHere } from '../frame/NotHere'
import { Split } from '../frame/Split'
import { useRenders } from 'copydesk/devtools'
import type { ListDescription } from '../list/listDescription'
import { RecordList } from '../list/RecordList'
import { plainText } from '../plainText'
import { addresses } from '../route'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { TermForm } from './TermForm'
import { nounOf } from './nounOf'
import { termTree } from './termTree'

interface TermRow {
  id: number
  name: string
  count: number
  parent?: number
}

const orders = [
  { value: 'name:asc', label: 'Name A–Z' },
  { value: 'name:desc', label: 'Name Z–A' },
  { value: 'count:desc', label: 'Most used' },
]

/** The terms of a taxonomy, as a tree where they have one, beside the one that is open. */
export function TermsScreen({ taxonomy, id }: { taxonomy: string; id: string | undefined }) {
  useRenders('TermsScreen')
  const { record, error, refetch } = useEntityRecord('root', 'taxonomy', taxonomy, { context: 'view' })
  const label = record?.name ?? ''
  const isTree = record?.hierarchical === true
  const list = useMemo(
    (): ListDescription<TermRow> => ({
      kind: 'taxonomy',
      name: taxonomy,
      many: label.toLowerCase(),
      // A tree can't be cut into pages.
      query: { context: 'view', _fields: 'id,name,count,parent', ...(isTree && { per_page: -1 }) },
      orders,
      filters: [],
      isPaged: record !== undefined && !isTree,
      isEnabled: record !== undefined,
      ...(isTree && { arrange: termTree }),
      describe: ({ id: key, name, count }) => ({
        key,
        title: plainText(name),
        address: addresses.terms(taxonomy, key),
        facts: <span>{count === 1 ? '1 post' : `${count} posts`}</span>,
      }),
    }),
    [taxonomy, label, isTree, record],
  )
  if (error && !record) {
    if (isMissing(error)) return <NotHere what={`This site has no taxonomy “${taxonomy}”`} />
    return (
      <main className="page" tabIndex={-1}>
        <ErrorState error={error} onRetry={refetch} />
      </main>
    )
  }
  return (
    <Split
      label={label}
      list={
        <RecordList
          title={label}
          list={list}
          openKey={id}
          action={
            <NewRecord
              kind="taxonomy"
              name={taxonomy}
              noun={nounOf(taxonomy)}
              many={label.toLowerCase()}
              fields={[{ name: 'name', label: 'Name' }]}
              addressOf={(key) => addresses.terms(taxonomy, key)}
            />
          }
        />
      }
      detail={
        id !== undefined && (
          <TermForm key={id} taxonomy={taxonomy} id={Number(id)} isTree={isTree} label={label} />
        )
      }
      empty={
        <EmptyState icon={FolderTree} title={`No ${nounOf(taxonomy)} selected`}>
          <p>Select one to edit its name, slug and description.</p>
        </EmptyState>
      }
    />
  )
}
