import { isEqual } from '../../core/isEqual'
import { isEmpty, isRecord, own, type RecordData } from '../../core/plain'
import type { EditBasis, SentCreate, WriteIntent } from '../../core/writeGate'
import type { StoreAction } from '../../core/thunk'
import { valueAt } from '../../edits/fields'
import { selectEditedView, type EditedView } from '../../edits/selectors'
import { rebasedEdits } from '../../edits/rebasedEdits'
import { basisOf, valuesOf } from '../../edits/storedEdits'
import type { EntityState } from '../../store/rootReducer'
import { isFloating } from './madeOf'
import { tellsOfTexts, type Theirs } from './readTheirs'

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
  target: Target & Pick<WriteIntent, 'basis'>,
  compared: readonly BasedField[],
  theirs: RecordData,
  { version }: Pick<Theirs, 'version'>,
): readonly StoreAction[] {
  const view = viewOf(state, target)
  const edits = valuesOf(view?.row)
  if (view === undefined || edits === undefined) return []
  const basis = basisOf(view.row) ?? { values: {} }
  const others = Object.keys(basis.values).filter((name) =>
    compared.every(({ property }) => property !== name),
  )
  const floating = others.flatMap((property): readonly BasedField[] =>
    isFloating(theirs, property, target.basis?.unanswered ?? [])
      ? [{ property, theirs: theirs[property] }]
      : [],
  )
  const values = withTheirs(basis.values, edits, [...compared, ...floating])
  const isAll = Object.keys(edits).every((property) => {
    const [based, now] = [own(values, property), own(theirs, property)]
    if (now === undefined) return true
    if (!isRecord(based) || !isRecord(now)) return isEqual(based, now)
    return isEqual(based, now) || Object.keys(based).every((entry) => isEqual(based[entry], now[entry]))
  })
  return rebasedEdits(view, { ...basis, values, ...(isAll && { version }) })
}

/**
 * What was typed over what was saved is based on that, where others' work was merged into it before it was sent: who
 * typed has not seen it.
 */
export function basedOnSaved(state: EntityState, target: Target, saved: RecordData): readonly StoreAction[] {
  const view = viewOf(state, target)
  if (isEmpty(saved)) return []
  const edits = valuesOf(view?.row) ?? {}
  const { version, ...basis }: EditBasis = basisOf(view?.row) ?? { values: {} }
  const fields = Object.keys(saved).map((property) => ({ property, theirs: saved[property] }))
  return rebasedEdits(view, { ...basis, values: withTheirs(basis.values, edits, fields) })
}

/** What a save is based on once it was compared with what the server has. */
export function basedOn({ basis, fields }: WriteIntent, compared: readonly BasedField[]): EditBasis {
  return { ...basis, values: withTheirs(basis?.values ?? {}, fields, compared) }
}

/** The basis of edits with what the server has of some fields. */
function withTheirs(basis: RecordData, edits: RecordData, fields: readonly BasedField[]): RecordData {
  const values: Record<string, unknown> = { ...basis }
  for (const { property, entry, theirs } of fields) {
    if (theirs === undefined || valueAt(edits, property, entry) === undefined) continue
    values[property] = entry === undefined ? theirs : { ...(values[property] as object), [entry]: theirs }
  }
  return values
}

/**
 * What a save has changed besides what it sent, such as the date of a draft, is nobody's work: edits of it are based on
 * the answer, as far as they were based on what the server had before.
 */
export function rebaseDrift(
  state: EntityState,
  target: Target,
  sent: RecordData,
  { isMoved, record, version }: Theirs,
  answer: RecordData,
  time: number,
): readonly StoreAction[] {
  const view = viewOf(state, target)
  const edits = valuesOf(view?.row) ?? {}
  const basis = basisOf(view?.row)
  if (view === undefined || basis === undefined) return []
  const { rawAttributes } = view.config
  const drifted = Object.keys(edits).flatMap((property): BasedField[] => {
    const [based, now] = [own(basis.values, property), own(answer, property)]
    // What was not asked for and has been edited since may be older than the record is known to be.
    const isTold = tellsOfTexts(version, time) || !rawAttributes?.includes(property)
    const isKnown = (!isMoved && isTold) || Object.hasOwn(record, property)
    const isBefore = isEqual(based, own(view.raw, property))
    if (Object.hasOwn(sent, property) || now === undefined || !isKnown || !isBefore) return []
    return isEqual(based, now) ? [] : [{ property, theirs: now }]
  })
  if (drifted.length === 0) return []
  return rebasedEdits(view, { ...basis, values: withTheirs(basis.values, edits, drifted) })
}

/** Takes down by what the record of a draft that is about to leave is known again; undefined where it was not made. */
export function withSentCreate(
  state: EntityState,
  target: Target,
  sentCreate: SentCreate | undefined,
): readonly StoreAction[] {
  const view = viewOf(state, target)
  const { sentCreate: before, ...basis }: EditBasis = basisOf(view?.row) ?? { values: {} }
  return rebasedEdits(view, { ...basis, ...(sentCreate && { sentCreate }) })
}

function viewOf(state: EntityState, { kind, name, id }: Target): EditedView | undefined {
  return selectEditedView(state, kind, name, id)
}
