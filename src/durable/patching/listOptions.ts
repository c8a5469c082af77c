import type { EntityId } from '../../core/keys'
import type { RecordData } from '../../core/plain'
import type { ListRules } from './listRules'

/** A read has shown another list than a patch had made of it. */
export interface ListMismatch {
  readonly kind: string
  readonly name: string
  /** Context and filters of the list. */
  readonly query: RecordData
  /** The ids that the list was shown with where the answer has others. */
  readonly expected: readonly EntityId[]
  /** The ids in the answer. */
  readonly got: readonly EntityId[]
}

/** How lists show a saved change before they were asked for again. */
export interface ListOptions {
  /**
   * When patched lists are asked for again: as the age of their last read says, when the page is idle, or as if they had
   * been read with the write. Default `stale`.
   */
  readonly verify?: 'stale' | 'idle' | false
  /** Whether the order of texts is decided here. Default true. */
  readonly text?: boolean
  /**
   * Rules by `kind/name`: of entities of your own, and of parameters that a plugin adds to WordPress's lists. Default:
   * none.
   */
  readonly rules?: { readonly [entity: string]: ListRules }
  /** Called when a read shows another list than was expected. Default: a warning, once per list and not in production. */
  readonly onMismatch?: (mismatch: ListMismatch) => void
}
