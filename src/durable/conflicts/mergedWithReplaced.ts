import type { Cells } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { filterFields, own, type RecordData } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import type { EditsRebased } from '../../edits/actions'
import { applyEdits } from '../../edits/applyEdits'
import { blockField } from '../../edits/blockCodec'
import { basesAtPaths } from '../../edits/cells'
import { cellsOf, isUnderWay } from '../../edits/log'
import type { EditedView } from '../../edits/selectors'
import { longestAstray, wordsOf, type StrayValues, type StrayWrites } from '../../edits/stray'
import type { EntityState } from '../../store/rootReducer'
import type { ReceivedView } from './beforeReceived'
import { kindAt } from '../saidElsewhere'
import type { MergeField } from './mergeField'

/**
 * Merges what is typed in a text with what the server had, before a record comes in which a request that was given up has
 * replaced that: put back is both then, and not what is typed alone, nor what it has taken out. What others have written over
 * the request since stays.
 */
export function mergedWithReplaced(
  state: EntityState,
  view: ReceivedView,
  theirs: RecordData,
  merge: MergeField,
): readonly StoreAction[] {
  const { row, config, entity, key, id } = view
  const { kind, name } = config
  const edited = cellsOf(row)
  return Object.entries(withoutLate(view, row.stray ?? {}, theirs, merge)).flatMap(([path, restored]) => {
    if (isUnderWay(row, path)) return []
    const typed = own(edited, path)
    // What nothing is typed over is put back as it was; what another page has saved is shown over it.
    const isAsItWas = isEqual(restored, row.stray?.[path]?.known)
    if (!typed && (isAsItWas || own(row.elsewhere, path))) return []
    const merged = typed && merge('text', { base: typed.base, mine: typed.value, theirs: restored })
    if (merged?.conflicts.length || (merged && isEqual(merged.value, typed?.value))) return []
    const value = merged ? merged.value : restored
    const edits = { ...(blockField(config) === path && { blocks: undefined }), [path]: value }
    const target = { kind, name, entity, key, id }
    const bases = { [path]: theirs[path] }
    const based: EditsRebased = { type: 'edits/rebased', ...target, bases, origin: row.origin ?? {} }
    return [applyEdits(state, view, edits, 'ignore'), based]
  })
}

/**
 * What the server would have so of texts that are to be saved, where they are not based on what such a request has left.
 * @param more - Such requests of the page that has saved them.
 */
export function restoredBelow(
  view: EditedView,
  more: StrayWrites,
  fields: Cells,
  theirs: RecordData,
  merge: MergeField,
): RecordData {
  return [more, view.row?.stray ?? {}].reduce<RecordData>((below, stray) => {
    const seen = withoutLate(view, stray, basesAtPaths(fields), merge)
    const restored = withoutLate(view, stray, theirs, merge)
    return { ...below, ...filterFields(restored, (path) => !Object.hasOwn(seen, path)) }
  }, {})
}

/** What the server would have of texts without a request that was given up and is done in the place of what it had. */
function withoutLate(view: EditedView, all: StrayWrites, theirs: RecordData, merge: MergeField): RecordData {
  const found = Object.entries(all).map(([path, stray]) => {
    const now = own(theirs, path)
    if (isEqual(now, stray.known)) return [path, undefined]
    if (stray.values.some((one) => isEqual(one, now))) return [path, stray.known]
    const isText = kindAt(view, path, now) === 'text'
    return [path, isText ? withoutLanded(stray, now, merge) : undefined]
  })
  return filterFields(Object.fromEntries(found) as RecordData, (_, text) => typeof text === 'string')
}

/**
 * A text without a request that was done late, to which others have added since: all that it says is there. Undefined where
 * there is none: of one that brings in no word that the server has not had before nobody can tell, as others may have put back
 * what it says.
 */
function withoutLanded(
  { values, known, earlier = [], since }: StrayValues,
  now: unknown,
  merge: MergeField,
): unknown {
  if (since !== undefined && Date.now() - since > longestAstray) return undefined
  const mergeTexts = (base: unknown, mine: unknown) => {
    const { value, conflicts } = merge('text', { base, mine, theirs: now })
    return conflicts.length === 0 ? value : undefined
  }
  const [knownWords, nowWords] = [new Set([known, ...earlier].flatMap(wordsOf)), new Set(wordsOf(now))]
  const isLanded = (value: unknown) => {
    const words = wordsOf(value)
    const isNew = words.some((word) => !knownWords.has(word)) && words.every((word) => nowWords.has(word))
    return isNew && mergeTexts(known, value) === now
  }
  const landed = [...values].reverse().find(isLanded)
  return landed === undefined ? undefined : mergeTexts(landed, known)
}
