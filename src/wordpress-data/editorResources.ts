import { isRecord, type RecordData } from '../core/plain'
import type { Thunk } from '../core/thunk'
import { defineRead, type Asking } from '../resolution/defineRead'
import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/readOptions'
import type { EntityState } from '../store/rootReducer'
import { buildPath } from '../rest/urls'
import type { AnswerReceived } from '../wordpress/lookups/actions'
import {
  defineLookup,
  lookupFacts,
  receiveAnswer,
  selectLookup,
  type LookupFacts,
} from '../wordpress/lookups/lookup'

/** What can be said of the read of the settings that the site gives to a block editor. */
export function editorSettingsFacts(): LookupFacts<unknown> {
  return lookupFacts(questionOf('fetchEditorSettings'))
}

/** The read of the settings that the site gives to a block editor. */
export const editorSettings = /* @__PURE__ */ defineLookup({
  facts: editorSettingsFacts,
  path: '/wp-block-editor/v1/settings',
  select: (state: EntityState): unknown => selectLookup(state, editorSettingsFacts()) ?? null,
})

/** What can be said of the read of the scripts and styles that a block editor of the site needs. */
export function editorAssetsFacts(): LookupFacts<unknown> {
  return lookupFacts(questionOf('fetchEditorAssets'))
}

/** The read of the scripts and styles that a block editor of the site needs. */
export const editorAssets = /* @__PURE__ */ defineLookup({
  facts: editorAssetsFacts,
  path: '/wp-block-editor/v1/assets',
  select: (state: EntityState): unknown => selectLookup(state, editorAssetsFacts()) ?? null,
})

type ViewConfigArguments = [kind: string, name: string, fields?: readonly string[]]

const askedViewConfig = /* @__PURE__ */ defineLookup({
  facts: (state: EntityState, ...args: ViewConfigArguments) =>
    lookupFacts(questionOf('fetchViewConfig', ...args)),
  path: ({ args: [kind, name, fields] }) =>
    buildPath('/wp/v2/view-config', undefined, {
      kind,
      name,
      ...(Array.isArray(fields) && { _fields: fields.join() }),
    }),
  select: (state, kind, name) => selectViewConfig(state, kind, name),
})

/** The read of how the records of an entity are listed, once for each choice of fields. */
export const viewConfig = /* @__PURE__ */ defineRead({
  ...askedViewConfig,
  ask: async (asking: Asking<EntityState, ViewConfigArguments, LookupFacts<never>, ReadOptions>) => {
    const answer = await askedViewConfig.ask(asking)
    const [kind, name] = asking.args
    asking.dispatch(receiveViewConfig(kind, name, (answer as AnswerReceived).value))
    return answer
  },
})

/** Puts a part of the view config of an entity in: what it does not say stays. */
export function receiveViewConfig(kind: string, name: string, config: unknown): Thunk<EntityState, void> {
  return (dispatch, getState) => {
    if (!isRecord(config)) return
    const facts = viewConfigFacts(kind, name)
    dispatch(receiveAnswer(facts, { ...selectLookup(getState(), facts), ...config }))
  }
}

/** What can be said of the users that a search has found, which nobody reads any more. */
export function userQueryFacts(query: string): LookupFacts<unknown> {
  return lookupFacts(questionOf('receiveUserQuery', query))
}

/** What can be said of the id of the active global styles where it was put in by hand. */
export function globalStylesFacts(): LookupFacts<unknown> {
  return lookupFacts(questionOf('receiveGlobalStylesId'))
}

const unknownView = {
  default_view: undefined,
  default_layouts: undefined,
  view_list: undefined,
  form: undefined,
}

/** How the records of an entity are listed; four fields without a value while that is not known. */
function selectViewConfig(state: EntityState, kind: string, name: string): unknown {
  return selectLookup(state, viewConfigFacts(kind, name)) ?? unknownView
}

function viewConfigFacts(kind: string, name: string): LookupFacts<RecordData> {
  return lookupFacts(questionOf('receiveViewConfig', kind, name))
}
