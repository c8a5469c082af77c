import { fetcherLike, type FetchRequest } from '../../core/fetchContract'
import type { ResolutionKey } from '../../core/keys'
import type { Services, StoreAction, Thunk } from '../../core/thunk'
import type { ReadStarted } from '../../resolution/actions'
import { callerIn } from './callerIn'
import { describeAction, describeQuestion, isEndOf } from './describeAction'
import type { Reason, RequestLog } from './requestLog'

type AnyThunk = Thunk<unknown, unknown>

/** Who asks the store for something. */
export interface Origin {
  readonly area: string | null
  readonly component: string | null
}

/** Follows thunks to the requests that come of them. */
export interface Tracer {
  /** Why a request is sent; null for one that no traced thunk has sent. */
  readonly reasonOf: (request: FetchRequest) => Reason | null
  /** Gives what runs in the place of a thunk; one that is traced already stays as it is. */
  readonly trace: <Work extends object>(thunk: Work, origin: Origin) => Work
}

/** What a thunk, with those it dispatched, has begun and not ended: its requests are for the newest of that. */
interface Station {
  begun: readonly StoreAction[]
}

/** What became of one thunk that the application dispatched. */
interface Call extends Origin {
  readonly stack: Error
  sent: number
  /** Whether it began something: a read, a write. */
  hasBegun: boolean
  /** What it looked for among the reads under way, and whether it found it there. */
  readonly looked: Map<ResolutionKey, { isThere: boolean }>
  /** The reads it began. */
  readonly began: Set<ResolutionKey>
  /** Whether the same was asked from the same place a moment before. */
  isRepeat: boolean
}

/**
 * Follows each thunk from whoever dispatched it to the requests that came of it, by what every thunk is given: the
 * dispatch, and the services with the fetcher and the reads under way.
 */
export function traceThunks(log: RequestLog): Tracer {
  const reasons = new WeakMap<FetchRequest, Reason>()
  const traced = new WeakSet()
  /** Who asked for what in this tick: StrictMode does all twice, and asking twice for the same saves nothing. */
  const askedNow = new Map<string, Call>()

  function trace<Work extends object>(thunk: Work, { area, component }: Origin): Work {
    if (traced.has(thunk)) return thunk
    const call: Call = {
      ...{ area, component, stack: new Error(), sent: 0, hasBegun: false, isRepeat: false },
      ...{ looked: new Map<ResolutionKey, { isThere: boolean }>(), began: new Set<ResolutionKey>() },
    }
    const inner = follow(thunk as unknown as AnyThunk, call, [])
    const outer: AnyThunk = (...given) => {
      const result = inner(...given)
      // Whoever asked for it may have gone, or has heard of the failure.
      if (result instanceof Promise) result.then(() => end(call)).catch(() => undefined)
      return result
    }
    traced.add(outer)
    return outer as unknown as Work
  }

  /** @param above - What each thunk on the way down to this one has begun and not ended. */
  function follow(thunk: AnyThunk, call: Call, above: Station[]): AnyThunk {
    const own: Station = { begun: [] }
    const path = [...above, own]

    const followed: AnyThunk = (dispatch, getState, services) => {
      function send(request: FetchRequest) {
        call.sent++
        const newest = own.begun.at(-1)
        const described = (newest && describeAction(newest)) ?? { what: null, occasion: null }
        const { area, component, stack } = call
        reasons.set(request, { area, component, caller: callerIn(stack), ...described })
        return services.fetcher(request)
      }

      function pass(action: AnyThunk | StoreAction): unknown {
        if (typeof action === 'function') return dispatch(follow(action, call, path))
        if (describeAction(action)) {
          call.hasBegun = true
          if ('key' in action) call.began.add((action as ReadStarted).key)
          for (const station of path) station.begun = [...station.begun, action]
        } else {
          for (const station of path) station.begun = station.begun.filter((begun) => !isEndOf(action, begun))
        }
        return dispatch(action)
      }

      const reads = lookingInto(services.reads, (key, isThere) => {
        if (!call.began.has(key)) look(call, key, isThere)
      })
      return thunk(pass, getState, { ...services, fetcher: fetcherLike(services.fetcher, send), reads })
    }
    traced.add(followed)
    return followed
  }

  function look(call: Call, key: ResolutionKey, isThere: boolean): void {
    call.looked.set(key, { isThere })
    if (askedNow.size === 0) setTimeout(() => askedNow.clear())
    const name = JSON.stringify([call.area, call.component, key])
    const first = askedNow.get(name) ?? call
    askedNow.set(name, first)
    call.isRepeat = first !== call
  }

  /** A call that ended well without a request has saved one, if it was a read. */
  function end({ area, component, sent, looked, began, hasBegun, isRepeat }: Call): void {
    const [key, last] = [...looked].at(-1) ?? []
    if (sent > 0 || key === undefined || isRepeat) return
    // A read that was begun and sent nothing went along with another one.
    const isShared = last?.isThere === true || began.has(key)
    if (!isShared && hasBegun) return
    log.save({ area, component, what: describeKey(key), because: isShared ? 'shared' : 'known' })
  }

  return { reasonOf: (request) => reasons.get(request) ?? null, trace }
}

/** The reads under way, with word of each that is looked for. */
function lookingInto(
  reads: Services['reads'],
  onLook: (key: ResolutionKey, isThere: boolean) => void,
): Services['reads'] {
  return new Proxy(reads, {
    get(map, name) {
      const value: unknown = Reflect.get(map, name)
      if (typeof value !== 'function') return value
      if (name !== 'get') return value.bind(map) as unknown
      return (key: ResolutionKey) => {
        onLook(key, map.has(key))
        return map.get(key)
      }
    },
  })
}

/** A key is made to be read by people: what it was made of is shown as everywhere else. */
function describeKey(key: ResolutionKey): string {
  const [operation, ...args] = JSON.parse(key) as [string, ...unknown[]]
  return describeQuestion({ operation, args })
}
