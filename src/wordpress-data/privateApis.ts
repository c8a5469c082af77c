import { createReduxStore, createRegistry } from '@wordpress/data'
import { collaborationApis } from './hooks/collaboration'
import { useEntityRecordsWithPermissions } from './hooks/useEntityRecordsWithPermissions'
import { intermediateResults } from './intermediateResults'
import { EntitiesSavedStates } from './panel/EntitiesSavedStates'
import { EntitiesSavedStatesExtensible } from './panel/EntitiesSavedStatesExtensible'
import { useEntitiesSavedStatesIsDirty } from './panel/useEntitiesSavedStatesIsDirty'
import { getTemplateInfo, getTemplatePartIcon } from './templateInfo'

const apis = {
  ...collaborationApis,
  EntitiesSavedStates,
  EntitiesSavedStatesExtensible,
  getTemplateInfo,
  getTemplatePartIcon,
  RECEIVE_INTERMEDIATE_RESULTS: intermediateResults,
  useEntitiesSavedStatesIsDirty,
  useEntityRecordsWithPermissions,
}

/** What packages of WordPress's editor find when they unlock {@link privateApis}. */
export type CoreDataPrivateApis = typeof apis

/**
 * What packages of WordPress's editor unlock, for them alone: names come and go with each version. An object that
 * `@wordpress/data` has locked itself, so that no pass phrase of a version is needed.
 */
export const privateApis: object = /* @__PURE__ */ lockable(apis)

/** Puts names on an object of a store that nobody uses: unlocked, it gives them. */
function lockable(names: object): object {
  const unused = createReduxStore('copydesk/private-apis', { reducer: (state: object = {}) => state })
  const { getActions } = unused.instantiate(createRegistry())
  const actions = getActions() as Record<string, unknown>
  for (const action of Object.keys(actions)) delete actions[action]
  return Object.assign(actions, names)
}
