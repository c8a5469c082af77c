import { EntitiesSavedStatesExtensible, type SavePanelProps } from './EntitiesSavedStatesExtensible'
import { useEntitiesSavedStatesIsDirty } from './useEntitiesSavedStatesIsDirty'

/** The save panel of WordPress's editor: lists what is unsaved, and saves what of that is selected. */
export function EntitiesSavedStates(props: Pick<SavePanelProps, 'close' | 'renderDialog' | 'variant'>) {
  return <EntitiesSavedStatesExtensible {...props} {...useEntitiesSavedStatesIsDirty()} />
}
