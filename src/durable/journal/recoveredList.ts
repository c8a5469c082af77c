import { isLocalId } from '../../core/localId'
import { basesOfCells, valuesOfCells } from '../../edits/cells'
import { cellsOf } from '../../edits/log'
import type { DurableContext } from '../capability'
import type { DurabilityTrouble, RecoveredEdits } from '../durability'
import { fieldNames, nameOf } from './keptEdits'
import { levelsByRecord } from './keptUndo'
import { isOfEdits, type FoundEdits, type FoundRow, type Remains } from './remains'

/** What nobody has left. */
export const nothing: readonly RecoveredEdits[] = []

type Standing = RecoveredEdits['standing']

/** What dead pages have left, as others see it; the same array as long as it says the same. */
export function makeRecoveredList({ store, report, changed }: DurableContext) {
  let list = nothing
  let listText = ''
  const standings = new Map<string, Standing>()
  const reported = new Set<string>()

  function show(remains: readonly Remains[]): void {
    const next = remains
      .flatMap((one) => {
        const levels = levelsByRecord(one.history)
        return [
          ...[...one.records.values()]
            .filter(isOfEdits)
            .map((found) => recoveredOf(one, found, levels.get(nameOf(found.kept)) ?? 0)),
          ...one.unreadable.map(unreadableOf),
        ]
      })
      .sort((one, other) => (one.editedAt < other.editedAt ? 1 : one.editedAt > other.editedAt ? -1 : 0))
    const text = JSON.stringify(next)
    if (text === listText) return
    listText = text
    list = next.length > 0 ? next : nothing
    changed()
  }

  function recoveredOf({ value }: Remains, { item, kept }: FoundEdits, undoLevels: number): RecoveredEdits {
    const { kind, name, id, title, editedAt } = kept
    const cells = cellsOf(kept)
    return {
      item,
      kind,
      name,
      key: id,
      isNew: isLocalId(id),
      title,
      fields: fieldNames(store.getState(), kept),
      editedAt,
      values: valuesOfCells(cells),
      basis: basesOfCells(cells),
      undoLevels,
      from: value?.isClosed ? 'closed' : 'crashed',
      standing: standings.get(item) ?? 'unchecked',
    }
  }

  function unreadableOf({ key }: FoundRow): RecoveredEdits {
    reportOnce({
      code: 'unreadable',
      item: key,
      message:
        'Some kept edits can not be read: a newer version of the page has written them, or they are damaged. They are left where they are.',
    })
    return {
      ...{ item: key, kind: '', name: '', key: undefined, isNew: false, title: '', fields: [] },
      ...{ editedAt: '', values: {}, basis: {}, undoLevels: 0, from: 'unreadable', standing: 'unchecked' },
    }
  }

  /** Says something of an item, once. */
  function reportOnce(trouble: DurabilityTrouble): void {
    const name = `${trouble.code} ${trouble.item}`
    if (reported.has(name)) return
    reported.add(name)
    report(trouble)
  }

  return {
    list: () => list,
    show,
    reportOnce,
    /** How items compare with what the server has. */
    setStandings: (found: ReadonlyMap<string, Standing>, remains: readonly Remains[]) => {
      for (const [item, standing] of found) standings.set(item, standing)
      show(remains)
    },
  }
}
