import type { RecordData } from '../../core/plain'
import type { WriteTarget } from '../../entities/actions'
import type { SaveConflict } from '../../saving/writes'
import type { ConflictChoices } from './applyChoices'

/** What was chosen of a conflict. */
export interface Resolution {
  readonly target: WriteTarget
  readonly conflict: SaveConflict
  readonly choices: ConflictChoices
  /** What the fields in conflict were edited to where it was chosen, by their names in the conflict. */
  readonly edited: RecordData
}

/** The saves that are kept to be sent, and held for conflicts. */
export interface HeldSaves {
  /** Whether one of a record is held. */
  readonly has: (target: WriteTarget) => boolean
  /** Has them follow what was chosen. */
  readonly resolve: (resolution: Resolution) => void
}

/** The name of a store's {@link HeldSaves} among its companions. */
export const heldSavesName = 'held saves'
