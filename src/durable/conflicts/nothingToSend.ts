import { isEqual } from '../../core/isEqual'
import type { EndedWrite } from '../../core/writeGate'
import { unchangedPaths } from '../../edits/applyEdits'
import { own, type RecordData } from '../../core/plain'
import { makeCell, mapCells, valuesOfCells } from '../../edits/cells'
import { splitPath, type FieldPath } from '../../edits/fieldPath'
import { isMeantBy } from '../../edits/log'
import { reopened } from '../../edits/logChanges'
import { selectEditedView } from '../../edits/selectors'
import { selectKnownRecord } from '../../entities/selectors'
import { countsSaved } from '../../entities/termCounts'
import { invalidated } from '../../resolution/actions'
import { writeSettled } from '../../saving/actions'
import { staleAfterWrite } from '../../saving/writeResults'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { readAsAnswer } from '../readAsAnswer'
import { targetOf } from '../targetOf'
import type { CheckedSave } from './checked'
import type { ComparedField } from './replay'
import { readAgain, type Theirs } from './readTheirs'
import { basedOnSaved, savedOf, typedOver } from './rebase'

/**
 * The server has all of it: the save is done, by an earlier request or by others. What else that has changed, the check
 * has not asked: the record is read, and is the answer; where it can't be read, it and the lists are asked for again later.
 */
export async function nothingToSend(
  context: DurableContext,
  { intent, config, key }: CheckedSave,
  found: Theirs,
  compared: readonly ComparedField[],
): Promise<EndedWrite> {
  const { store, services } = context
  const { getState } = store
  const { entity, isOfOtherPage } = intent
  const read = await readAgain(services, config, key, {}).catch(() => undefined)
  /** By what the check has found: what others have written since is in the record, and nothing here is based on it. */
  const settled = () =>
    isOfOtherPage
      ? {}
      : { settled: { outcome: 'done', unchanged: unchangedIn(getState(), intent, compared) } as const }
  const rebased = () => (isOfOtherPage ? [] : basedOnSaved(getState(), intent, typedOver(getState(), intent)))
  if (typeof read === 'object') {
    const save = { ...targetOf(intent), config, fields: valuesOfCells(intent.fields) }
    const makeResults = () => [...rebased(), { ...readAsAnswer(context, save, read), ...settled() }]
    return { answer: read.record, body: read.record, makeResults }
  }
  return {
    answer: selectKnownRecord(getState(), entity, key),
    body: found.record,
    isPartial: true,
    makeResults: () => {
      const counts = countsSaved(getState(), config, valuesOfCells(intent.fields))
      const scopes = staleAfterWrite(config, entity, key, counts)
      return [
        ...rebased(),
        writeSettled(targetOf(intent), settled()),
        invalidated(scopes, services.nextSeq()),
      ]
    },
  }
}

/** The paths of the edits of a record that say what the server has, or what was saved. */
function unchangedIn(
  state: EntityState,
  intent: CheckedSave['intent'],
  compared: readonly ComparedField[],
): readonly string[] {
  const view = selectEditedView(state, intent.kind, intent.name, intent.id)
  if (!view?.row) return []
  const row = reopened(view.row, isMeantBy(intent.mutation))
  const [saved, over] = [savedOf(intent), typedOver(state, intent)]
  const open = mapCells(row.fields, (cell, path) =>
    Object.hasOwn(over, path) ? makeCell(cell.value, over[path]?.value) : cell,
  )
  const isThere = (path: FieldPath, value: unknown) => {
    if (Object.hasOwn(saved, path) && !Object.hasOwn(over, path)) return true
    const [property, entry] = splitPath(path)
    return compared.some(
      (field) => field.property === property && field.entry === entry && isEqual(value, field.theirs),
    )
  }
  const there = Object.keys(open).filter((path) => isThere(path, open[path]?.value))
  // What is known of the record may be older than what the check has found.
  const raw = compared.reduce<RecordData>(withTheirs, view.raw ?? {})
  return [...unchangedPaths({ raw, row }, open), ...there]
}

/** A record with what the check has found of a field. */
function withTheirs(record: RecordData, { property, entry, theirs }: ComparedField): RecordData {
  if (theirs === undefined) return record
  const value = entry === undefined ? theirs : { ...(own(record, property) as object), [entry]: theirs }
  return { ...record, [property]: value }
}
