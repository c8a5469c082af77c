import type { StoreAction } from 'copydesk'
import type { Reason } from './requestLog'

/** What a fact begins, as any Redux tool sees it go by; null for one that begins no request. */
export function describeFact(fact: StoreAction): Pick<Reason, 'what' | 'occasion'> | null {
  if (isReadMoved(fact) && fact.entry?.status === 'resolving') {
    const { answered, error } = fact.entry
    const occasion = error ? 'tried again' : answered ? 'no longer fresh' : 'not known yet'
    return { what: describeQuestion(fact.key), occasion }
  }
  if (isWriteMoved(fact) && fact.now?.pending) {
    const { kind, name, key, isAutosave, isDelete } = fact.write
    const deed = isDelete ? 'delete' : isAutosave ? 'autosave' : key ? 'save' : 'create'
    return { what: [deed, `${kind}/${name}`, key].filter(Boolean).join(' '), occasion: null }
  }
  return null
}

/** Whether a fact ends what another one began. */
export function isEndOf(fact: StoreAction, begun: StoreAction): boolean {
  if (isTogether(fact)) return fact.actions.some((one) => isEndOf(one, begun))
  if (isReadMoved(fact)) return isReadMoved(begun) && fact.key === begun.key
  return (
    isWriteMoved(fact) &&
    isWriteMoved(begun) &&
    fact.type === begun.type &&
    fact.write.key === begun.write.key
  )
}

/** A question of the store as people read it, without its query: `fetchEntityRecord postType/post 7`. */
export function describeQuestion(question: string): string {
  const [, operation = question, given = ''] = /^(\w+)\((.*)\)$/s.exec(question) ?? []
  const parts = given.split(/(?<!\\),/).map((part) => part.replace(/\\(.)/gs, '$1'))
  const query = parts.findIndex((part) => /^\w*\?/.test(part))
  return [operation, ...parts.slice(0, query === -1 ? undefined : query)].filter(Boolean).join(' ')
}

/** Several facts that became true at once. */
function isTogether(fact: StoreAction): fact is StoreAction & { readonly actions: readonly StoreAction[] } {
  return fact.type === 'store/batched'
}

interface ReadMoved extends StoreAction {
  readonly key: string
  readonly entry?: { readonly status: string; readonly answered: number; readonly error?: unknown }
}

function isReadMoved(fact: StoreAction): fact is ReadMoved {
  return fact.type === 'resolution/readMoved'
}

interface WriteMoved extends StoreAction {
  readonly write: {
    readonly kind: string
    readonly name: string
    readonly key?: string
    readonly isAutosave: boolean
    readonly isDelete?: boolean
  }
  readonly now?: { readonly pending: boolean }
}

function isWriteMoved(fact: StoreAction): fact is WriteMoved {
  return fact.type === 'saving/saveMoved' || fact.type === 'deleting/deletionMoved'
}
