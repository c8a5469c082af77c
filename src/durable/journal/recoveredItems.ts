import { EntityStoreError, show } from '../../core/errors'
import { isRecord } from '../../core/plain'

/**
 * The names of recovered edits that were given as items, or as texts, each once.
 * @throws EntityStoreError `invalid_id` for what is neither.
 */
export function itemNames(items: unknown): readonly string[] {
  const given: readonly unknown[] = Array.isArray(items) ? items : [items]
  return [...new Set(given.map(itemName))]
}

function itemName(given: unknown): string {
  const name = typeof given === 'string' ? given : (Object(given) as { readonly item?: unknown }).item
  if (typeof name === 'string') return name
  throw new EntityStoreError(
    'invalid_id',
    `${show(given)} names no recovered edits. Pass what recovered() gives, or its \`item\`.`,
  )
}

/** @throws EntityStoreError `invalid_option` for what says nothing of how edits are restored. */
export function checkRestoreChoices(choices: unknown): void {
  const { asNew = false, prefer = 'typed' } = Object(choices) as {
    readonly asNew?: unknown
    readonly prefer?: unknown
  }
  if (choices !== undefined && !isRecord(choices)) refuse('choices', choices, 'an object of asNew, prefer')
  if (typeof asNew !== 'boolean') refuse('asNew', asNew, 'a boolean')
  if (prefer !== 'typed' && prefer !== 'recovered') refuse('prefer', prefer, "'typed' or 'recovered'")
}

function refuse(option: string, value: unknown, wanted: string): never {
  throw new EntityStoreError('invalid_option', `${option} of restore is ${show(value)}. Pass ${wanted}.`)
}
