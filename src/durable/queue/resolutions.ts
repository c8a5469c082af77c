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
  /** What was chosen of a save of which it is not stored yet that it is held. */
  let early: readonly Resolution[] = []

  const savesOf = (target: Resolution['target']) => rows.all().filter((entry) => isSaveOf(entry, target))

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
    has: (target) => savesOf(target).some(({ conflict, state }) => conflict || state === 'sending'),
    resolve: (resolution) => {
      onResolved(resolution)
      const isSending = savesOf(resolution.target).some(({ state }) => state === 'sending')
      if (isSending) early = [...early, resolution]
      else void apply(resolution)
    },
  }

  return {
    heldSaves,
    /** Follows what was chosen before it was stored that a save is held. */
    applyEarly: () => {
      const ready = early.filter(({ target }) => !savesOf(target).some(({ state }) => state === 'sending'))
      if (ready.length === 0) return
      early = early.filter((one) => !ready.includes(one))
      for (const resolution of ready) void apply(resolution)
    },
    /** Another tab has chosen: the edits that were in question here follow. */
    receive: ({ target, conflict, choices }: Resolution) => {
      if (!isKnownRecord(getState(), target)) return
      dispatch(applyChoices(target, conflict, choices, { isQueued: true, isElsewhere: true }))
    },
  }
}
