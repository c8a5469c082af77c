export { useDurability } from './useDurability'
export { useRecoveredEdits, type UseRecoveredEditsResult } from './useRecoveredEdits'
