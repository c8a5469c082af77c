import type { Cells } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isEmpty, own, type RecordData } from '../../core/plain'
import { cellsOfHere, type SentCreate, type WriteIntent } from '../../core/writeGate'
import type { StoreAction } from '../../core/thunk'
import { pickCells } from '../../edits/cells'
import { fieldPath, splitPath } from '../../edits/fieldPath'
import { valueAt } from '../../edits/fields'
import { cellsOf, shownBy } from '../../edits/log'
import { cellBehind } from '../../edits/logDraft'
import { selectEditedView, type EditedView } from '../../edits/selectors'
import { rebasedEdits } from '../../edits/rebasedEdits'
import type { EntityState } from '../../store/rootReducer'
import { isFloating } from './madeOf'
import type { Theirs } from './readTheirs'

/** A field, or an entry of a merged one, with what the server has of it. */
interface BasedField {
  readonly property: string
  readonly entry?: string | undefined
  readonly theirs: unknown
}

type Target = Pick<WriteIntent, 'kind' | 'name' | 'id'>

/**
 * Edits that were compared with the server are based on what it has now; so is the record's version, if all of them are.
 * And dates of others that have only gone along with what was sent: the next answer may say so no more.
 */
export function rebase(
  state: EntityState,
  target: Target & Pick<WriteIntent, 'log'>,
  compared: readonly BasedField[],
  theirs: RecordData,
  { version }: Pick<Theirs, 'version'>,
): readonly StoreAction[] {
  const view = viewOf(state, target)
  if (view?.row === undefined) return []
  const cells = Object.entries(cellsOf(view.row))
  const bases = basesOf(compared)
  for (const [path, { base }] of cells) {
    const [property] = splitPath(path)
    const isOther = base !== undefined && compared.every((field) => field.property !== property)
    if (isOther && isFloating(theirs, property, target.log)) bases[path] = theirs[property]
  }
  const isAll = cells.every(([path, { base }]) => {
    const [property, entry] = splitPath(path)
    const isKnown = own(theirs, property) !== undefined
    return !isKnown || isEqual(own(bases, path) ?? base, valueAt(theirs, property, entry))
  })
  return rebasedEdits(view, bases, { ...view.row.origin, ...(isAll && { version }) })
}

/**
 * What was typed over what was saved is based on that, where others' work was merged into it before it was sent: who
 * typed has not seen it.
 */
export function basedOnSaved(state: EntityState, target: Target, saved: Cells): readonly StoreAction[] {
  const view = viewOf(state, target)
  if (view?.row === undefined || isEmpty(saved)) return []
  const { version, ...origin } = view.row.origin ?? {}
  const paths = Object.keys(cellsOf(view.row))
  return rebasedEdits(view, Object.fromEntries(paths.map((path) => [path, own(saved, path)?.value])), origin)
}

/** What this page has saved of what a save was to send, and what was typed or saved over since: that is based on it, as it is done. */
export function typedOver(state: EntityState, intent: WriteIntent): Cells {
  const { row } = viewOf(state, intent) ?? {}
  const at = row?.log?.findIndex(({ id }) => id === intent.mutation) ?? -1
  const saved = savedOf(intent)
  const shown = { ...saved, ...shownBy(row, intent.mutation, saved) }
  return pickCells(shown, (path) => row !== undefined && cellBehind(row, at, path) !== undefined)
}

/** What this page has saved of what a save was to send. */
export function savedOf({ fields, options }: WriteIntent): Cells {
  return cellsOfHere(fields, options.delivery)
}

/** What the server has of fields, by path. */
function basesOf(fields: readonly BasedField[]): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ property, entry, theirs }) => [fieldPath(property, entry), theirs]))
}

/** What a server changes along with a save that does not name it: all else somebody may have written at the same time. */
const changedAlong = ['date', 'date_gmt', 'slug']

/**
 * What a save has changed besides what it sent, such as the date of a draft, is nobody's work: edits of it are based on
 * the answer, as far as they were based on what the server had before.
 */
export function rebaseDrift(
  state: EntityState,
  target: Target,
  sent: Cells,
  { isChanged, record }: Theirs,
  answer: RecordData,
): readonly StoreAction[] {
  const view = viewOf(state, target)
  if (view?.row === undefined) return []
  const { raw, row } = view
  const cells = cellsOf(row)
  const drifted = changedAlong.filter((property) => {
    const isKnown = !isChanged || Object.hasOwn(record, property)
    return (
      isKnown && cells[property] && !own(sent, property) && isEqual(cells[property].base, own(raw, property))
    )
  })
  const bases = Object.fromEntries(drifted.map((property) => [property, own(answer, property)]))
  return rebasedEdits(view, bases, row.origin ?? {})
}

/** Takes down by what the record of a draft that is about to leave is known again; undefined where it was not made. */
export function withSentCreate(
  state: EntityState,
  target: Target,
  sentCreate: SentCreate | undefined,
): readonly StoreAction[] {
  const view = viewOf(state, target)
  const { sentCreate: before, ...origin } = view?.row?.origin ?? {}
  return rebasedEdits(view, {}, { ...origin, ...(sentCreate && { sentCreate }) })
}

function viewOf(state: EntityState, { kind, name, id }: Target): EditedView | undefined {
  return selectEditedView(state, kind, name, id)
}
