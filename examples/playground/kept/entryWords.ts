import type { QueueEntry } from 'copydesk/durable'
import { kindLabel } from '../unsaved/recordName'

/** What a write that waits is about: "the post “Fog on the quay”". */
export function entryName({ kind, name, title }: Pick<QueueEntry, 'kind' | 'name' | 'title'>): string {
  const label = name === 'attachment' ? 'file' : kindLabel(kind, name).toLowerCase()
  return title ? `the ${label} “${title}”` : `the ${label}`
}

/** What it does: "Create", "Save", "Delete", "Upload". */
export const deeds: Readonly<Record<QueueEntry['what'], string>> = {
  create: 'Create',
  update: 'Save',
  delete: 'Delete',
  upload: 'Upload',
}
