import { plainText } from '../plainText'

/**
 * What an edited record is called, as a person reads it; undefined where the list knows better. A record of which only
 * the edits are known, as after a reload, has no title of its own yet.
 * @param row The record as the list has it.
 */
export function editedTitle(edited: unknown, row: unknown): string | undefined {
  if (typeof edited !== 'object' || edited === null) return undefined
  if ('title' in edited && typeof edited.title === 'string') return edited.title
  if ('name' in edited && typeof edited.name === 'string') return edited.name
  const isNamed = typeof row === 'object' && row !== null && ('title' in row || 'name' in row)
  return !isNamed && 'content' in edited && typeof edited.content === 'string'
    ? plainText(edited.content)
    : undefined
}
