import type { StoreAction } from 'copydesk'
import type { Reason } from './requestLog'

/** What a fact begins, as any Redux tool sees it go by; null for one that begins no request. */
export function describeFact(fact: StoreAction): Pick<Reason, 'what' | 'occasion'> | null {
  if (isReadStarted(fact)) return { what: describeQuestion(fact.key), occasion: occasions[fact.because] }
  if (isWrite(fact) && fact.type.endsWith('/started')) {
    const { kind, name, key, isAutosave, isDelete } = fact.target
    const deed = isDelete ? 'delete' : isAutosave ? 'autosave' : key ? 'save' : 'create'
    return { what: [deed, `${kind}/${name}`, key].filter(Boolean).join(' '), occasion: null }
  }
  return null
}

/** Whether a fact ends what another one began. */
export function isEndOf(fact: StoreAction, begun: StoreAction): boolean {
  if (isTogether(fact)) return fact.actions.some((one) => isEndOf(one, begun))
  const ended = endedRead(fact)
  if (ended !== undefined) return isReadStarted(begun) && ended === begun.key
  const isEnd = isWrite(begun) && !fact.type.endsWith('/started')
  if (!isEnd) return false
  if (isRemoval(fact)) return begun.target.isDelete === true && fact.keys.includes(begun.target.key ?? '')
  return (
    isWrite(fact) &&
    fact.target.key === begun.target.key &&
    fact.target.createId === begun.target.createId &&
    Boolean(fact.target.isDelete) === Boolean(begun.target.isDelete)
  )
}

/** A question of the store as people read it, without its query: `fetchEntityRecord postType/post 7`. */
export function describeQuestion(question: string): string {
  const [operation, ...args] = JSON.parse(question) as [string, ...unknown[]]
  const named = /^fetch(EntityRecord|Revision)s?$/.test(operation)
    ? [args.slice(0, 2).join('/'), ...args.slice(2)]
    : args
  return [operation, ...named.filter((arg) => arg !== null && typeof arg !== 'object')].join(' ')
}

/** Several facts that became true at once. */
function isTogether(fact: StoreAction): fact is StoreAction & { readonly actions: readonly StoreAction[] } {
  return fact.type === 'store/batched'
}

interface ReadStarted extends StoreAction {
  readonly key: string
  readonly because: keyof typeof occasions
}

const occasions = { failed: 'tried again', outdated: 'no longer fresh', unknown: 'not known yet' } as const

function isReadStarted(fact: StoreAction): fact is ReadStarted {
  return fact.type === 'resolution/started'
}

/** The read that a fact ends: its answer came, or it failed, or was given up. */
function endedRead(fact: StoreAction): string | undefined {
  const { key, answers } = fact as { key?: string; answers?: { key: string } }
  return /^resolution\/(failed|aborted)$/.test(fact.type) ? key : answers?.key
}

/** A save or a deletion that has begun or ended. */
interface Write extends StoreAction {
  readonly target: {
    readonly kind: string
    readonly name: string
    readonly key?: string
    readonly createId?: string
    readonly isAutosave: boolean
    readonly isDelete?: boolean
  }
}

function isWrite(fact: StoreAction): fact is Write {
  return 'target' in fact
}

function isRemoval(fact: StoreAction): fact is StoreAction & { readonly keys: readonly string[] } {
  return fact.type === 'entities/recordsRemoved'
}
