import { EntityStoreError, show } from '../core/errors'
import { isRecord, own, type RecordData } from '../core/plain'
import { produce } from '../core/produce'
import { isMerged } from './fields'
import type { LazyEdit } from './lazyEdit'
import { editedOf, type EditedView } from './selectors'

/** Changes a draft of an edited record, or gives the record as it is to be. */
export type Recipe = (draft: RecordData) => unknown

/**
 * What a recipe edits: the fields that differ after it, of merged properties the entries; what it has deleted is given
 * up. Nothing that the recipe was given is changed.
 * @throws EntityStoreError `invalid_edit` for a recipe that changes the draft and returns a value, that returns no
 * object, or that is asynchronous. What the recipe throws passes through.
 */
export function editsOfRecipe(view: EditedView, recipe: Recipe): RecordData {
  const before = editedOf(view) ?? {}
  const [after, isReturned] = cook(view, before, recipe)
  const edits: Record<string, unknown> = {}
  // A record that is returned may be given in part; what the draft no longer has was deleted.
  const properties = new Set([...Object.keys(after), ...(isReturned ? [] : Object.keys(before))])
  for (const property of properties) {
    const [from, to] = [own(before, property), own(after, property)]
    if (from === to || (typeof from === 'function' && to === (from as LazyEdit)(before))) continue
    edits[property] =
      isMerged(view.config, property) && isRecord(from) && isRecord(to) ? changedEntries(from, to) : to
  }
  return edits
}

const problems = {
  asynchronous: () => 'is asynchronous. Await first, and edit then with a recipe that returns at once.',
  value: (returned: unknown) =>
    `returned ${show(returned)}. Put its body in braces, so that it changes the draft and returns nothing: (draft) => { draft.title = … }`,
  both: () => 'returned an object and changed the draft. Do one of the two.',
}

function cook(
  { config }: EditedView,
  before: RecordData,
  recipe: Recipe,
): readonly [after: RecordData, isReturned: boolean] {
  const fail = (problem: keyof typeof problems, returned?: unknown) =>
    new EntityStoreError(
      'invalid_edit',
      `The recipe of an edit of (${config.kind}, ${config.name}) ${problems[problem](returned)}`,
    )
  let hasEnded = false
  let isReturned = false
  try {
    const after = produce(before, (draft) => {
      const shown = withLazyText(draft, before)
      const returned = recipe(shown)
      if (returned === undefined || returned === shown) return undefined
      if (returned instanceof Promise) {
        // It goes on with a draft that is none any more: the error below says so first.
        returned.catch(() => undefined)
        throw fail('asynchronous')
      }
      if (!isRecord(returned)) throw fail('value', returned)
      hasEnded = true
      isReturned = true
      return returned
    })
    return [after, isReturned]
  } catch (error) {
    // Immer's own error has no text in production.
    if (!hasEnded) throw error
    throw fail('both')
  }
}

/** A draft of which a lazy edit is read as what it comes to; it stays one where that is not changed. */
function withLazyText(draft: RecordData, before: RecordData): RecordData {
  if (!Object.values(before).some((value) => typeof value === 'function')) return draft
  return new Proxy(draft, {
    get(target, field: string) {
      const value = target[field]
      return typeof value === 'function' ? (value as LazyEdit)(before) : value
    },
  })
}

/** The entries that differ; undefined for those that are gone. */
function changedEntries(from: RecordData, to: RecordData): RecordData {
  const entries = Object.keys({ ...from, ...to }).filter((entry) => own(from, entry) !== own(to, entry))
  return Object.fromEntries(entries.map((entry) => [entry, own(to, entry)]))
}
