import { selectEntityConfig } from '../../config/selectors'
import type { DurableContext } from '../capability'
import { applyChoices, isKnownRecord } from '../conflicts/applyChoices'
import type { HeldSaves, Resolution } from '../conflicts/heldSaves'
import type { StoredEntry } from './entry'
import type { QueueRows } from './queueRows'
import { isSaveOf, withResolution } from './resolved'

interface ResolutionOptions {
  readonly context: DurableContext
  readonly rows: QueueRows
  /** Tells the other tabs what was chosen. */
  readonly onResolved: (resolution: Resolution) => void
  /** Entries wait again, or are gone. */
  readonly onChanged: () => void
  /** Says that nobody will ever know whether a write was done. */
  readonly onUnknownOutcome: (entry: StoredEntry) => void
  /** Shows again how entries stand: what was chosen could not be stored. */
  readonly onFailed: () => void
}

/** Has saves of the queue follow what is chosen of their conflicts. */
export function makeResolutions({
  context: { store },
  rows,
  onResolved,
  onChanged,
  onUnknownOutcome,
  onFailed,
}: ResolutionOptions) {
  const { dispatch, getState } = store

  async function apply(resolution: Resolution): Promise<void> {
    const { kind, name } = resolution.target
    const config = selectEntityConfig(getState(), kind, name)
    if (!config) return
    let gone: readonly StoredEntry[] = []
    try {
      await rows.change((entries) => {
        const now = withResolution(entries, resolution, config)
        gone = entries.filter(({ id }) => !now.some((one) => one.id === id))
        return now
      })
    } catch {
      onFailed()
      return
    }
    for (const entry of gone) if (entry.mayBeDone) onUnknownOutcome(entry)
    onChanged()
  }

  const heldSaves: HeldSaves = {
    has: (target) => rows.all().some((entry) => entry.conflict && isSaveOf(entry, target)),
    resolve: (resolution) => {
      onResolved(resolution)
      void apply(resolution)
    },
  }

  return {
    heldSaves,
    /** Another tab has chosen: the edits that were in question here follow. */
    receive: ({ target, conflict, choices }: Resolution) => {
      if (!isKnownRecord(getState(), target)) return
      dispatch(applyChoices(target, conflict, choices, { isQueued: true, isElsewhere: true }))
    },
  }
}
