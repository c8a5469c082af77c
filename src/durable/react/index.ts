export { useDurability } from './useDurability'
export { useRecoveredEdits, type UseRecoveredEditsResult } from './useRecoveredEdits'
export { useSaveConflict, type UseSaveConflictResult } from './useSaveConflict'
