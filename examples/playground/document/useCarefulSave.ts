import { useUnderWay } from '../pageDrafts'
import type { PostType } from '../route'
import type { Conflict } from './ForeignChange'

interface CarefulSave {
  /** Whether the site is being asked what others have saved. */
  isLooking: boolean
  save: () => Promise<void>
}

interface SaveSteps {
  /** What is known of others' changes. */
  readConflict: () => Conflict | null
  refetch: () => Promise<unknown>
  write: () => Promise<void>
}

/**
 * Asks the site first whether somebody else has saved meanwhile: what they wrote is not to go without a word. Where they
 * changed the same fields nothing is written, and the next save knows of it.
 */
export function useCarefulSave(type: PostType, id: number, steps: SaveSteps): CarefulSave {
  const { readConflict, refetch, write } = steps
  const looking = useUnderWay(`save ${type}/${id}`)
  return {
    isLooking: looking.value === true,
    async save() {
      if (looking.read()) return
      if (!navigator.onLine) return write()
      looking.change(true)
      const known = readConflict()
      // Where that fails, the save itself tells why.
      await refetch().catch(() => null)
      const found = readConflict()
      const isNews = found !== null && found.fields.length > 0 && found.modified !== known?.modified
      looking.change(undefined)
      if (!isNews) await write()
    },
  }
}
