import type { EntityState, EntityStore, FetchRequest, StoreAction, Thunk } from 'copydesk'
import { callerIn } from './callerIn'
import { describeFact, describeQuestion, isEndOf } from './describeFact'
import type { Reason, RequestLog } from './requestLog'

type AnyThunk = Thunk<EntityState, unknown>
type Services = Parameters<AnyThunk>[2]
type Question = Parameters<Services['reads']['get']>[0]

/** Says who asked for what. */
export interface Watch {
  /** Why a request is sent; null for one that came past the watched stores. */
  reasonOf(request: FetchRequest): Reason | null
  /** The store, for one part of the page: the same state, and whoever dispatches is known by this name. */
  storeFor(asker: string): EntityStore
}

/** What a thunk, with those it dispatched, has begun and not ended: its requests are for the newest of that. */
interface Station {
  begun: readonly StoreAction[]
}

/** What became of one thunk that the page dispatched. */
interface Call {
  readonly asker: string
  readonly stack: Error
  sent: number
  /** Whether it began something: a read, a write. */
  hasBegun: boolean
  /** The questions it looked for among the reads under way, and whether it found them there. */
  readonly looked: Map<Question, boolean>
  /** The reads it began. */
  readonly began: Set<Question>
  /** Whether the same part of the page asked the same a moment before. */
  isRepeat: boolean
}

/**
 * Follows each thunk from the part of the page that dispatched it to the requests that came of it, by what every thunk
 * is given: the dispatch, and the services with the fetcher and the reads under way.
 */
export function watchStore(store: EntityStore, log: RequestLog): Watch {
  const reasons = new WeakMap<FetchRequest, Reason>()
  const stores = new Map<string, EntityStore>()
  /** Who asked for what in this tick: StrictMode does all twice, and asking twice for the same saves nothing. */
  const askedNow = new Map<string, Call>()

  function storeFor(asker: string): EntityStore {
    const known = stores.get(asker)
    if (known) return known
    const watched = { ...store, dispatch: dispatchAs(asker) }
    stores.set(asker, watched)
    return watched
  }

  function dispatchAs(asker: string): EntityStore['dispatch'] {
    return (action: AnyThunk | StoreAction) => {
      if (typeof action !== 'function') return store.dispatch(action)
      const call: Call = {
        asker,
        stack: new Error(),
        sent: 0,
        hasBegun: false,
        looked: new Map(),
        began: new Set(),
        isRepeat: false,
      }
      const result = store.dispatch(watchThunk(action, call, []))
      if (result instanceof Promise) {
        result.then(
          () => end(call),
          // Who asked for it may have gone, or has heard of the failure.
          () => undefined,
        )
      }
      return result
    }
  }

  /** @param above - What each thunk on the way down to this one has begun and not ended. */
  function watchThunk(thunk: AnyThunk, call: Call, above: Station[]): AnyThunk {
    return (dispatch, getState, services) => {
      const own: Station = { begun: [] }
      const path = [...above, own]

      function send(request: FetchRequest) {
        call.sent++
        const newest = own.begun.at(-1)
        const what = newest && describeFact(newest)
        reasons.set(request, {
          asker: call.asker,
          caller: callerIn(call.stack),
          what: null,
          occasion: null,
          ...what,
        })
        return services.fetcher(request)
      }

      function pass(action: AnyThunk | StoreAction): unknown {
        if (typeof action === 'function') return dispatch(watchThunk(action, call, path))
        if (describeFact(action)) {
          call.hasBegun = true
          if ('key' in action) call.began.add(action.key as Question)
          for (const station of path) station.begun = [...station.begun, action]
        } else {
          for (const station of path) station.begun = station.begun.filter((begun) => !isEndOf(action, begun))
        }
        return dispatch(action)
      }

      const reads = new Proxy(services.reads, {
        get(map, name) {
          const value: unknown = Reflect.get(map, name)
          if (typeof value !== 'function') return value
          if (name !== 'get') return value.bind(map) as unknown
          return (key: Question) => {
            if (!call.began.has(key)) look(call, key, map.has(key))
            return map.get(key)
          }
        },
      })
      return thunk(pass, getState, { ...services, fetcher: send, reads })
    }
  }

  function look(call: Call, question: Question, isThere: boolean): void {
    call.looked.set(question, isThere)
    if (askedNow.size === 0) setTimeout(() => askedNow.clear())
    const name = `${call.asker} ${question}`
    const first = askedNow.get(name) ?? call
    askedNow.set(name, first)
    call.isRepeat = first !== call
  }

  /** A call that ended well without a request has saved one, if it was a read. */
  function end({ asker, sent, looked, began, hasBegun, isRepeat }: Call): void {
    const question = [...looked.keys()].at(-1)
    if (sent > 0 || question === undefined || isRepeat) return
    // A read that was begun and sent nothing went along with another one.
    const isShared = looked.get(question) === true || began.has(question)
    if (!isShared && hasBegun) return
    log.save({ asker, what: describeQuestion(question), because: isShared ? 'shared' : 'known' })
  }

  return { reasonOf: (request) => reasons.get(request) ?? null, storeFor }
}
