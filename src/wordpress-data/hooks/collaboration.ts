/** Kinds of a selection that others see. */
export const selectionTypes = {
  None: 'none',
  Cursor: 'cursor',
  SelectionInOneBlock: 'selection-in-one-block',
  SelectionInMultipleBlocks: 'selection-in-multiple-blocks',
  WholeBlock: 'whole-block',
} as const

/** In which direction a selection was made. */
export const selectionDirections = { Forward: 'f', Backward: 'b' } as const

const nobody: readonly never[] = Object.freeze([])
const nowhere = Object.freeze({ richTextOffset: null, localClientId: null, attributeKey: null })
const resolveNowhere = () => nowhere

/**
 * What core-data 8.1 has for collaboration, privately. Nobody collaborates through this store: there are no others, their
 * selections are nowhere, and no callback is called.
 */
export const collaborationApis = {
  CRDT_AUTOSAVE_SNAPSHOT_KEY: 'crdt_snapshot',
  SelectionType: selectionTypes,
  SelectionDirection: selectionDirections,
  entityContainsSnapshot: () => false,
  getEntitySnapshot: () => undefined,
  retrySyncConnection: () => undefined,
  useActiveCollaborators: () => nobody,
  useResolvedSelection: () => resolveNowhere,
  useOnCollaboratorJoin: () => undefined,
  useOnCollaboratorLeave: () => undefined,
  useOnPostSave: () => undefined,
}
