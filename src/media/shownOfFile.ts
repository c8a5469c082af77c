import { entityKey } from '../core/keys'

/** Fields of an attachment that the server makes of its file: a draft of one shows them, and no save sends them. */
export const shownOfFile: readonly string[] = ['source_url', 'mime_type', 'media_type']

/** Whether records of an entity have a file. */
export function isMedia({ kind, name }: { readonly kind: string; readonly name: string }): boolean {
  return entityKey(kind, name) === entityKey('postType', 'attachment')
}
