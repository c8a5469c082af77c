import { isRecord, type RecordData } from '../core/plain'
import type { Thunk } from '../core/thunk'
import { defineRead, type Asking } from '../resolution/defineRead'
import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/readOptions'
import type { EntityState } from '../store/rootReducer'
import { buildPath } from '../rest/urls'
import { answerReceived, type AnswerReceived } from '../wordpress/lookups/actions'
import {
  defineLookup,
  lookupFacts,
  lookupKey,
  selectLookup,
  type LookupFacts,
} from '../wordpress/lookups/lookup'

function editorSettingsFacts(): LookupFacts {
  return lookupFacts(questionOf('fetchEditorSettings'))
}

/** The read of the settings that the site gives to a block editor. */
export const editorSettings = /* @__PURE__ */ defineLookup({
  facts: editorSettingsFacts,
  path: '/wp-block-editor/v1/settings',
  select: (state: EntityState): unknown => selectLookup(state, editorSettingsFacts().question.key) ?? null,
})

function editorAssetsFacts(): LookupFacts {
  return lookupFacts(questionOf('fetchEditorAssets'))
}

/** The read of the scripts and styles that a block editor of the site needs. */
export const editorAssets = /* @__PURE__ */ defineLookup({
  facts: editorAssetsFacts,
  path: '/wp-block-editor/v1/assets',
  select: (state: EntityState): unknown => selectLookup(state, editorAssetsFacts().question.key) ?? null,
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
  ask: async (asking: Asking<EntityState, ViewConfigArguments, LookupFacts, ReadOptions>) => {
    const answer = await askedViewConfig.ask(asking)
    const [kind, name] = asking.args
    asking.dispatch(receiveViewConfig(kind, name, (answer as AnswerReceived).value))
    return answer
  },
})

/** Puts a part of the view config of an entity in: what it does not say stays. */
export function receiveViewConfig(kind: string, name: string, config: unknown): Thunk<EntityState, void> {
  return (dispatch, getState, { nextSeq }) => {
    if (!isRecord(config)) return
    const key = viewConfigKey(kind, name)
    const before = selectLookup<RecordData>(getState(), key)
    dispatch(answerReceived(key, { ...before, ...config }, nextSeq()))
  }
}

/** Puts an answer in by hand that the store itself does not know of. */
export function receiveAnswer(
  operation: string,
  args: readonly unknown[],
  value: unknown,
): Thunk<EntityState, void> {
  return (dispatch, getState, { nextSeq }) => {
    dispatch(answerReceived(lookupKey(operation, ...args), value, nextSeq()))
  }
}

/** Puts the answer to a read in by hand. */
export function receiveAnswerTo(
  { facts }: { readonly facts: (state: EntityState) => LookupFacts },
  value: unknown,
): Thunk<EntityState, void> {
  return (dispatch, getState, { nextSeq }) => {
    dispatch(answerReceived(facts(getState()).question.key, value, nextSeq()))
  }
}

/** Such an answer; undefined while there is none. */
export function selectAnswerTo(state: EntityState, operation: string, ...args: readonly unknown[]): unknown {
  return selectLookup(state, lookupKey(operation, ...args))
}

const unknownView = {
  default_view: undefined,
  default_layouts: undefined,
  view_list: undefined,
  form: undefined,
}

/** How the records of an entity are listed; four fields without a value while that is not known. */
function selectViewConfig(state: EntityState, kind: string, name: string): unknown {
  return selectLookup(state, viewConfigKey(kind, name)) ?? unknownView
}

function viewConfigKey(kind: string, name: string) {
  return lookupKey('receiveViewConfig', kind, name)
}
