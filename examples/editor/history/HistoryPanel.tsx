import { History } from 'lucide-react'
import { EmptyState } from '../ui/EmptyState'

/** What was changed, step by step. */
export function HistoryPanel() {
  return <EmptyState icon={History} title="No steps yet" />
}
