import { warnOnce } from '../../core/warnOnce'
import { listenTo } from './page'

/** What V8, SpiderMonkey and JavaScriptCore say where something frozen is assigned to, added to or deleted from. */
const saidByEngines =
  /read[ -]?only property|" is read-only|not extensible|delete property|can't (?:be deleted|define)/i

/**
 * Says in the console, once for each store, what to write where a record was mutated: the engine names the field at most.
 * Which object it was no error tells, so the sentence has an if. Gives the way to end that.
 */
export function warnOfMutations(store: object): () => void {
  const listener = (event: Event) => {
    const { error, reason = error } = event as { readonly error?: unknown; readonly reason?: unknown }
    if (reason instanceof TypeError && saidByEngines.test(reason.message)) {
      warnOnce(
        store,
        'mutation',
        'Something read-only was changed. If it is a record, a list or a value of the entity store: these are frozen in development, as a change to them would be seen and saved by nobody. Change a copy, such as [...records].sort(), or edit by a recipe: edit((draft) => { draft.tags.push(7) }).',
        reason,
      )
    }
  }
  const leave = [listenTo('window', 'error', listener), listenTo('window', 'unhandledrejection', listener)]
  return () => leave.forEach((one) => one())
}
