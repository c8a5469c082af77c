import { Image } from 'lucide-react'
import { EmptyState } from '../ui/EmptyState'

/** The media library: `id` is the attachment that is open, if one is. */
export function MediaScreen({ id }: { id: string | undefined }) {
  return <EmptyState icon={Image} title={id === undefined ? 'Media' : `Media ${id}`} />
}
