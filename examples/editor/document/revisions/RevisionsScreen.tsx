import { History } from 'lucide-react'
import type { PostType } from '../../route'
import { EmptyState } from '../../ui/EmptyState'

/** The revisions of a document. */
export function RevisionsScreen({ type, id }: { type: PostType; id: number }) {
  return <EmptyState icon={History} title={`Revisions of ${type} ${id}`} />
}
