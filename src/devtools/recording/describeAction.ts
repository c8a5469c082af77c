import type { ResolutionKey } from '../../core/keys'
import { isBatched, type StoreAction } from '../../core/thunk'
import type { WriteTarget } from '../../entities/actions'
import type { ReadStarted } from '../../resolution/actions'
import type { Question } from '../../resolution/question'
import type { StoredWrite } from '../../saving/writes'
import type { Reason } from './requestLog'

const occasions = { failed: 'tried again', outdated: 'no longer fresh', unknown: 'not known yet' } as const

/** What an action begins; null for one that begins no request. */
export function describeAction(action: StoreAction): Pick<Reason, 'what' | 'occasion'> | null {
  if (isReadStarted(action)) return { what: describeQuestion(action), occasion: occasions[action.because] }
  if (isWrite(action) && action.type.endsWith('/started')) {
    return { what: describeWrite(action.target), occasion: null }
  }
  return null
}

type DescribedWrite = Pick<StoredWrite, 'kind' | 'name' | 'key' | 'isAutosave' | 'isDelete'>

/** A write as people name it: `save postType/post 7`. */
export function describeWrite({ kind, name, key, isAutosave, isDelete }: DescribedWrite): string {
  const deed = isDelete ? 'delete' : isAutosave ? 'autosave' : key ? 'save' : 'create'
  return [deed, `${kind}/${name}`, key].filter(Boolean).join(' ')
}

/** Whether an action ends what another one began. */
export function isEndOf(action: StoreAction, begun: StoreAction): boolean {
  if (isBatched(action)) return action.actions.some((one) => isEndOf(one, begun))
  const ended = endedRead(action)
  if (ended !== undefined) return isReadStarted(begun) && ended === begun.key
  if (!isWrite(begun) || action.type.endsWith('/started')) return false
  if (isRemoval(action)) return begun.target.isDelete === true && action.keys.includes(begun.target.key ?? '')
  return (
    isWrite(action) &&
    action.target.key === begun.target.key &&
    action.target.createId === begun.target.createId &&
    Boolean(action.target.isDelete) === Boolean(begun.target.isDelete)
  )
}

/** A read as people name it, without its query, and an entity by kind and name: `fetchEntityRecord postType/post 7`. */
export function describeQuestion({ operation, args }: Pick<Question, 'operation' | 'args'>): string {
  const [kind, name, ...rest] = args
  const named = typeof kind === 'string' && typeof name === 'string' ? [`${kind}/${name}`, ...rest] : args
  return [operation, ...named.filter((arg) => arg !== null && typeof arg !== 'object')].join(' ')
}

function isReadStarted(action: StoreAction): action is ReadStarted {
  return action.type === 'resolution/started'
}

/** The read that an action ends: its answer came, or it failed, or was given up. */
function endedRead(action: StoreAction): ResolutionKey | undefined {
  const { key, answers } = action as { key?: ResolutionKey; answers?: { key: ResolutionKey } }
  return /^resolution\/(failed|aborted)$/.test(action.type) ? key : answers?.key
}

/** A save or a deletion that has begun or ended. */
type WriteAction = StoreAction & { readonly target: WriteTarget }

function isWrite(action: StoreAction): action is WriteAction {
  return 'target' in action
}

function isRemoval(action: StoreAction): action is StoreAction & { readonly keys: readonly string[] } {
  return action.type === 'entities/recordsRemoved'
}
