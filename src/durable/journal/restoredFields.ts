import type { Cells } from '../../core/cells'
import type { RestoredEdits } from '../../edits/actions'
import { fieldKind } from '../conflicts/fieldKinds'
import { makeTextMerger } from '../conflicts/textMerger'
import type { DurableContext } from '../capability'
import type { Joining } from './joinEdits'
import { nameOf, type KeptEdits } from './keptEdits'
import type { FoundEdits } from './remains'

/** What this page has put back, with which more of the same records is merged. */
export interface RestoredFields {
  /** Loads what it takes to merge texts, where there may be any. */
  readonly prepare: (items: readonly FoundEdits[]) => Promise<void>
  /** How kept edits of a record are joined with each other and with what was put back before. */
  readonly joining: (group: readonly KeptEdits[]) => Joining
  readonly note: (records: readonly RestoredEdits[]) => void
}

export function makeRestoredFields({ settings }: Pick<DurableContext, 'settings'>): RestoredFields {
  const fields = new Map<string, Cells>()
  const { load, mergeKnown } = makeTextMerger()

  const merge: Joining['merge'] = (config, received, property, sides) =>
    settings.conflicts(config) === 'ask'
      ? undefined
      : mergeKnown(fieldKind(config, received, property, sides.mine), sides)

  return {
    prepare: async (items) => {
      const names = items.map(({ kept }) => nameOf(kept))
      if (new Set(names).size < names.length || names.some((name) => fields.has(name))) await load()
    },
    joining: ([first]) => ({ merge, restored: first && fields.get(nameOf(first)) }),
    note: (records) => {
      for (const record of records) fields.set(nameOf(record), record.fields)
    },
  }
}
