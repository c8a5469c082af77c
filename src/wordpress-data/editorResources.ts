import { isRecord, type RecordData } from '../core/plain'
import type { Thunk } from '../core/thunk'
import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/runRead'
import type { EntityState } from '../store/rootReducer'
import { buildPath } from '../rest/urls'
import { answerReceived } from '../wordpress/lookups/actions'
import { lookUp, lookupFacts, lookupKey, selectLookup } from '../wordpress/lookups/lookup'

/** Reads the settings that the site gives to a block editor, once. */
export function fetchEditorSettings(options?: ReadOptions): Thunk<EntityState, Promise<unknown>> {
  return lookUp(
    { facts: lookupFacts(questionOf('fetchEditorSettings')), ask: '/wp-block-editor/v1/settings' },
    options,
  )
}

/** Reads the scripts and styles that a block editor of the site needs, once. */
export function fetchEditorAssets(options?: ReadOptions): Thunk<EntityState, Promise<unknown>> {
  return lookUp(
    { facts: lookupFacts(questionOf('fetchEditorAssets')), ask: '/wp-block-editor/v1/assets' },
    options,
  )
}

/** Reads how the records of an entity are listed, once for each choice of fields. */
export function fetchViewConfig(
  kind: string,
  name: string,
  fields: readonly string[] | undefined,
  options?: ReadOptions,
): Thunk<EntityState, Promise<unknown>> {
  return async (dispatch) => {
    const parameters = { kind, name, ...(Array.isArray(fields) && { _fields: fields.join() }) }
    const config = await dispatch(
      lookUp<RecordData>(
        {
          facts: lookupFacts(questionOf('fetchViewConfig', kind, name, fields)),
          ask: buildPath('/wp/v2/view-config', undefined, parameters),
        },
        options,
      ),
    )
    if (config) dispatch(receiveViewConfig(kind, name, config))
    return config
  }
}

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
export function selectViewConfig(state: EntityState, kind: string, name: string): unknown {
  return selectLookup(state, viewConfigKey(kind, name)) ?? unknownView
}

function viewConfigKey(kind: string, name: string) {
  return lookupKey('receiveViewConfig', kind, name)
}
